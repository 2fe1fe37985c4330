//! `shesh play`: games against the engine.

mod autosave;
mod chouette;
mod dice;
mod dice_source;
mod engine;
mod game_loop;
mod human_turn;
mod input;
mod narration;
mod seats;
mod tutor;

use crate::{
    args::{Ply, RulesArgs, Search, SkillOption, Weights, note_scoring},
    error::CliError,
    files::Save,
    terminal::{note, print},
};
use autosave::Autosave;
use chouette::ChouetteOptions;
use clap::Args;
use dice_source::{DiceFeed, DiceSource};
use game_loop::PlaySession;
use sheshbesh_analysis::notes::solved_game;
use sheshbesh_arena::{CubePolicy, NetworkPlayer, Player, SkilledPlayer, Visibility};
use sheshbesh_movegen::{CubeRules, Referee, TableRules, random::game_rng};
use std::time::{SystemTime, UNIX_EPOCH};
use tutor::TutorOptions;

/// Play against the engine
#[derive(Args)]
#[command(after_help = "\
Examples:
  shesh play
  shesh play --ply 2                        stronger opponent
  shesh play --level casual --cube          opponent who errs like people
  shesh play --level 8 --match 7            PR 8, between expert and advanced
  shesh play --seed 7                       repeat the dice of a seed
  shesh play --game nackgammon
  shesh play --cube --jacoby                game with the doubling cube
  shesh play --match 5                      match to 5 points
  shesh play --frame tavli --match 7        portes, plakoto and fevga in turn
  shesh play --match 5 --save mine.mat      save the match
  shesh play --position XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10
                                            start here; you are at the bottom
  shesh play --tutor --cube                 warnings before mistakes are final
  shesh play --match 5 --dice by-hand       type the rolls of a real board
  shesh play --dice rolls.txt               take the rolls from a file
  shesh play --chouette Ann,Bob,Cleo=2      Ann against Bob and the engine

Write plays as 8/5 6/5, 24/14, bar/22, 6/off or 6/5(2).")]
pub struct Play {
    /// Seed of the dice [default: a new one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Dice of both players: random, by-hand (typed, for a real board), or a file with rolls such as 31
    #[arg(long, value_name = "SOURCE", default_value_t, conflicts_with = "seed")]
    dice: DiceSource,
    #[command(flatten)]
    save: Save,
    #[command(flatten)]
    tutor: TutorOptions,
    #[command(flatten)]
    chouette: ChouetteOptions,
    #[command(flatten)]
    ply: Ply,
    #[command(flatten)]
    level: SkillOption,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    search: Search,
    #[command(flatten)]
    weights: Weights,
}

impl Play {
    pub fn run(&self) -> Result<(), CliError> {
        let seed = self.seed.unwrap_or_else(|| {
            let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            since_1970.as_nanos() as u64
        });
        let again =
            format!("(To play with the same dice again, add --seed {seed} to the same options.)\n");
        let (rules, search, weights) = (&self.rules, &self.search, &self.weights);
        let chouette = self.chouette.session(rules, search, weights, self.ply.level, seed)?;
        if let Some(mut chouette) = chouette {
            print(&format!("Type help for a list of commands.\n{again}\n"))?;
            return chouette.play();
        }
        let target = self.save.target()?;
        let dice = self.dice.open()?;
        let (frame, rules) = (self.rules.frame()?, self.rules.rules()?);
        let networks = self.weights.networks_of(&self.rules.games(rules.as_ref())?)?;
        let tutor = self.tutor.build(&networks, &self.weights, self.search.no_tables)?;
        let start = self.rules.start(rules.as_ref())?;
        let evaluator = networks.evaluator(self.search.settings());
        let evaluator = evaluator.for_game(frame.game(0)).map_err(CliError::bad_input)?;
        for &game in frame.games() {
            if evaluator.tablebase_hit(&game.start()).is_some() {
                note(&solved_game(game));
            }
        }
        let played_by = rules.unwrap_or_else(|| TableRules::from(CubeRules::NO_CUBE));
        if let Some(scoring) = played_by.house_rules.scoring {
            frame.games().iter().for_each(|&game| note_scoring(scoring, game));
        }
        let autosave = match target {
            Some(target) => {
                target.check_stores(&frame, &played_by.house_rules)?;
                let seed = (dice == DiceFeed::Random).then_some(seed);
                Some(Autosave::new(target, frame, played_by, start.as_ref(), seed)?)
            }
            None => None,
        };
        let skill = self.level.skill;
        let opponent = (!skill.is_full()).then(|| {
            let mut opponent = SkilledPlayer::new(evaluator.clone(), self.ply.level, skill);
            // Other random numbers than those of the dice.
            opponent.begin(!seed);
            opponent
        });
        let again = match dice {
            DiceFeed::Random => again,
            DiceFeed::ByHand => "Type each roll as it falls, such as 31.\n".to_owned(),
            DiceFeed::Listed(_) => format!("The dice are those of {}.\n", self.dice),
        };
        let mut session = PlaySession {
            opponent,
            engine: NetworkPlayer::new(evaluator, self.ply.level, CubePolicy::Model),
            rng: game_rng(seed, 0),
            dice,
            referee: match start {
                None => Referee::new(frame, played_by),
                Some(table) => Referee::set_up(played_by, table).map_err(CliError::bad_input)?,
            },
            autosave,
            tutor,
            pending_input: None,
            visibility: if rules.is_some() { Visibility::Cube } else { Visibility::BoardOnly },
        };
        print(&format!(
            "You are X and move from 24 down to 1. Type help for a list of commands.\n{again}\n"
        ))?;
        if let Some(tutor) = &session.tutor {
            print(&tutor.greeting())?;
        }
        let played = session.play();
        // Save also after an error.
        session.save()?;
        played
    }
}
