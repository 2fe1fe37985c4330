//! `shesh best`: the best plays for a position and a roll.

use crate::{
    failure::Failure,
    options::{GameOption, Ply, Search, Table, Weights},
    output::{note, print, print_json},
    scores::{Scores, ask_everywhere},
};
use clap::Args;
use sheshbesh_analysis::{
    board::{self, Names},
    explained::{CannotExplain, Explanation, compared, explain},
    verdicts::{
        BestPlays, EngineId, Head, PlayScores, for_money, heading, lookup_words, play_table, plays,
        scores_note,
    },
};
use sheshbesh_evaluator::{Depth, Evaluator, RankedPlay, Settings};
use sheshbesh_movegen::{Dice, Phase, Position, Situation, notation};
use sheshbesh_network::Network;

/// Ranks the plays of a roll
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh best 4HPwATDgc/ABMA 31              the best opening plays with 31
  shesh best 4HPwATDgc/ABMA 31 --ply 2      looking at all replies
  shesh best XGID=-b----E-C---eE---c-e----B-:0:0:1:64:0:0:0:0:10
  shesh best 4HPwATDgc/ABMA 31 --cubeful --match 7 --score 5-2
  shesh best 4HPwATDgc/ABMA 21 --scores 7   at every score of a match to 7
  shesh best 4HPwATDgc/ABMA 41 --ply 2 --explain '8/4 6/5'
                                            by what the best is better than that
  shesh best 4HPwATDgc/ABMA 31 --json       all plays, for programs
  shesh best AACgAgAAKgAAAA 65 --game hypergammon

With --json: engine, game, position_id, xgid, dice and plays, best first, each
with play, position_id (of the resulting position, the opponent on roll),
equity, ply, and the probabilities of who played. Plays that the filter looked
at more closely come before the others. With --explain, explanation: better and
other, difference, and that by outcomes and by rolls, board, contexts, depths,
sentences.
With --scores: the best play at each score and for money, with the letters of
the table.")]
pub struct Best {
    /// GNU Backgammon ID or XGID
    position: String,
    /// The roll, such as 31; not needed where the ID has it
    dice: Option<Dice>,
    /// How many plays to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..), conflicts_with_all = ["json", "scores"])]
    plays: u16,
    /// Write all plays as JSON
    #[arg(long)]
    json: bool,
    /// Say by what the best play is better than the second, than a PLAY, or the better of two
    /// PLAYs than the other; at 2-ply or deeper on which rolls, too
    #[arg(long, value_name = "PLAY", num_args = 0..=2, conflicts_with = "scores")]
    explain: Option<Vec<String>>,
    /// Rank by equity with the doubling cube
    #[arg(long)]
    cubeful: bool,
    #[command(flatten)]
    scores: Scores,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

impl Best {
    pub fn run(&self) -> Result<(), Failure> {
        let situation = self.table.apply(self.game.read(&self.position)?, self.cubeful)?;
        let position = situation.position;
        let dice = match (self.dice, situation.phase) {
            (Some(dice), _) | (None, Phase::Rolled(dice)) => dice,
            _ => {
                let message = "the position comes without a roll: give one, such as 31";
                return Err(Failure::BadInput(message.to_owned()));
            }
        };
        if situation.game.end(&position, None).is_some() {
            return Err(Failure::BadInput("the game is over: there is nothing to play".to_owned()));
        }
        let network = self.weights.judging(&situation)?;
        let mut evaluator = Evaluator::new(
            &network,
            Settings {
                equities: self.table.equities()?,
                cubeful: self.cubeful,
                ..self.search.settings()
            },
        );
        if let Some(length) = self.scores.length {
            if let Some(said) = scores_note(situation.game).filter(|_| length > 1) {
                note(&said);
            }
            return self.at_every_score(&network, &evaluator, &situation, dice, length);
        }
        evaluator.set_stakes(&situation).map_err(Failure::bad_input)?;
        let ranked = evaluator.rank(&position, dice, self.ply.depth);
        let plays = plays(&situation, dice, &ranked).map_err(Failure::failed)?;
        let explanation = match &self.explain {
            None => None,
            Some(named) => Some(self.explain(&mut evaluator, &situation, dice, &ranked, named)?),
        };
        let looked_up = evaluator.looked_up(&position);
        if self.json {
            let rolled = Situation { phase: Phase::Rolled(dice), ..situation };
            let engine = self.weights.id(&network).looking_up(looked_up, &situation);
            let head = Head::new(engine, &rolled);
            return print_json(&BestPlays { head, dice: dice.to_string(), plays, explanation });
        }
        let grid = self.ply.depth >= Depth::TWO;
        let words = explanation.map(|explanation| format!("\n{}", explanation.words(grid)));
        print(&format!(
            "{}\n{}\n{}{}{}",
            board::draw(situation.game, &position, Names::ROLES),
            heading(&situation, dice, plays.len(), self.ply.depth, self.cubeful),
            play_table(&plays, self.plays.into()),
            lookup_words(looked_up),
            words.unwrap_or_default()
        ))
    }

    /// Takes two plays apart: those that are named, one and the best other, or the two best.
    fn explain(
        &self,
        evaluator: &mut Evaluator,
        situation: &Situation,
        dice: Dice,
        ranked: &[RankedPlay],
        named: &[String],
    ) -> Result<Explanation, Failure> {
        let read = |text: &String| {
            notation::parse(situation.game, &situation.position, dice, text)
                .map_err(Failure::bad_input)
        };
        let named = named.iter().map(read).collect::<Result<Vec<Position>, Failure>>()?;
        let plays = compared(ranked, &named).ok_or_else(|| {
            Failure::BadInput(format!("{dice} has one play: no other to compare"))
        })?;
        explain(evaluator, situation, dice, plays, self.ply.depth).map_err(|error| match error {
            CannotExplain::SamePlay => Failure::bad_input(error),
            _ => Failure::failed(error),
        })
    }

    fn at_every_score(
        &self,
        network: &Network,
        evaluator: &Evaluator,
        situation: &Situation,
        dice: Dice,
        length: u16,
    ) -> Result<(), Failure> {
        let engine = if self.json { self.weights.id(network) } else { EngineId::program() };
        let depth = self.ply.depth;
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
