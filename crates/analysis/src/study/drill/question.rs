//! Questions of drills.

use super::{
    asked::{Asked, Quantity},
    kind::Kind,
    opening,
    position::find,
    topic::Topic,
};
use crate::{
    cube_windows::Windows,
    match_analysis::{AnalysisError, DecisionKind, MatchAnalyzer},
    openings::FirstPlay,
    pip_counts::PIPS_PER_ROLL,
};
use rand::RngExt;
use sheshbesh_evaluator::{
    Depth, Evaluator,
    bearoff::{BearoffGame, Home, OneSided, Tables},
};
use sheshbesh_movegen::{
    BySide, Checkers, Class, Cube, Game, Phase, Position, Side, Situation, Stakes,
    random::{GameRng, game_rng},
};
use std::sync::LazyLock;

/// Fewest and most turns before a position of the drill about pips.
const PIP_TURNS: (u32, u32) = (6, 30);
/// Largest difference between doubling and not doubling that is asked about, in EMG at 1-ply.
const CLOSE: f32 = 0.15;
/// Most points that a player needs in the drill about take points.
const MOST_AWAY: u16 = 9;

/// A question of a drill.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// Kind of the drill, and its game.
    pub topic: Topic,
    /// Number of the question.
    pub number: u32,
    /// The position, from the view of the player on roll; for an answer to a double, the player who
    /// doubled. In the drill about take points only the score matters.
    pub table: Situation,
    /// Numbers or a decision.
    pub asked: Asked,
    /// The opponent's first play that is replied to.
    pub after: Option<FirstPlay>,
}

impl Question {
    /// Creates the question of a topic with a number. The same seed has the same questions,
    /// independent of the order in which they are asked.
    ///
    /// # Errors
    /// If the network does not know the game, or the search is stopped.
    pub fn new(
        topic: Topic,
        seed: u64,
        number: u32,
        analyzer: &MatchAnalyzer,
    ) -> Result<Self, AnalysisError> {
        let game = topic.game();
        let mut evaluator = analyzer.evaluator().for_game(game)?;
        // Kinds have their own random numbers.
        let stream = (u64::from(number) << 8) | topic.kind() as u64;
        let mut rng = game_rng(seed, stream);
        let mut after = None;
        let (table, asked) = match topic.kind() {
            Kind::Pips => pips(&mut evaluator, &mut rng),
            Kind::Epc => epc(&mut evaluator, &mut rng),
            Kind::TakePoint => take_point(&evaluator, &mut rng),
            Kind::Race => {
                cube(&mut evaluator, &mut rng, analyzer, |position| is_race(game, position))?
            }
            Kind::Cube => {
                cube(&mut evaluator, &mut rng, analyzer, |position| !is_race(game, position))?
            }
            Kind::Openings => opening::first_play(game, &mut rng, analyzer)?,
            Kind::Replies => {
                let (table, asked, first) = opening::reply(game, &mut rng, analyzer)?;
                after = first;
                (table, asked)
            }
        };
        Ok(Self { topic, number, table, asked, after })
    }
}

fn is_race(game: Game, position: &Position) -> bool {
    matches!(game.class(position), Class::Race | Class::Bearoff)
}

fn pips(evaluator: &mut Evaluator, rng: &mut GameRng) -> (Situation, Asked) {
    let turns = rng.random_range(PIP_TURNS.0..=PIP_TURNS.1);
    let position = find(evaluator, rng, |_, _, _, turn| turn == turns);
    let numbers = vec![
        Quantity { name: "own", value: position.own().pips().into() },
        Quantity { name: "opponent", value: position.opponent().pips().into() },
    ];
    (Situation::new(position, evaluator.game()), Asked::Numbers(numbers))
}

fn epc(evaluator: &mut Evaluator, rng: &mut GameRng) -> (Situation, Asked) {
    // Games that are evaluated without tables have exact effective pips all the same.
    static MADE: LazyLock<Tables> = LazyLock::new(Tables::in_memory);
    let game = evaluator.game();
    let bearoff = BearoffGame::of(game).expect("only games with a bearoff table are asked about");
    let table = evaluator.tables().unwrap_or(&MADE).bearoffs(bearoff).one_sided();
    let epc_of = |side| effective_pips(game, side, table);
    let mut players = evaluator.clone();
    let position = find(&mut players, rng, |_, rng, position, _| {
        // Several positions of a bearoff are suitable: each has the same chance to be asked.
        let effective = epc_of(position.own());
        is_race(game, position) && effective.is_some() && rng.random_range(0..4) == 0
    });
    let effective = epc_of(position.own()).unwrap_or_default();
    (Situation::new(position, game), Asked::number(effective.into()))
}

/// Mean number of rolls to bear off times the mean pips of a roll; `None` unless all checkers are
/// home and the table has the position.
fn effective_pips(game: Game, side: Checkers, table: &OneSided) -> Option<f32> {
    // Doubles that are played twice have the mean of two dice.
    let pips_per_roll = if game.doubles() == 4 { PIPS_PER_ROLL } else { 7.0 };
    Some(table.rolls(Home::of(side)?)?.mean() * pips_per_roll)
}

fn take_point(evaluator: &Evaluator, rng: &mut GameRng) -> (Situation, Asked) {
    // Nobody doubles a player who needs one point, and a player who needs one does not double.
    let mut draw_away = || rng.random_range(2..=MOST_AWAY);
    let away = BySide { on_roll: draw_away(), opponent: draw_away() };
    // The player on roll is asked when they may take.
    let gammons = BySide { on_roll: 0.0, opponent: 0.0 };
    let game = evaluator.game();
    let start = Situation::new(game.start(), game);
    let equities = evaluator.settings().equities.of(&start);
    let windows = Windows::of_match(&equities, away, 1, false, gammons);
    let length = MOST_AWAY;
    let table = Situation {
        stakes: Stakes::Match { length, crawford: false },
        score: away.map(|points| length - points),
        cube: Cube::default(),
        ..start
    };
    (table, Asked::number(100.0 * f64::from(windows.take_point)))
}

/// A cube decision for money that is close at 1-ply: every second time the double, else the answer.
fn cube(
    evaluator: &mut Evaluator,
    rng: &mut GameRng,
    analyzer: &MatchAnalyzer,
    is_asked: impl Fn(&Position) -> bool,
) -> Result<(Situation, Asked), AnalysisError> {
    let game = evaluator.game();
    let kind = if rng.random() { DecisionKind::Double } else { DecisionKind::Answer };
    let owner = if rng.random_range(0..3) == 0 { Some(Side::OnRoll) } else { None };
    let on_table = |position: Position| Situation {
        stakes: Stakes::Money { jacoby: true, beavers: false },
        cube: match owner {
            None => Cube::default(),
            owner => Cube::of_value(2, owner).expect("2 is a cube value"),
        },
        phase: if kind == DecisionKind::Answer { Phase::Doubled } else { Phase::BeforeRoll },
        ..Situation::new(position, game)
    };
    let position = find(evaluator, rng, |evaluator, rng, position, _| {
        if !is_asked(position) {
            return false;
        }
        let table = Situation { phase: Phase::BeforeRoll, ..on_table(*position) };
        // The games go on for points alone.
        let mut judge = evaluator.clone();
        let Ok(cube_decision) = judge.cube_decision(&table, Depth::ONE) else { return false };
        let values = cube_decision.points();
        let margin = match kind {
            DecisionKind::Answer => values.double_take - values.double_pass,
            _ => values.double() - values.no_double,
        };
        // Not always the first decision of a game that is close.
        cube_decision.may_double && margin.abs() < CLOSE && rng.random_range(0..3) == 0
    });
    let table = on_table(position);
    let decision = analyzer.decision(&table, kind, None)?;
    Ok((table, Asked::decision(table, decision, analyzer)))
}
