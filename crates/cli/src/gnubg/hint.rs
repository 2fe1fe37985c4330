//! `hint`, `evaluate` and `rollout`: answers about the present position.

use super::{
    board,
    cube::{self, CubeText},
    error::CommandError,
    options::{depth, gnubg_plies},
    session::Session,
};
use sheshbesh_analysis::EngineId;
use sheshbesh_api::{
    answers::{CubeAnswer, Play},
    limits::Limits,
    queries::{BestQuery, CubeQuery, EvaluateQuery, RolloutOptions, RolloutQuery, SearchOptions},
    text::rollout_table,
};
use sheshbesh_evaluator::{Depth, Engine, Stop, cube::CubeModel};
use sheshbesh_matchfile::Chances;
use sheshbesh_movegen::{Phase, Situation};
use sheshbesh_network::Probabilities;
use sheshbesh_parallel::Executor;
use std::fmt::Write;

/// Number of plays without a number.
const PLAYS: usize = 10;

/// Converts probabilities to the type of annotations.
fn chances(p: &Probabilities) -> Chances {
    Chances {
        win: p.win.into(),
        win_gammon: p.win_gammon.into(),
        win_backgammon: p.win_backgammon.into(),
        lose_gammon: p.lose_gammon.into(),
        lose_backgammon: p.lose_backgammon.into(),
    }
}

/// Normalized equity of probabilities with a dead cube, at a situation's stakes.
pub(super) fn dead_cube_equity(
    engine: &Engine,
    table: &Situation,
    p: &Chances,
) -> Result<f64, CommandError> {
    let settings = engine.settings();
    let equities = settings.equities.of(table);
    let model = CubeModel::new(table, &equities, settings.efficiency.unwrap_or_default(), false);
    let points = model.map_err(CommandError::other)?.outcome_points().map(f64::from);
    let lose = 1.0 - p.win;
    let shares = [
        p.win - p.win_gammon,
        p.win_gammon - p.win_backgammon,
        p.win_backgammon,
        lose - p.lose_gammon,
        p.lose_gammon - p.lose_backgammon,
        p.lose_backgammon,
    ];
    Ok(shares.iter().zip(points).map(|(share, points)| share * points).sum())
}

impl Session {
    /// Answers `hint`: the best plays of the roll, otherwise the cube decision.
    pub(super) fn hint(&mut self, words: &[String]) -> Result<String, CommandError> {
        let most = match words.first() {
            None => PLAYS,
            Some(text) => {
                text.parse().ok().filter(|&most| most > 0).ok_or_else(|| CommandError::Invalid {
                    what: "number of plays",
                    text: text.clone(),
                    expected: "give 1 or more",
                })?
            }
        };
        let table = self.table()?;
        let text = match table.phase {
            Phase::Rolled(_) => self.plays(&table, most)?,
            _ => self.cube(&table)?,
        };
        self.analyze_position()?;
        Ok(text)
    }

    fn plays(&mut self, table: &Situation, most: usize) -> Result<String, CommandError> {
        let Phase::Rolled(dice) = table.phase else { return Err(CommandError::Missing("a roll")) };
        let options = SearchOptions {
            level: Some(self.options.play_depth().into()),
            filter: None,
            cubeful: Some(self.options.cubeful),
        };
        let query = BestQuery::new(*table, dice, options).map_err(CommandError::other)?;
        let engine = self.engine(table.game)?;
        let answer = query.answer(&engine, EngineId::program(), &Stop::never());
        let answer = answer.map_err(CommandError::other)?;
        if let [only] = &answer.plays[..]
            && only.play == sheshbesh_movegen::notation::PASS
        {
            return Ok("There are no legal moves.\n".to_owned());
        }
        let is_mwc = self.options.mwc;
        let worth = |play: &Play| match play.mwc.filter(|_| is_mwc) {
            Some(chance) => (f64::from(chance), true),
            None => (f64::from(play.equity), false),
        };
        let word = if answer.cubeful { "Cubeful" } else { "Cubeless" };
        let mut text = String::new();
        for (play, number) in answer.plays.iter().take(most).zip(1..) {
            let (value, in_match) = worth(play);
            let best = (number > 1).then(|| worth(&answer.plays[0]).0);
            let shown = cube::value(value, best, in_match, self.options.digits);
            let plies = gnubg_plies(play.ply);
            let label = if in_match { "MWC:" } else { "Eq.:" };
            let _ = writeln!(
                text,
                "{number:>5}. {word} {plies}-ply    {:<28} {label} {shown}",
                play.play
            );
            let _ = writeln!(text, "       {}", cube::chances(&chances(&play.probabilities)));
            let _ = writeln!(text, "        {plies}-ply {}", word.to_lowercase());
        }
        Ok(text)
    }

    fn cube(&mut self, table: &Situation) -> Result<String, CommandError> {
        let options = SearchOptions {
            level: Some(self.options.cube_depth().into()),
            ..SearchOptions::default()
        };
        let query = CubeQuery::new(*table, options).map_err(CommandError::other)?;
        let engine = self.engine(table.game)?;
        let answer = query.answer(&engine, EngineId::program(), &Stop::never());
        let answer = answer.map_err(CommandError::other)?;
        if !answer.figures.may_double && table.phase == Phase::BeforeRoll {
            return Ok("You cannot double.\n".to_owned());
        }
        let text = self.cube_text(&engine, table, &answer)?;
        Ok(format!("\n{}\n", text.write(&self.options)))
    }

    fn cube_text(
        &self,
        engine: &Engine,
        table: &Situation,
        answer: &CubeAnswer,
    ) -> Result<CubeText, CommandError> {
        let figures = &answer.figures;
        let before = Situation { phase: Phase::BeforeRoll, ..*table };
        let p = chances(&figures.probabilities);
        let is_match = table.away().is_some();
        Ok(CubeText {
            plies: gnubg_plies(answer.ply),
            cubeless: dead_cube_equity(engine, &before, &p)?,
            money: is_match.then_some(figures.cubeless_equity.into()),
            chances: p,
            equities: [figures.no_double, figures.double_take, figures.double_pass].map(f64::from),
            match_chances: figures
                .mwc
                .map(|mwc| [mwc.no_double, mwc.double_take, mwc.double_pass].map(f64::from)),
            redouble: table.cube.owner().is_some(),
            may_beaver: table.stakes.beavers() && table.turns_left() >= 2,
        })
    }

    /// Answers `evaluate`: the position at each depth up to that of `hint`, and the cube decision.
    pub(super) fn evaluate(&mut self) -> Result<String, CommandError> {
        let table = Situation { phase: Phase::BeforeRoll, ..self.table()? };
        let engine = self.engine(table.game)?;
        let id = table.gnu_id();
        let (position, around) = id.split_once(':').unwrap_or((&id, ""));
        let mut text = format!(
            "Position ID:\t{position}\nMatch ID:\t{around}\n\n        Win     W(g)    W(bg)   L(g)    \
             L(bg)   Equity    Cubeful\n"
        );
        for plies in 1..=self.options.play_depth().plies() {
            let Some(ply) = Depth::new(plies) else { break };
            let options = SearchOptions { level: Some(ply.into()), ..SearchOptions::default() };
            let query = EvaluateQuery::new(table, options);
            let found = query.answer(&engine, EngineId::program(), &Stop::never());
            let found = found.map_err(CommandError::other)?;
            let p = &found.probabilities;
            let label = match gnubg_plies(plies) {
                0 => "static".to_owned(),
                plies => format!("{plies:>2} ply"),
            };
            let _ = write!(
                text,
                "{label:>6}: {:.3}   {:.3}   {:.3}   {:.3}   {:.3}   {:+.3}",
                p.win,
                p.win_gammon,
                p.win_backgammon,
                p.lose_gammon,
                p.lose_backgammon,
                found.equity
            );
            match found.cubeful_equity {
                Some(equity) => _ = writeln!(text, "    {equity:+.3}"),
                None => text.push('\n'),
            }
        }
        if table.game.has_cube()
            && let Ok(cube) = self.cube(&table)
        {
            text.push_str(&cube);
        }
        Ok(text)
    }

    /// Answers `rollout`: the position, or the best plays of the roll.
    pub(super) fn roll_out(&mut self) -> Result<String, CommandError> {
        let table = self.table()?;
        let dice = match table.phase {
            Phase::Rolled(dice) => Some(dice),
            _ => None,
        };
        let choice = self.options.rollout;
        let search = SearchOptions {
            level: Some(depth(choice.plies).min(sheshbesh_api::limits::ROLLOUT_DEPTH).into()),
            filter: None,
            cubeful: Some(self.options.cubeful),
        };
        let options = RolloutOptions {
            games: choice.games,
            seed: choice.seed,
            truncate: choice.truncate.1.then_some(choice.truncate.0),
            variance_reduction: choice.variance_reduction,
            stratified: choice.stratified,
            ..RolloutOptions::default()
        };
        let query = RolloutQuery::new(Situation { phase: Phase::BeforeRoll, ..table })
            .and_then(|query| query.of_roll(dice)?.with_options(search, options, &Limits::COMMANDS))
            .map_err(CommandError::other)?;
        let engine = self.engine(table.game)?;
        query.check_stakes(&engine).map_err(CommandError::other)?;
        let (executor, id) = (Executor::Threads, EngineId::program());
        let answer = query.answer(&executor, &engine, id, &Stop::never(), &mut |_| true);
        let answer = answer.map_err(CommandError::other)?;
        let head = board::draw(&table, &self.options.names);
        Ok(format!("{head}\nRollout:\n{}", rollout_table(table.game, &answer.results)))
    }
}
