//! `show`: the position, the table, settings and statistics.

use super::{
    board,
    error::{CommandError, unknown},
    export::score_line,
    keyword::find,
    options::gnubg_plies,
    session::Session,
    statistics,
};
use sheshbesh_movegen::{Phase, Stakes};

/// Views.
const VIEWS: &[&str] = &[
    "analysis",
    "beavers",
    "board",
    "crawford",
    "cube",
    "dice",
    "engine",
    "evaluation",
    "fullboard",
    "gnubgid",
    "jacoby",
    "matchequitytable",
    "matchlength",
    "met",
    "pipcount",
    "player",
    "rollout",
    "score",
    "statistics",
    "turn",
    "variation",
    "version",
    "xgid",
];

impl Session {
    /// Answers `show`.
    pub(super) fn show(&mut self, words: &[String]) -> Result<String, CommandError> {
        let (view, rest) = words.split_first().ok_or(CommandError::Missing("a view"))?;
        let name = find(view, VIEWS).ok_or_else(|| unknown("view", view))?;
        let options = &self.options;
        let names = &options.names;
        Ok(match name {
            "board" | "fullboard" => self.draw(&self.table()?),
            "gnubgid" => format!("{}\n", self.table()?.gnu_id()),
            "xgid" => {
                let table = self.table()?;
                let id = table
                    .complete_xgid()
                    .ok_or_else(|| CommandError::Other(format!("{} has no XGIDs", table.game)))?;
                format!("XGID={}\n", id.trim_start_matches("XGID="))
            }
            "cube" => {
                let table = self.table()?;
                let value = table.cube.value();
                match table.cube.owner() {
                    Some(owner) => {
                        format!(
                            "The cube is at {value}, and is owned by {}.\n",
                            names[table.seat.of(owner)]
                        )
                    }
                    None => format!("The cube is at {value}, and is centred.\n"),
                }
            }
            "dice" => {
                let table = self.table()?;
                match table.phase {
                    Phase::Rolled(dice) => {
                        format!(
                            "{} has rolled {} and {}.\n",
                            names[table.seat],
                            dice.high(),
                            dice.low()
                        )
                    }
                    _ => format!("{} has not yet rolled the dice.\n", names[table.seat]),
                }
            }
            "turn" => {
                let table = self.table()?;
                format!("{} is on roll.\n", names[table.seat.of(table.to_decide())])
            }
            "pipcount" => {
                let pips = board::pip_counts(&self.table()?);
                format!(
                    "The pip counts are: {} {}, {} {}.\n",
                    names.bottom, pips.bottom, names.top, pips.top
                )
            }
            "score" => {
                let table = self.table()?;
                let stakes = match table.stakes {
                    Stakes::Money { jacoby, .. } => {
                        format!(
                            "money session, with{} Jacoby rule",
                            if jacoby { "" } else { "out" }
                        )
                    }
                    Stakes::Match { length, crawford } => {
                        let points = if length == 1 { "point" } else { "points" };
                        let crawford = if crawford { ", Crawford game" } else { "" };
                        format!("match to {length} {points}{crawford}")
                    }
                };
                let games = self
                    .file
                    .as_ref()
                    .map_or(0, |file| file.reading.record.games.len().saturating_sub(1));
                score_line(names, games, table.score.seated(table.seat), &stakes)
            }
            "crawford" => {
                let is_on = matches!(self.table()?.stakes, Stakes::Match { crawford: true, .. });
                format!("This is {}the Crawford game.\n", if is_on { "" } else { "not " })
            }
            "jacoby" => format!("Jacoby rule in new money games: {}.\n", on_off(options.jacoby)),
            "beavers" => {
                let beavers = match (self.table(), options.beavers) {
                    (_, Some(beavers)) => beavers,
                    (Ok(table), None) => table.stakes.beavers(),
                    (Err(_), None) => false,
                };
                format!("Beavers in money games: {}.\n", on_off(beavers))
            }
            "matchlength" => format!("New matches are to {} points.\n", options.match_length),
            "matchequitytable" | "met" => {
                format!("Match equity table: {}\n", options.equities.name())
            }
            "player" => format!("Player 0: {}\nPlayer 1: {}\n", names.top, names.bottom),
            "variation" => format!("Variation: {}\n", options.game),
            "analysis" => {
                format!("Analysis: {} ply.\n", gnubg_plies(options.analysis_depth().plies()))
            }
            "evaluation" => format!(
                "`hint' and `evaluate': plays {} ply, cube decisions {} ply, {}.\n",
                gnubg_plies(options.play_depth().plies()),
                gnubg_plies(options.cube_depth().plies()),
                if options.cubeful { "cubeful" } else { "cubeless" }
            ),
            "rollout" => {
                let choice = options.rollout;
                format!(
                    "Rollouts: {} games, seed {}, {} ply.\n",
                    choice.games, choice.seed, choice.plies
                )
            }
            "engine" | "version" => format!("{}\n", version()),
            _ => {
                let file = self.file.as_ref().ok_or(CommandError::NoMatch)?;
                let analyzed = file.analyzed.as_ref().ok_or(CommandError::NotAnalyzed)?;
                let parts = ["match", "game", "session"];
                match rest.first().map_or(Some("match"), |part| find(part, &parts)) {
                    Some("game") => {
                        statistics::of_game(analyzed, analyzed.games.len().saturating_sub(1))
                    }
                    Some(_) => statistics::of_match(analyzed),
                    None => return Err(unknown("part of a match", &rest[0])),
                }
            }
        })
    }
}

/// The program's version.
pub fn version() -> String {
    format!("Sheshbesh {}, with the commands of GNU Backgammon", env!("CARGO_PKG_VERSION"))
}

const fn on_off(is_on: bool) -> &'static str {
    if is_on { "on" } else { "off" }
}
