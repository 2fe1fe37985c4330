//! `shesh best`: ranks the plays of a position and a roll.

use crate::{
    args::{CubeUse, GameOption, QueryPly, Scores, Search, StakesArgs, Weights, ask_everywhere},
    error::CliError,
    terminal::{note, print, print_json},
};
use clap::Args;
use sheshbesh_analysis::{
    EngineId,
    board::{self, Names},
    explain::{ExplainError, Explanation, compared, explain},
    notes::scores as scores_note,
};
use sheshbesh_api::{
    answers::{BestPlays, Head, PlayScores, describe_plays, for_money},
    text::{heading, lookup_words, play_table},
};
use sheshbesh_evaluator::{Depth, Evaluator, RankedPlay, Settings};
use sheshbesh_movegen::{Dice, Phase, Position, Situation, notation};
use sheshbesh_network::Network;

/// Default number of plays in the table.
const SHOWN: u16 = 10;

/// Rank the plays of a roll
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh best 4HPwATDgc/ABMA 31              best opening plays with 31
  shesh best 4HPwATDgc/ABMA 31 --ply 4      deeper search
  shesh best XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10
  shesh best 4HPwATDgc/ABMA 31 --match 7 --score 5-2
  shesh best 4HPwATDgc/ABMA 31 --cubeless   rank by cubeless equity
  shesh best 4HPwATDgc/ABMA 21 --scores 7   at every score of a match to 7
  shesh best 4HPwATDgc/ABMA 41 --explain '8/4 6/5'
                                            explain why the best play is better
  shesh best 4HPwATDgc/ABMA 31 --json       all plays, for programs
  shesh best AACgAgAAKgAAAA 65 --game hypergammon
  shesh best 31 --game fevga                start of another game

Plays are ranked by cubeful equity in games with a cube. At least the best five
are searched to the full depth (--filter narrow: fewer). Plays searched less
deeply follow, with their ply.

JSON fields: engine, game, position_id, xgid, dice, cubeful, and plays, best
first. Each play has play, position_id (of the resulting position, opponent on
roll), equity (the ranking criterion), cubeless_equity (per game at cube 1),
ply, and the probabilities of the player on roll. --explain adds explanation:
better, other, difference (also by outcomes and by rolls), board, contexts,
depths, sentences.
With --scores, JSON has the best play at each score and for money, with the
letters of the table.")]
pub struct Best {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line [default: the start]
    position: Option<String>,
    /// Roll, such as 31 [default: the roll of the ID]
    dice: Option<Dice>,
    /// Number of plays to show [default: 10; all with --json]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..), conflicts_with = "scores")]
    plays: Option<u16>,
    /// Write the plays as JSON
    #[arg(long)]
    json: bool,
    /// Explain why the best play beats the runner-up, a given PLAY, or which of two PLAYs is
    /// better; at 2-ply or deeper, list the deciding rolls
    #[arg(long, value_name = "PLAY", num_args = 0..=2, conflicts_with = "scores")]
    explain: Option<Vec<String>>,
    #[command(flatten)]
    cube_use: CubeUse,
    #[command(flatten)]
    scores: Scores,
    #[command(flatten)]
    ply: QueryPly,
    #[command(flatten)]
    stakes: StakesArgs,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

impl Best {
    pub fn run(&self) -> Result<(), CliError> {
        let (situation, roll) = self.game.read_with_roll(self.position.as_deref(), self.dice)?;
        let situation = self.stakes.apply(situation, false)?;
        let position = situation.position;
        let dice = match (roll, situation.phase) {
            (Some(dice), _) | (None, Phase::Rolled(dice)) => dice,
            _ => {
                let message = "missing roll: add one, for example 31";
                return Err(CliError::BadInput(message.to_owned()));
            }
        };
        if situation.game.end(&position, None).is_some() {
            return Err(CliError::BadInput("the game is over: there are no plays".to_owned()));
        }
        let cubeful = self.cube_use.is_cubeful(situation.game);
        let depth = self.ply.depth(situation.game);
        let network = self.weights.network_for(&situation)?;
        let mut evaluator = Evaluator::new(
            &network,
            Settings { equities: self.stakes.equities()?, cubeful, ..self.search.settings() },
        );
        if let Some(length) = self.scores.length {
            if let Some(sentence) = scores_note(situation.game).filter(|_| length > 1) {
                note(&sentence);
            }
            return self.answer_at_every_score(&network, &evaluator, &situation, dice, length);
        }
        evaluator.set_stakes(&situation).map_err(CliError::bad_input)?;
        let ranked = evaluator.rank_in_full(&position, dice, depth);
        let mut answers = describe_plays(&situation, dice, &ranked).map_err(CliError::failed)?;
        let explanation = match &self.explain {
            None => None,
            Some(named) => Some(self.explain(&mut evaluator, &situation, dice, &ranked, named)?),
        };
        let looked_up = evaluator.tablebase_hit(&position);
        if self.json {
            let rolled = Situation { phase: Phase::Rolled(dice), ..situation };
            let engine = self.weights.id(&network).looking_up(looked_up, &situation);
            let head = Head::new(engine, &rolled);
            answers.truncate(self.plays.map_or(usize::MAX, usize::from));
            let dice = dice.to_string();
            return print_json(&BestPlays { head, dice, cubeful, plays: answers, explanation });
        }
        let grid = depth >= Depth::TWO;
        let words = explanation.map(|explanation| format!("\n{}", explanation.words(grid)));
        print(&format!(
            "{}\n{}\n{}{}{}",
            board::draw(situation.game, &position, Names::ROLES),
            heading(&situation, dice, answers.len(), depth, cubeful),
            play_table(&answers, self.plays.unwrap_or(SHOWN).into()),
            lookup_words(looked_up),
            words.unwrap_or_default()
        ))
    }

    /// Explains the difference of two plays: the two named ones, one and the best other, or the two
    /// best.
    fn explain(
        &self,
        evaluator: &mut Evaluator,
        situation: &Situation,
        dice: Dice,
        ranked: &[RankedPlay],
        named: &[String],
    ) -> Result<Explanation, CliError> {
        let read = |text: &String| {
            notation::parse(situation.game, &situation.position, dice, text)
                .map_err(CliError::bad_input)
        };
        let named = named.iter().map(read).collect::<Result<Vec<Position>, CliError>>()?;
        let plays = compared(ranked, &named).ok_or_else(|| {
            CliError::BadInput(format!("{dice} has one play: no other to compare"))
        })?;
        let depth = self.ply.depth(situation.game);
        explain(evaluator, situation, dice, plays, depth).map_err(|error| match error {
            ExplainError::SamePlay => CliError::bad_input(error),
            _ => CliError::failed(error),
        })
    }

    fn answer_at_every_score(
        &self,
        network: &Network,
        evaluator: &Evaluator,
        situation: &Situation,
        dice: Dice,
        length: u16,
    ) -> Result<(), CliError> {
        let engine = if self.json { self.weights.id(network) } else { EngineId::program() };
        let depth = self.ply.depth(situation.game);
        let answer = ask_everywhere(|done| {
            PlayScores::ask(evaluator, engine, situation, dice, depth, length, done)
        })?;
        if self.json {
            return print_json(&answer);
        }
        let board = board::draw(situation.game, &situation.position, Names::ROLES);
        print(&format!("{board}\n{}", answer.words(&for_money(situation))))
    }
}
