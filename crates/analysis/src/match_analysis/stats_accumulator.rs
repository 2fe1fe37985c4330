//! Accumulates statistics over decisions.

use super::{
    document::{CubeError, Decision, DecisionKind, Thresholds},
    interval::{Rate, bootstrap},
    levels::{gnubg_level, xg_level},
    rounding::rounded,
    statistics::{CubeErrors, MatchRate, Statistics, Sum},
};

/// Plays that lose less than this count as the best, in EMG.
const TIE: f64 = 0.0005;

/// Class limits of [`MatchRate`]: from the first value, below the second.
const CLOSE: (f64, f64) = (0.005, 0.02);
const MIDDLE: (f64, f64) = (0.02, 0.08);
const WIDE: (f64, f64) = (0.08, f64::INFINITY);

/// Totals of a player in one game. Totals can be added in any grouping.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct StatsAccumulator {
    play_loss: f64,
    cube_loss: f64,
    loss_mwc: Option<f64>,
    loss_points: Option<f64>,
    /// Loss of decisions that count, in EMG, multiplied by eXtreme Gammon's factor.
    rated_loss: f64,
    plays: u64,
    cube_decisions: u64,
    gnubg_decisions: u64,
    moves_of_both: u64,
    errors: u64,
    blunders: u64,
    cube_errors: CubeErrors,
    rolls: u64,
    luck: f64,
    luck_mwc: Option<f64>,
    luck_points: Option<f64>,
    /// Agreements and plays for each class: all, close, middle and wide.
    rates: [(u64, u64); 4],
}

fn add(sum: &mut Option<f64>, more: Option<f64>) {
    if let Some(more) = more {
        *sum = Some(sum.unwrap_or(0.0) + more);
    }
}

impl StatsAccumulator {
    /// Adds up the decisions of a player, 1 or 2, in a game. `factor` multiplies losses in the
    /// rating; it is 1 except in eXtreme Gammon's special cases.
    pub fn new(seat: u8, decisions: &[Decision], thresholds: &Thresholds, factor: f64) -> Self {
        let mut tally = Self::default();
        for decision in decisions {
            let is_move = decision.kind == DecisionKind::Play && !decision.played.is_empty();
            tally.moves_of_both += u64::from(is_move);
            if decision.seat == seat {
                tally.take(decision, thresholds, factor);
            }
        }
        tally
    }

    fn take(&mut self, decision: &Decision, thresholds: &Thresholds, factor: f64) {
        let loss = decision.loss.unwrap_or(0.0);
        if decision.kind.is_cube() {
            self.cube_loss += loss;
            self.cube_decisions += u64::from(decision.counted);
        } else {
            self.play_loss += loss;
            self.plays += u64::from(decision.counted);
        }
        if decision.counted {
            self.rated_loss += factor * loss;
        }
        self.gnubg_decisions += u64::from(decision.counted_by_gnubg);
        add(&mut self.loss_mwc, decision.loss_mwc);
        add(&mut self.loss_points, decision.loss_points);
        self.errors += u64::from(loss >= thresholds.error);
        self.blunders += u64::from(loss >= thresholds.blunder);
        if let Some(kind) = decision.error {
            let sum = of_kind(&mut self.cube_errors, kind);
            sum.count += 1;
            sum.loss += loss;
        }
        if let Some(luck) = decision.luck {
            self.rolls += 1;
            self.luck += luck;
        }
        add(&mut self.luck_mwc, decision.luck_mwc);
        add(&mut self.luck_points, decision.luck_points);
        if decision.kind == DecisionKind::Play && decision.counted {
            let agreed = u64::from(loss < TIE);
            let gap = decision.gap.unwrap_or(0.0);
            let within = |(from, to): (f64, f64)| from <= gap && gap < to;
            let bins = [true, within(CLOSE), within(MIDDLE), within(WIDE)];
            for (rate, _) in self.rates.iter_mut().zip(bins).filter(|(_, is_in)| *is_in) {
                rate.0 += agreed;
                rate.1 += 1;
            }
        }
    }

    /// Adds the totals of another game.
    pub fn add(&mut self, other: &Self) {
        self.play_loss += other.play_loss;
        self.cube_loss += other.cube_loss;
        add(&mut self.loss_mwc, other.loss_mwc);
        add(&mut self.loss_points, other.loss_points);
        self.rated_loss += other.rated_loss;
        self.plays += other.plays;
        self.cube_decisions += other.cube_decisions;
        self.gnubg_decisions += other.gnubg_decisions;
        self.moves_of_both += other.moves_of_both;
        self.errors += other.errors;
        self.blunders += other.blunders;
        for kind in KINDS {
            let more = *of_kind(&mut other.cube_errors.clone(), kind);
            let sum = of_kind(&mut self.cube_errors, kind);
            sum.count += more.count;
            sum.loss += more.loss;
        }
        self.rolls += other.rolls;
        self.luck += other.luck;
        add(&mut self.luck_mwc, other.luck_mwc);
        add(&mut self.luck_points, other.luck_points);
        for (rate, more) in self.rates.iter_mut().zip(other.rates) {
            rate.0 += more.0;
            rate.1 += more.1;
        }
    }

    /// Computes the statistics of several games.
    pub fn combine(games: &[Self]) -> Statistics {
        let mut all = Self::default();
        for game in games {
            all.add(game);
        }
        let decisions = all.plays + all.cube_decisions;
        let error = all.play_loss + all.cube_loss;
        let ratio = |above: f64, below: u64| (below > 0).then(|| rounded(above / below as f64));
        let of_games: Vec<(f64, f64)> = games
            .iter()
            .map(|game| (500.0 * game.rated_loss, (game.plays + game.cube_decisions) as f64))
            .collect();
        let pr = ratio(500.0 * all.rated_loss, decisions);
        let gnubg_error_rate = ratio(1000.0 * error, all.gnubg_decisions);
        let mut cube_errors = all.cube_errors;
        for kind in KINDS {
            let sum = of_kind(&mut cube_errors, kind);
            sum.loss = rounded(sum.loss);
        }
        let [every, close, middle, wide] = all.rates.map(|(agreed, of)| Rate::new(agreed, of));
        Statistics {
            pr,
            pr_interval: pr.and_then(|_| bootstrap(&of_games)),
            level: pr.and_then(xg_level).map(str::to_owned),
            error: rounded(error),
            error_mwc: all.loss_mwc.map(rounded),
            error_points: all.loss_points.map(rounded),
            play_error: rounded(all.play_loss),
            cube_error: rounded(all.cube_loss),
            decisions,
            plays: all.plays,
            cube_decisions: all.cube_decisions,
            errors: all.errors,
            blunders: all.blunders,
            cube_errors,
            gnubg_error_rate,
            gnubg_decisions: all.gnubg_decisions,
            gnubg_level: gnubg_error_rate.and_then(gnubg_level).map(str::to_owned),
            snowie_error_rate: ratio(1000.0 * error, all.moves_of_both),
            snowie_plays: all.moves_of_both,
            rolls: all.rolls,
            luck: rounded(all.luck),
            luck_mwc: all.luck_mwc.map(rounded),
            luck_points: all.luck_points.map(rounded),
            luck_adjusted_result: None,
            match_rate: MatchRate { all: every, close, middle, wide },
        }
    }

    /// Luck and losses in the unit of the identity: match winning chance or points.
    pub(super) fn stakes(&self) -> (f64, f64) {
        let either = |mwc: Option<f64>, points: Option<f64>| mwc.or(points).unwrap_or(0.0);
        (either(self.luck_mwc, self.luck_points), either(self.loss_mwc, self.loss_points))
    }
}

const KINDS: [CubeError; 7] = [
    CubeError::MissedDouble,
    CubeError::MissedCash,
    CubeError::WrongDouble,
    CubeError::WrongCash,
    CubeError::WrongTake,
    CubeError::WrongPass,
    CubeError::Beaver,
];

const fn of_kind(errors: &mut CubeErrors, kind: CubeError) -> &mut Sum {
    match kind {
        CubeError::MissedDouble => &mut errors.missed_double,
        CubeError::MissedCash => &mut errors.missed_cash,
        CubeError::WrongDouble => &mut errors.wrong_double,
        CubeError::WrongCash => &mut errors.wrong_cash,
        CubeError::WrongTake => &mut errors.wrong_take,
        CubeError::WrongPass => &mut errors.wrong_pass,
        CubeError::Beaver => &mut errors.beaver,
    }
}
