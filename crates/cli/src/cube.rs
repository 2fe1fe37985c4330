//! `shesh cube`: what to do with the doubling cube.

use crate::{
    failure::Failure,
    options::{GameOption, QuestionPly, Search, Table, Weights},
    output::{print, print_json},
    scores::{Scores, ask_everywhere},
};
use clap::Args;
use sheshbesh_analysis::{
    board::{self, Names},
    explained::{CubeExplanation, explain_cube},
    verdicts::{CubeAnswer, CubeScores, EngineId, cube_words, for_money, lookup_words},
};
use sheshbesh_evaluator::{Evaluator, Settings};
use sheshbesh_movegen::{Phase, Situation};
use sheshbesh_network::Network;
use std::sync::Arc;

/// Says what to do with the doubling cube
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh cube 4HPwATDgc/ABMA                 the start of a money game
  shesh cube 4HPwATDgc/ABMA --ply 4 --jacoby --beavers
  shesh cube XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:4:0:7:10
  shesh cube 4HPwATDgc/ABMA --scores 7      at every score of a match to 7
  shesh cube AQAAhAAAAAAAAA --match 7 --score 3-4 --cube 2:own --json
  shesh cube XGID=-b----E-C---eE---c-e----B-:0:0:1:00:3:4:0:7:10 --explain
                                          market losers, wrong passes, stakes

Cube and score come from the ID where it has them. Equities are cubeful points
per game at the present cube; in a match, winning a single game is +1 and losing
one -1, and MWC is the chance to win the match. With --scores, the cube stands
as the ID or --cube says; scores at which it cannot stand so are left out. With
--explain, JSON has explanation: double and take as differences, market_losers
of 1,296 sequences, wrong_answers, contexts, depths, sentences.")]
pub struct CubeCommand {
    /// GNU Backgammon ID, XGID, OGID or FIBS board line, before the roll; the start by default
    position: Option<String>,
    /// Write the verdict as JSON
    #[arg(long)]
    json: bool,
    /// Say by how much it is right, how often a market is lost, where it is the other way round
    #[arg(long, conflicts_with = "scores")]
    explain: bool,
    #[command(flatten)]
    scores: Scores,
    #[command(flatten)]
    ply: QuestionPly,
    #[command(flatten)]
    table: Table,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
    #[command(flatten)]
    game: GameOption,
}

impl CubeCommand {
    pub fn run(&self) -> Result<(), Failure> {
        let situation =
            self.table.apply(self.game.read_or_start(self.position.as_deref())?, true)?;
        let position = situation.position;
        if situation.game.end(&position, None).is_some() {
            return Err(Failure::BadInput("the game is over: there is no cube to turn".to_owned()));
        }
        if let Phase::Rolled(dice) = situation.phase {
            let message =
                format!("{dice} has been rolled already: the cube is turned before the roll");
            return Err(Failure::BadInput(message));
        }
        let equities = self.table.equities()?;
        let network = self.weights.judging(&situation)?;
        let settings = Settings { equities: Arc::clone(&equities), ..self.search.settings() };
        let mut evaluator = Evaluator::new(&network, settings);
        let depth = self.ply.depth(situation.game);
        if let Some(length) = self.scores.length {
            return self.at_every_score(&network, &evaluator, &situation, length);
        }
        let verdict = evaluator.cube_decision(&situation, depth).map_err(Failure::bad_input)?;
        let explanation = match self.explain {
            false => None,
            true => Some(self.explained(&mut evaluator, &situation)?),
        };
        let looked_up = evaluator.looked_up(&position);
        if self.json {
            let engine = self.weights.id(&network).looking_up(looked_up, &situation);
            let answer = CubeAnswer::new(engine, &situation, &verdict, &equities);
            return print_json(&CubeAnswer { explanation, ..answer });
        }
        let words = explanation.map(|explanation| format!("\n{}", explanation.words()));
        print(&format!(
            "{}\n{}{}{}",
            board::draw(situation.game, &position, Names::ROLES),
            cube_words(&situation, &verdict, &equities),
            lookup_words(looked_up),
            words.unwrap_or_default()
        ))
    }

    fn explained(
        &self,
        evaluator: &mut Evaluator,
        situation: &Situation,
    ) -> Result<CubeExplanation, Failure> {
        let explained = explain_cube(evaluator, situation, self.ply.depth(situation.game));
        explained.map_err(Failure::failed)?.ok_or_else(|| {
            Failure::BadInput("the player on roll may not double: nothing to explain".to_owned())
        })
    }

    fn at_every_score(
        &self,
        network: &Network,
        evaluator: &Evaluator,
        situation: &Situation,
        length: u16,
    ) -> Result<(), Failure> {
        let engine = if self.json { self.weights.id(network) } else { EngineId::program() };
        let depth = self.ply.depth(situation.game);
        let answer = ask_everywhere(|done| {
            CubeScores::ask(evaluator, engine, situation, depth, length, done)
        })?;
        if self.json {
            return print_json(&answer);
        }
        let board = board::draw(situation.game, &situation.position, Names::ROLES);
        print(&format!("{board}\n{}", answer.words(&for_money(situation))))
    }
}
