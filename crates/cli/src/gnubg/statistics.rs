//! `show statistics`: errors and luck of both players as a table.

use sheshbesh_analysis::match_analysis::{
    AnalyzedMatch, CubeError, Decision, DecisionKind, gnubg_level,
};
use sheshbesh_movegen::Seat;
use std::fmt::Write;

/// Losses from which a decision is marked, in increasing order.
pub(super) const MARKS: [(f64, &str); 3] = [(0.02, "doubtful"), (0.04, "bad"), (0.08, "very bad")];

/// Luck from which a roll is marked.
const LUCKY: f64 = 0.3;
const VERY_LUCKY: f64 = 0.6;

/// Statistics of one player.
struct PlayerStatistics<'a> {
    decisions: Vec<&'a Decision>,
    is_match: bool,
    /// Plays of both players.
    plays_of_both: usize,
}

/// Statistics of a match.
pub(super) fn of_match(analyzed: &AnalyzedMatch) -> String {
    let decisions = analyzed.games.iter().flat_map(|game| &game.decisions);
    table(analyzed, decisions.collect())
}

/// Statistics of a game.
pub(super) fn of_game(analyzed: &AnalyzedMatch, index: usize) -> String {
    let decisions = analyzed.games.get(index).map_or(&[][..], |game| &game.decisions);
    table(analyzed, decisions.iter().collect())
}

fn table(analyzed: &AnalyzedMatch, decisions: Vec<&Decision>) -> String {
    let is_play = |decision: &&&Decision| decision.kind == DecisionKind::Play;
    let plays_of_both = decisions.iter().filter(is_play).count();
    let of = |seat: Seat| PlayerStatistics {
        decisions: decisions.iter().copied().filter(|d| d.seat == seat_number(seat)).collect(),
        is_match: analyzed.length > 0,
        plays_of_both,
    };
    let players = [of(Seat::Top), of(Seat::Bottom)];
    let unit = if analyzed.length > 0 { "MWC" } else { "Points" };
    let mut text = String::new();
    let names = analyzed.players.each_ref().map(|player| player.name.clone());
    row(&mut text, "Player", names);
    let mut section = |title: &str, rows: Vec<Row<'_>>| {
        let _ = write!(text, "\n{title}\n\n");
        for (label, value) in rows {
            row(&mut text, &label.replace("UNIT", unit), players.each_ref().map(value));
        }
        text.push('\n');
    };
    section("Chequerplay statistics", chequer_rows());
    section("Luck statistics", luck_rows());
    section("Cube statistics", cube_rows());
    section("Overall statistics", overall_rows());
    text
}

/// A label, and the value of a player.
type Row<'a> = (&'a str, Box<dyn Fn(&PlayerStatistics<'_>) -> String>);

fn row(text: &mut String, label: &str, values: [String; 2]) {
    let [first, second] = values;
    let line = format!("{label:<41}{first:<24}{second}");
    let _ = writeln!(text, "{}", line.trim_end());
}

impl PlayerStatistics<'_> {
    fn of(&self, kinds: impl Fn(&Decision) -> bool) -> Vec<&Decision> {
        self.decisions.iter().copied().filter(|decision| kinds(decision)).collect()
    }

    fn plays(&self) -> Vec<&Decision> {
        self.of(|decision| decision.kind == DecisionKind::Play)
    }

    fn unforced(&self) -> Vec<&Decision> {
        self.of(|d| d.kind == DecisionKind::Play && d.counted_by_gnubg)
    }

    fn cubes(&self) -> Vec<&Decision> {
        self.of(|decision| decision.kind.is_cube())
    }

    fn counted_cubes(&self) -> Vec<&Decision> {
        self.of(|d| d.kind.is_cube() && d.counted_by_gnubg)
    }

    fn rolls(&self) -> Vec<&Decision> {
        self.of(|decision| decision.luck.is_some())
    }

    /// Number of plays with a loss from a mark on, and below the next one.
    fn marked(&self, mark: usize) -> usize {
        let least = MARKS[mark].0;
        let most = MARKS.get(mark + 1).map_or(f64::INFINITY, |next| next.0);
        let is_between = |d: &&&Decision| (least..most).contains(&d.loss.unwrap_or(0.0));
        self.unforced().iter().filter(is_between).count()
    }

    /// Losses of decisions: in normalized equity, and in the unit of the stakes.
    fn losses(&self, decisions: &[&Decision]) -> (f64, f64) {
        let is_match = self.is_match;
        let unit = |d: &Decision| if is_match { d.loss_mwc } else { d.loss_points };
        let sum = |of: &dyn Fn(&Decision) -> Option<f64>| {
            decisions.iter().filter_map(|decision| of(decision)).sum::<f64>()
        };
        (sum(&|d| d.loss), sum(&unit))
    }

    fn luck(&self) -> (f64, f64) {
        let is_match = self.is_match;
        let unit = |d: &Decision| if is_match { d.luck_mwc } else { d.luck_points };
        let rolls = self.rolls();
        let sum = |of: &dyn Fn(&Decision) -> Option<f64>| {
            rolls.iter().filter_map(|decision| of(decision)).sum::<f64>()
        };
        (sum(&|d| d.luck), sum(&unit))
    }

    /// A total and its value in the unit of the stakes.
    fn total(&self, (emg, unit): (f64, f64)) -> String {
        if self.is_match {
            format!("   {emg:+.3} ({:>+7.3}%)", 100.0 * unit)
        } else {
            format!("   {emg:+.3} ({unit:>+7.3})")
        }
    }

    /// A rate in thousandths per decision.
    fn rate(&self, (emg, unit): (f64, f64), count: usize) -> String {
        let count = count.max(1) as f64;
        let emg = format!("{:+.1}", 1000.0 * emg / count);
        if self.is_match {
            format!("   {emg:<6} ({:>+7.3}%)", 100.0 * unit / count)
        } else {
            format!("   {emg:<6} ({:>+7.3})", unit / count)
        }
    }

    /// Number of cube errors of a kind with their loss.
    fn cube_errors(&self, kind: CubeError) -> String {
        let found = self.of(|decision| decision.error == Some(kind));
        if found.is_empty() {
            return "0".to_owned();
        }
        let (emg, unit) = self.losses(&found);
        let percent = if self.is_match { (100.0 * unit, "%") } else { (unit, "") };
        format!("{} ({:+.3} ({:>+7.3}{}))", found.len(), -emg, -percent.0, percent.1)
    }

    fn played(&self, action: &str) -> String {
        self.of(|decision| decision.kind.is_cube() && decision.played == action).len().to_string()
    }
}

/// GNU Backgammon's name for an error rate.
fn rating((emg, _): (f64, f64), count: usize) -> String {
    if count == 0 {
        return "n/a".to_owned();
    }
    gnubg_level(1000.0 * emg / count as f64).unwrap_or("n/a").to_owned()
}

/// The opposite of both values: errors are shown as negative numbers.
fn lost((emg, unit): (f64, f64)) -> (f64, f64) {
    (-emg, -unit)
}

fn chequer_rows() -> Vec<Row<'static>> {
    vec![
        ("Total moves", Box::new(|p| p.plays().len().to_string())),
        ("Unforced moves", Box::new(|p| p.unforced().len().to_string())),
        (
            "Unmarked moves",
            Box::new(|p| {
                let marked: usize = (0..MARKS.len()).map(|mark| p.marked(mark)).sum();
                (p.unforced().len() - marked).to_string()
            }),
        ),
        ("Moves marked doubtful", Box::new(|p| p.marked(0).to_string())),
        ("Moves marked bad", Box::new(|p| p.marked(1).to_string())),
        ("Moves marked very bad", Box::new(|p| p.marked(2).to_string())),
        ("Error total EMG (UNIT)", Box::new(|p| p.total(lost(p.losses(&p.plays()))))),
        (
            "Error rate mEMG (UNIT)",
            Box::new(|p| p.rate(lost(p.losses(&p.plays())), p.unforced().len())),
        ),
        ("Chequerplay rating", Box::new(|p| rating(p.losses(&p.plays()), p.unforced().len()))),
    ]
}

fn luck_rows() -> Vec<Row<'static>> {
    fn count(p: &PlayerStatistics<'_>, is_marked: impl Fn(f64) -> bool) -> String {
        p.rolls().iter().filter(|roll| is_marked(roll.luck.unwrap_or(0.0))).count().to_string()
    }
    vec![
        ("Rolls marked very lucky", Box::new(|p| count(p, |luck| luck > VERY_LUCKY))),
        ("Rolls marked lucky", Box::new(|p| count(p, |luck| luck > LUCKY && luck <= VERY_LUCKY))),
        ("Rolls unmarked", Box::new(|p| count(p, |luck| luck.abs() <= LUCKY))),
        (
            "Rolls marked unlucky",
            Box::new(|p| count(p, |luck| (-VERY_LUCKY..-LUCKY).contains(&luck))),
        ),
        ("Rolls marked very unlucky", Box::new(|p| count(p, |luck| luck < -VERY_LUCKY))),
        ("Luck total EMG (UNIT)", Box::new(|p| p.total(p.luck()))),
        ("Luck rate mEMG (UNIT)", Box::new(|p| p.rate(p.luck(), p.rolls().len()))),
    ]
}

fn cube_rows() -> Vec<Row<'static>> {
    vec![
        ("Total cube decisions", Box::new(|p| p.cubes().len().to_string())),
        ("Close or actual cube decisions", Box::new(|p| p.counted_cubes().len().to_string())),
        ("Doubles", Box::new(|p| p.played("double"))),
        ("Takes", Box::new(|p| p.played("take"))),
        ("Passes", Box::new(|p| p.played("pass"))),
        (
            "Missed doubles below CP (EMG (UNIT))",
            Box::new(|p| p.cube_errors(CubeError::MissedDouble)),
        ),
        (
            "Missed doubles above CP (EMG (UNIT))",
            Box::new(|p| p.cube_errors(CubeError::MissedCash)),
        ),
        (
            "Wrong doubles below DP (EMG (UNIT))",
            Box::new(|p| p.cube_errors(CubeError::WrongDouble)),
        ),
        ("Wrong doubles above TG (EMG (UNIT))", Box::new(|p| p.cube_errors(CubeError::WrongCash))),
        ("Wrong takes (EMG (UNIT))", Box::new(|p| p.cube_errors(CubeError::WrongTake))),
        ("Wrong passes (EMG (UNIT))", Box::new(|p| p.cube_errors(CubeError::WrongPass))),
        ("Error total EMG (UNIT)", Box::new(|p| p.total(lost(p.losses(&p.cubes()))))),
        (
            "Error rate mEMG (UNIT)",
            Box::new(|p| p.rate(lost(p.losses(&p.cubes())), p.counted_cubes().len())),
        ),
        (
            "Cube decision rating",
            Box::new(|p| rating(p.losses(&p.cubes()), p.counted_cubes().len())),
        ),
    ]
}

fn overall_rows() -> Vec<Row<'static>> {
    fn count(p: &PlayerStatistics<'_>) -> usize {
        p.unforced().len() + p.counted_cubes().len()
    }
    fn all(p: &PlayerStatistics<'_>) -> (f64, f64) {
        p.losses(&p.decisions)
    }
    vec![
        ("Error total EMG (UNIT)", Box::new(|p| p.total(lost(all(p))))),
        ("Error rate mEMG (UNIT)", Box::new(|p| p.rate(lost(all(p)), count(p)))),
        (
            "Snowie error rate",
            Box::new(|p| format!("   {:+.1}", -1000.0 * all(p).0 / p.plays_of_both.max(1) as f64)),
        ),
        ("Overall rating", Box::new(|p| rating(all(p), count(p)))),
    ]
}

/// The seat of a player in documents: 1 for the top.
const fn seat_number(seat: Seat) -> u8 {
    match seat {
        Seat::Top => 1,
        Seat::Bottom => 2,
    }
}
