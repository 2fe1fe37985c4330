//! Match equity tables: the match winning chance at each score.
//!
//! The table of games with a cube is Kazaross-XG2, by Neil Kazaross, in the file that comes with
//! GNU Backgammon; the file contains its copying notice. Hypergammon has its own, from its exact
//! solution at each score. Tables of games without a cube are computed from the results of games
//! ([`GameRates`]). Other tables are read from the same XML format.

mod by_game;
mod rates;
mod write;

pub use by_game::MatchEquities;
pub use rates::{GameRates, InvalidRates};

use roxmltree::{Document, Node, ParsingOptions};
use sheshbesh_network::input::{limit, read_to_string};
use sheshbesh_network::maths;
use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

/// Match winning chances by points still needed ("away").
#[derive(Clone, Debug, PartialEq)]
pub struct MatchEquityTable {
    name: String,
    /// Row own away − 1, column opponent's away − 1, before the Crawford game or in it.
    before: Vec<Vec<f32>>,
    /// Index own away − 1: after the Crawford game, with the opponent 1 away.
    after: Vec<f32>,
    /// Factor by which `after` falls every two points beyond its end.
    share: f64,
    /// Deviation of each row's last entry in the normal model; see [`MatchEquityTable::extended`].
    deviations: Vec<f64>,
}

/// Error: a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("match equity table {file}: {problem}")]
pub struct InvalidTable {
    /// Name of the file.
    pub file: String,
    /// Description of the problem.
    pub problem: String,
}

/// Maximum match length: the highest score that a position ID can hold.
pub const LONGEST_MATCH: u16 = 32_767;

impl MatchEquityTable {
    /// The Kazaross-XG2 table, up to 25 points.
    ///
    /// # Panics
    /// Never panics: a test reads the table.
    pub fn kazaross_xg2() -> Arc<Self> {
        static TABLE: LazyLock<Arc<MatchEquityTable>> =
            LazyLock::new(|| built_in(include_str!("../../../data/Kazaross-XG2.xml")));
        Arc::clone(&TABLE)
    }

    /// The table of Hypergammon, from its exact solution at each score with the cube:
    /// `shesh met --game hypergammon --solve` computes it.
    ///
    /// ```
    /// use sheshbesh_evaluator::cube::MatchEquityTable;
    /// let [hypergammon, backgammon] =
    ///     [MatchEquityTable::hypergammon(), MatchEquityTable::kazaross_xg2()];
    /// // At two points, a gammon decides the match, and Hypergammon has more of them.
    /// assert!(hypergammon.chance(2, 1, false) > backgammon.chance(2, 1, false));
    /// ```
    ///
    /// # Panics
    /// Never panics: a test reads the table.
    pub fn hypergammon() -> Arc<Self> {
        static TABLE: LazyLock<Arc<MatchEquityTable>> =
            LazyLock::new(|| built_in(include_str!("../../../data/hypergammon.xml")));
        Arc::clone(&TABLE)
    }

    /// Reads a file in GNU Backgammon's XML format with explicit numbers.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or is not such a table.
    pub fn read(path: &Path) -> Result<Self, InvalidTable> {
        let file = path.display().to_string();
        let text = read_to_string(path, limit::EQUITIES).map_err(|error| InvalidTable {
            file: file.clone(),
            problem: format!("cannot read: {error}"),
        })?;
        Self::parse(&text, &file)
    }

    /// Parses the text of such a file; `file` names it in errors.
    ///
    /// # Errors
    /// Returns an error that describes the problem of the text.
    pub fn parse(text: &str, file: &str) -> Result<Self, InvalidTable> {
        let wrong = |problem: String| InvalidTable { file: file.to_owned(), problem };
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options)
            .map_err(|error| wrong(format!("invalid XML: {error}")))?;
        let root = document.root_element();
        if !root.has_tag_name("met") {
            return Err(wrong("no <met> root element".to_owned()));
        }
        let child = |node: Node<'_, '_>, name: &str| {
            node.children().find(|child| child.has_tag_name(name)).map(|child| child.id())
        };
        let element = |name: &str| {
            child(root, name)
                .and_then(|id| document.get_node(id))
                .ok_or_else(|| wrong(format!("no <{name}> element")))
        };
        let before = parse_rows(element("pre-crawford-table")?).map_err(wrong)?;
        let after = parse_rows(element("post-crawford-table")?).map_err(wrong)?;
        let after = after.into_iter().next().unwrap_or_default();
        let name = element("info").ok().and_then(|info| {
            let id = child(info, "name")?;
            Some(document.get_node(id)?.text()?.trim().to_owned())
        });
        let name = name.unwrap_or_else(|| file.to_owned());
        Self::from_rows(name, before, after).map_err(wrong)
    }

    /// Creates a table from its rows, by points away − 1: `before` the Crawford game or in it, a
    /// row for each number of own points, and `after` it with the opponent 1 away. The error
    /// describes the problem.
    pub(crate) fn from_rows(
        name: String,
        before: Vec<Vec<f32>>,
        after: Vec<f32>,
    ) -> Result<Self, String> {
        let length = before.len();
        if length < 2 || before.iter().any(|row| row.len() != length) {
            return Err("expected as many rows as columns, at least two".to_owned());
        }
        // Some files leave out the last score, at which the match has not begun.
        if after.len() + 1 < length {
            return Err(format!("{} post-Crawford scores for {length} rows", after.len()));
        }
        let share = find_share(&after);
        if share > 1.0 {
            return Err("post-Crawford chances rise at the end".to_owned());
        }
        let deviations = find_deviations(&before);
        if deviations.iter().any(|deviation| !(0.1..100.0).contains(deviation)) {
            return Err("chances do not fall as more points are needed".to_owned());
        }
        Ok(Self { name, before, after, share, deviations })
    }

    /// Name of the table.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Longest match that the numbers cover; beyond it they are extrapolated.
    pub fn length(&self) -> u16 {
        self.before.len() as u16
    }

    /// Match winning chance of a player who needs `own` more points, against one who needs
    /// `opponent` more.
    ///
    /// `crawford_over` is true if the Crawford game has been played; it matters at 1 away. A player
    /// who needs no points has won.
    pub fn chance(&self, own: i32, opponent: i32, crawford_over: bool) -> f32 {
        if own <= 0 {
            return 1.0;
        }
        if opponent <= 0 {
            return 0.0;
        }
        let (own, opponent) = (own as usize, opponent as usize);
        match (crawford_over, own, opponent) {
            (true, 1, 1) => 0.5,
            (true, _, 1) => self.after_crawford(own),
            (true, 1, _) => 1.0 - self.after_crawford(opponent),
            _ => self.extended(own, opponent),
        }
    }

    /// Extrapolates beyond the last post-Crawford score: the chance falls every two points by the
    /// same factor as at the end of the table. The trailer wins the remaining games with a cube on
    /// 2, two points a game.
    fn after_crawford(&self, away: usize) -> f32 {
        if let Some(chance) = self.after.get(away - 1) {
            return *chance;
        }
        let length = self.after.len();
        // A table of a single score has none for even numbers. At two points a game, an even number
        // of points takes as many games as the odd number below it.
        let away = if length == 1 { (away - 1) | 1 } else { away };
        let steps = (away - length).div_ceil(2);
        let from = away - 2 * steps;
        (f64::from(self.after[from - 1]) * maths::powi(self.share, steps as i32)) as f32
    }

    /// Extrapolates the table beyond its last row and column by a normal model.
    ///
    /// Points come one after the other, won by either side, so the lead at the end is about normal.
    /// A player who needs i points against j wins with probability Φ((j − i) / (σ √(i + j))). σ
    /// comes from the last number in the row of the player who needs less, so that there is no jump
    /// at the seam.
    fn extended(&self, own: usize, opponent: usize) -> f32 {
        let length = self.before.len();
        if own <= length && opponent <= length {
            return self.before[own - 1][opponent - 1];
        }
        if own > opponent {
            return 1.0 - self.extended(opponent, own);
        }
        let deviation = self.deviations[own.min(length) - 1];
        let lead = (opponent - own) as f64;
        normal(lead / (deviation * ((own + opponent) as f64).sqrt())) as f32
    }
}

/// Parses a table that comes with the program.
fn built_in(xml: &str) -> Arc<MatchEquityTable> {
    Arc::new(MatchEquityTable::parse(xml, "").expect("built-in tables are valid"))
}

/// Parses the rows of an element, or returns a description of the problem.
fn parse_rows(table: Node<'_, '_>) -> Result<Vec<Vec<f32>>, String> {
    let kind = table.attribute("type").unwrap_or("explicit");
    if kind != "explicit" {
        return Err(format!("unsupported table type {kind:?}: only \"explicit\" can be read"));
    }
    let chance = |entry: Node<'_, '_>| {
        let text = entry.text().unwrap_or_default().trim();
        let chance = text.parse().ok().filter(|p| (0.0..=1.0).contains(p));
        chance.ok_or_else(|| format!("invalid probability {text:?}"))
    };
    let row = |row: Node<'_, '_>| {
        row.children().filter(|node| node.has_tag_name("me")).map(chance).collect()
    };
    table.children().filter(|node| node.has_tag_name("row")).map(row).collect()
}

/// Longest match in which the extrapolation of a table must rank all scores.
const RANKED: usize = MatchEquities::LENGTH;

/// Deviation of each row's last entry in the normal model. The last row takes that of the row
/// before: its last entry, at equal scores, determines none.
///
/// In a short table these differ much, since an odd score needs other numbers of wins than an even
/// one. If a player who needs fewer points then had the lower chance, all rows take the mean.
fn find_deviations(before: &[Vec<f32>]) -> Vec<f64> {
    let length = before.len();
    let of_row = |own: usize| {
        let deviate = probit(f64::from(before[own - 1][length - 1]));
        (length - own) as f64 / (deviate * ((length + own) as f64).sqrt())
    };
    let mut deviations: Vec<f64> = (1..length).map(of_row).collect();
    deviations.extend(deviations.last().copied());
    let z = |own: usize, opponent: usize| {
        let (lead, sum) = ((opponent - own) as f64, (opponent + own) as f64);
        lead / (deviations[own - 1] * sum.sqrt())
    };
    let falls = |opponent: usize| (1..length).all(|own| z(own, opponent) > z(own + 1, opponent));
    if !(length + 1..=RANKED).all(falls) {
        let mean = deviations.iter().sum::<f64>() / length as f64;
        deviations.fill(mean);
    }
    deviations
}

/// Factor by which chances after the Crawford game fall every two points at the end of the table.
/// If there are too few chances or they are zero, it is a half: a trailer who turns the cube at
/// once wins every other game.
fn find_share(after: &[f32]) -> f64 {
    match after {
        [.., before, _, last] if (*before, *last) != (0.0, 0.0) => {
            f64::from(*last) / f64::from(*before)
        }
        _ => 0.5,
    }
}

/// Normal distribution function, with an error of about 1e-7 (Abramowitz and Stegun, 26.2.17).
fn normal(x: f64) -> f64 {
    if x < 0.0 {
        return 1.0 - normal(-x);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let polynomial = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    1.0 - maths::exp(-x * x / 2.0) / (2.0 * std::f64::consts::PI).sqrt() * polynomial
}

/// Quantile of the normal distribution, by bisection.
fn probit(p: f64) -> f64 {
    let (mut low, mut high) = (-10.0, 10.0);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if normal(middle) < p { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_numbers() {
        let table = MatchEquityTable::kazaross_xg2();
        assert_eq!(table.length(), 25);
        assert!(table.name().contains("Kazaross XG2"));
        assert_eq!(table.chance(1, 2, false), 0.67736);
        assert_eq!(table.chance(2, 1, true), 0.48803);
        assert_eq!(table.chance(3, 3, false), 0.5);
        assert_eq!(table.chance(0, 5, true), 1.0);
        assert_eq!(table.chance(5, -3, true), 0.0);
        assert_eq!(table.chance(1, 1, true), 0.5);
    }

    #[test]
    fn chances_add_up_and_fall_with_the_points_needed_without_a_jump() {
        let table = MatchEquityTable::kazaross_xg2();
        for own in 1..=70 {
            for opponent in 1..=70 {
                let chance = |own, opponent| table.chance(own, opponent, false);
                let sum = chance(own, opponent) + chance(opponent, own);
                assert!((sum - 1.0).abs() < 2e-5, "{own} {opponent}");
                assert!(
                    chance(own, opponent) > chance(own + 1, opponent) - 1e-6,
                    "{own} {opponent}"
                );
                // The value of one point changes little from one score to the next.
                if own > 5 && opponent > 20 {
                    let steps = [0, 1, 2, 3].map(|i| chance(own, opponent + i));
                    let [a, b, c] = [0, 1, 2].map(|i| steps[i + 1] - steps[i]);
                    assert!(a > 0.0 && b > 0.0 && c > 0.0, "{own} {opponent}: {steps:?}");
                    assert!((a - b).abs() < 0.004, "{own} {opponent}: {steps:?}");
                }
            }
            if own > 1 {
                assert!(table.chance(own + 1, 1, true) < table.chance(own, 1, true), "{own}");
            }
        }
    }

    #[test]
    fn a_point_less_to_win_is_better_at_every_score_of_hypergammon() {
        let table = MatchEquityTable::hypergammon();
        let length = i32::from(table.length());
        for own in 1..=40 {
            for opponent in 1..=40 {
                let chance = |own, opponent| table.chance(own, opponent, false);
                let (now, nearer) = (chance(own + 1, opponent), chance(own, opponent));
                assert!(nearer > now, "{own} {opponent}: {nearer} {now}");
                assert!((chance(own, opponent) + chance(opponent, own) - 1.0).abs() < 1e-6);
            }
            assert!(table.chance(own + 1, 1, true) <= table.chance(own, 1, true), "{own}");
        }
        // After the Crawford game, a trailer at three away doubles at once and is then as far from
        // the match as one at two away in it.
        let (after, crawford) = (table.chance(3, 1, true), table.chance(2, 1, false));
        assert!(length >= 3 && (after - crawford).abs() < 1e-6, "{after} {crawford}");
    }

    #[test]
    fn a_table_of_few_scores_goes_on_beyond_them() {
        let parse = |after: &str| {
            let text = format!(
                "<met><pre-crawford-table><row><me>0.5</me><me>0.7</me></row>\
                 <row><me>0.3</me><me>0.5</me></row></pre-crawford-table>\
                 <post-crawford-table><row>{after}</row></post-crawford-table></met>"
            );
            MatchEquityTable::parse(&text, "a.xml").map_err(|error| error.to_string())
        };
        let chances = |after: &str| {
            let table = parse(after).unwrap();
            [1, 2, 3, 4, 5, 6, 7].map(|away| table.chance(away, 1, true))
        };
        let half = [0.5, 0.5, 0.25, 0.25, 0.125, 0.125, 0.0625];
        assert_eq!(chances("<me>0.5</me>"), half);
        let two = [0.5, 0.48, 0.25, 0.24, 0.125, 0.12, 0.0625];
        assert_eq!(chances("<me>0.5</me><me>0.48</me>"), two);
        let three = [0.5, 0.5, 0.125, 0.125, 0.03125, 0.03125, 0.007_812_5];
        assert_eq!(chances("<me>0.5</me><me>0.5</me><me>0.125</me>"), three);
        // Zeros determine no factor.
        assert_eq!(chances("<me>0</me><me>0</me><me>0</me>"), [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        for rises in ["<me>0</me><me>0</me><me>0.1</me>", "<me>0.2</me><me>0.2</me><me>0.3</me>"] {
            assert!(parse(rises).unwrap_err().contains("rise"));
        }
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let problem = |text: &str| MatchEquityTable::parse(text, "a.xml").unwrap_err().to_string();
        assert!(problem("hello").starts_with("match equity table a.xml: invalid XML: "));
        assert!(problem("<a/>").contains("no <met>"));
        assert!(problem("<met/>").contains("no <pre-crawford-table>"));
        let zadeh = "<met><pre-crawford-table type=\"zadeh\"/></met>";
        assert!(problem(zadeh).contains("zadeh"));
        let row = |entries: &str| {
            format!(
                "<met><pre-crawford-table><row>{entries}</row></pre-crawford-table>\
                 <post-crawford-table/></met>"
            )
        };
        assert!(problem(&row("<me>1.5</me>")).contains("1.5"));
        assert!(problem(&row("<me>0.5</me>")).contains("rows"));
        assert!(MatchEquityTable::read(Path::new("no/such/table.xml")).is_err());
    }
}
