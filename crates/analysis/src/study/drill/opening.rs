//! Questions about first plays and replies to them.

use super::asked::Asked;
use crate::{
    match_analysis::{AnalysisError, DecisionKind, MatchAnalyzer},
    openings::{FirstPlay, Plan},
};
use rand::RngExt;
use sheshbesh_movegen::{
    Dice, Game, Phase, Plays, Position, Situation,
    random::{GameRng, roll},
};

/// Rolls that are drawn at most until one leaves a choice.
const DRAWS: u32 = 100;

/// Asks for the best first play of a roll.
pub(super) fn first_play(
    game: Game,
    rng: &mut GameRng,
    analyzer: &MatchAnalyzer,
) -> Result<(Situation, Asked), AnalysisError> {
    let table = rolled(game, game.start(), first_roll(game, rng));
    let decision = analyzer.decision(&table, DecisionKind::Play, None)?;
    Ok((table, Asked::decision(table, decision, analyzer)))
}

/// Asks for the best reply to the best first play of a roll.
pub(super) fn reply(
    game: Game,
    rng: &mut GameRng,
    analyzer: &MatchAnalyzer,
) -> Result<(Situation, Asked, Option<FirstPlay>), AnalysisError> {
    let dice = first_roll(game, rng);
    let first = rolled(game, game.start(), dice);
    let first = analyzer.decision(&first, DecisionKind::Play, None)?;
    let play = first.and_then(|decision| decision.best).unwrap_or_default();
    let first = FirstPlay { roll: dice.to_string(), play };
    let result = first.result(game);
    let position = result.unwrap_or_else(|| game.passed(&game.start(), dice));
    let mut dice = roll(game, rng);
    for _ in 1..DRAWS {
        if has_choice(game, &position, dice) {
            break;
        }
        dice = roll(game, rng);
    }
    let table = rolled(game, position, dice);
    let decision = analyzer.decision(&table, DecisionKind::Play, None)?;
    Ok((table, Asked::decision(table, decision, analyzer), result.map(|_| first)))
}

fn rolled(game: Game, position: Position, dice: Dice) -> Situation {
    Situation { phase: Phase::Rolled(dice), ..Situation::new(position, game) }
}

/// Draws a first roll. Rolls that can be played in only one way are left out.
fn first_roll(game: Game, rng: &mut GameRng) -> Dice {
    let all = Plan::first_rolls(game);
    let is_asked = |dice: &Dice| has_choice(game, &game.start(), *dice);
    let asked: Vec<Dice> = all.iter().copied().filter(is_asked).collect();
    let asked = if asked.is_empty() { all } else { asked };
    asked[rng.random_range(0..asked.len())]
}

fn has_choice(game: Game, position: &Position, dice: Dice) -> bool {
    Plays::new(game).generate(position, dice).len() > 1
}
