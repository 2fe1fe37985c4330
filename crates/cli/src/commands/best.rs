//! `shesh best`: ranks the plays of a position and a roll.

use crate::{
    args::{
        CubeUse, GameOption, QueryPly, Scores, Search, StakesArgs, Weights, ask_everywhere,
        open_engine,
    },
    error::CliError,
    terminal::{note, print, print_json},
};
use clap::Args;
use sheshbesh_analysis::{
    EngineId,
    board::{self, Names},
    notes::scores as scores_note,
};
use sheshbesh_api::{
    limits::Limits,
    queries::{BestQuery, ScoresQuery},
};
use sheshbesh_evaluator::{Engine, Stop};
use sheshbesh_movegen::Situation;

/// Default number of plays in the table.
const SHOWN: u16 = 10;

/// Rank the plays of a roll
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh best 4HPwATDgc/ABMA 31              best opening plays with 31
  shesh best 4HPwATDgc/ABMA 31 --ply 4      deeper search
  shesh best 4HPwATDgc/ABMA 31 --ply rollout1
                                            truncated rollouts of the best plays
  shesh best XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10
  shesh best 4HPwATDgc/ABMA 31 --match 7 --score 5-2
  shesh best 4HPwATDgc/ABMA 31 --cubeless   rank by cubeless equity
  shesh best 4HPwATDgc/ABMA 21 --scores 7   at every score of a match to 7
  shesh best 4HPwATDgc/ABMA 64 --cubes      with each owner of the cube
  shesh best 4HPwATDgc/ABMA 41 --explain '8/4 6/5'
                                            explain why the best play is better
  shesh best 4HPwATDgc/ABMA 31 --json       all plays, for programs
  shesh best AACgAgAAKgAAAA 65 --game hypergammon
  shesh best 31 --game fevga                start of another game

Plays are ranked by cubeful equity in games with a cube. At least the best five
are searched to the full depth (--filter narrow: fewer). Plays searched less
deeply follow, with their ply. rollout1 plays 72 games of 5 plies of each of the
best five plays, rollout2 360 games of 7 plies (like XG Roller+), and rollout3
the same with plays at 2-ply (like XG Roller++).

JSON fields: engine, game, position_id, xgid, dice, cubeful, and plays, best
first. Each play has play, position_id (of the resulting position, opponent on
roll), equity (the ranking criterion), cubeless_equity (per game at cube 1),
ply, and the probabilities of the player on roll; with a truncated rollout also
rollout (its name) and standard_error. --explain adds explanation:
better, other, difference (also by outcomes and by rolls), board, contexts,
depths, sentences.
--cubes adds cubes: for the cube centred, owned and the opponent's, the best
play, equity, differs (from the play that is best with the present cube), and
loss (of that play).
With --scores, JSON has the best play at each score and for money, with the
letters of the table.")]
pub struct Best {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line [default: the start]
    position: Option<String>,
    /// Roll, such as 31 [default: the roll of the ID]
    dice: Option<String>,
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
    /// Add the best play with the cube centred, owned and the opponent's, and mark
    /// where they differ
    #[arg(long, conflicts_with_all = ["scores", "cubeless"])]
    cubes: bool,
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
        let (situation, roll) =
            self.game.read_with_roll(self.position.as_deref(), self.dice.as_deref())?;
        let situation = self.stakes.apply(situation, false)?;
        let dice = roll.or(situation.phase.dice()).ok_or_else(|| {
            let example = situation.game.example_roll();
            CliError::BadInput(format!("missing roll: add one, for example {example}"))
        })?;
        let options = self.search.options(self.ply.ply, Some(&self.cube_use));
        if let Some(length) = self.scores.length {
            let dice = Some(dice);
            let query = ScoresQuery::new(situation, dice, length, options, &Limits::COMMANDS)?;
            return self.answer_at_every_score(&query, &situation, length);
        }
        let mut query = BestQuery::new(situation, dice, options)?;
        if self.cubes {
            query = query.by_cube()?;
        }
        let (engine, id) = self.open_engine(&situation)?;
        if let Some(named) = &self.explain {
            query = query.explaining(named)?;
        }
        let mut answer = query.answer(&engine, id, &Stop::never())?;
        if self.json {
            answer.plays.truncate(self.plays.map_or(usize::MAX, usize::from));
            return print_json(&answer);
        }
        let board = board::draw(situation.game, &situation.position, Names::ROLES);
        let most = self.plays.unwrap_or(SHOWN).into();
        print(&format!("{board}\n{}", answer.words(&situation, query.level(), most)))
    }

    fn open_engine(&self, situation: &Situation) -> Result<(Engine, EngineId), CliError> {
        open_engine(situation, &self.stakes, &self.search, &self.weights, self.json)
    }

    fn answer_at_every_score(
        &self,
        query: &ScoresQuery,
        situation: &Situation,
        length: u16,
    ) -> Result<(), CliError> {
        let (engine, id) = self.open_engine(situation)?;
        if let Some(sentence) = scores_note(situation.game).filter(|_| length > 1) {
            note(&sentence);
        }
        let answer = ask_everywhere(query, &engine, id)?;
        if self.json {
            return print_json(&answer);
        }
        let board = board::draw(situation.game, &situation.position, Names::ROLES);
        print(&format!("{board}\n{}", answer.words(situation)))
    }
}
