//! Match equity tables: the chance to win a match at each score.
//!
//! The default is Kazaross-XG2, by Neil Kazaross, in the file that comes with GNU Backgammon; its copying
//! notice stands in the file. Others are read from the same XML format.

use roxmltree::{Document, Node, ParsingOptions};
use sheshbesh_network::input::{limit, read_to_string};
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
    /// Place own away − 1: after the Crawford game, the opponent 1 away.
    after: Vec<f32>,
    /// By what share `after` falls every two points beyond its end.
    share: f64,
    /// For each row, the deviation that its last entry has in the normal model, see
    /// [`MatchEquityTable::extended`].
    deviations: Vec<f64>,
}

/// Why a table cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the match equity table {file} {problem}")]
pub struct InvalidTable {
    /// Which file.
    pub file: String,
    /// What is wrong with it.
    pub problem: String,
}

/// No match is longer than the score that a position's ID can hold.
pub const LONGEST_MATCH: u16 = 32_767;

impl MatchEquityTable {
    /// Kazaross-XG2, 25 points.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn kazaross_xg2() -> Arc<Self> {
        static TABLE: LazyLock<Arc<MatchEquityTable>> = LazyLock::new(|| {
            let xml = include_str!("../../data/Kazaross-XG2.xml");
            let table = MatchEquityTable::parse(xml, "Kazaross-XG2.xml");
            Arc::new(table.expect("the shipped table is right"))
        });
        Arc::clone(&TABLE)
    }

    /// Reads a file in GNU Backgammon's XML format with explicit numbers.
    ///
    /// # Errors
    /// When it cannot be read, or holds something else.
    pub fn read(path: &Path) -> Result<Self, InvalidTable> {
        let file = path.display().to_string();
        let text = read_to_string(path, limit::EQUITIES).map_err(|error| InvalidTable {
            file: file.clone(),
            problem: format!("cannot be read: {error}"),
        })?;
        Self::parse(&text, &file)
    }

    /// From the text of such a file; `file` names it in errors.
    ///
    /// # Errors
    /// Says what is wrong with the text.
    pub fn parse(text: &str, file: &str) -> Result<Self, InvalidTable> {
        let wrong = |problem: String| InvalidTable { file: file.to_owned(), problem };
        let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options)
            .map_err(|error| wrong(format!("is no XML: {error}")))?;
        let root = document.root_element();
        if !root.has_tag_name("met") {
            return Err(wrong("has no <met> element at its root".to_owned()));
        }
        let child = |node: Node<'_, '_>, name: &str| {
            node.children().find(|child| child.has_tag_name(name)).map(|child| child.id())
        };
        let element = |name: &str| {
            child(root, name)
                .and_then(|id| document.get_node(id))
                .ok_or_else(|| wrong(format!("has no <{name}>")))
        };
        let before = rows(element("pre-crawford-table")?).map_err(wrong)?;
        let after = rows(element("post-crawford-table")?).map_err(wrong)?;
        let length = before.len();
        if length < 2 || before.iter().any(|row| row.len() != length) {
            return Err(wrong("should have as many rows as columns, two at least".to_owned()));
        }
        let after = after.into_iter().next().unwrap_or_default();
        // Some files leave out the last score, at which the match has not begun.
        if after.len() + 1 < length {
            return Err(wrong(format!("has {} post-Crawford scores of {length}", after.len())));
        }
        let share = share(&after);
        if share > 1.0 {
            return Err(wrong("has post-Crawford chances that rise at their end".to_owned()));
        }
        let name = element("info").ok().and_then(|info| {
            let id = child(info, "name")?;
            Some(document.get_node(id)?.text()?.trim().to_owned())
        });
        let name = name.unwrap_or_else(|| file.to_owned());
        let deviations = deviations(&before);
        if deviations.iter().any(|deviation| !(0.1..100.0).contains(deviation)) {
            return Err(wrong("has chances that do not fall with the points needed".to_owned()));
        }
        Ok(Self { name, before, after, share, deviations })
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The longest match that its numbers cover; beyond it they are extended.
    pub fn length(&self) -> u16 {
        self.before.len() as u16
    }

    /// The chance to win the match that a player has who needs `own` points more, against one who
    /// needs `opponent` more. At 1 away, `crawford_over` says whether the Crawford game has been
    /// played. Nothing needed is a match that is won.
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

    /// Beyond its last post-Crawford score the chance falls, every two points, by the same share
    /// as it does at the end: the trailer wins the rest with a cube on 2, two points a game.
    fn after_crawford(&self, away: usize) -> f32 {
        if let Some(chance) = self.after.get(away - 1) {
            return *chance;
        }
        let length = self.after.len();
        // A single score tells of no even one; two points a game, those take as many games as the
        // odd ones below them.
        let away = if length == 1 { (away - 1) | 1 } else { away };
        let steps = (away - length).div_ceil(2);
        let from = away - 2 * steps;
        (f64::from(self.after[from - 1]) * self.share.powi(steps as i32)) as f32
    }

    /// Beyond its last row and column the table goes on by a normal model. Points come one after the other,
    /// won by either side, so the lead at the end is about normal: a player who needs i against j wins with
    /// probability Φ((j − i) / (σ √(i + j))). σ is taken from the last number of the row
    /// of the player who needs less, so that no jump arises at the seam.
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

/// The numbers of the rows of an element, or what is wrong with them.
fn rows(table: Node<'_, '_>) -> Result<Vec<Vec<f32>>, String> {
    let kind = table.attribute("type").unwrap_or("explicit");
    if kind != "explicit" {
        return Err(format!(
            "gives parameters of the kind {kind:?}; only explicit numbers can be read"
        ));
    }
    let chance = |entry: Node<'_, '_>| {
        let text = entry.text().unwrap_or_default().trim();
        let chance = text.parse().ok().filter(|p| (0.0..=1.0).contains(p));
        chance.ok_or_else(|| format!("has {text:?} where a probability should be"))
    };
    let row = |row: Node<'_, '_>| {
        row.children().filter(|node| node.has_tag_name("me")).map(chance).collect()
    };
    table.children().filter(|node| node.has_tag_name("row")).map(row).collect()
}

/// For each row, the deviation that its last entry has in the normal model. The last row has nothing
/// to tell where both need the same, so it takes its neighbour's.
fn deviations(before: &[Vec<f32>]) -> Vec<f64> {
    let length = before.len();
    let of_row = |own: usize| {
        let deviate = probit(f64::from(before[own - 1][length - 1]));
        (length - own) as f64 / (deviate * ((length + own) as f64).sqrt())
    };
    let mut deviations: Vec<f64> = (1..length).map(of_row).collect();
    deviations.extend(deviations.last().copied());
    deviations
}

/// By what share chances after the Crawford game fall at their end, every two points. Where they do
/// not tell, being too few or zero, it is a half: a trailer who turns the cube at once wins every
/// other game.
fn share(after: &[f32]) -> f64 {
    match after {
        [.., before, _, last] if (*before, *last) != (0.0, 0.0) => {
            f64::from(*last) / f64::from(*before)
        }
        _ => 0.5,
    }
}

/// The normal distribution function, to about 1e-7 (Abramowitz and Stegun, 26.2.17).
fn normal(x: f64) -> f64 {
    if x < 0.0 {
        return 1.0 - normal(-x);
    }
    let t = 1.0 / (1.0 + 0.231_641_9 * x);
    let polynomial = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    1.0 - (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial
}

/// Where the normal distribution function has a value, by halving.
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
                // What one point is worth changes little from one score to the next.
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
    fn a_table_of_few_scores_goes_on_beyond_them() {
        let table = |after: &str| {
            let text = format!(
                "<met><pre-crawford-table><row><me>0.5</me><me>0.7</me></row>\
                 <row><me>0.3</me><me>0.5</me></row></pre-crawford-table>\
                 <post-crawford-table><row>{after}</row></post-crawford-table></met>"
            );
            MatchEquityTable::parse(&text, "a.xml").map_err(|error| error.to_string())
        };
        let chances = |after: &str| {
            let table = table(after).unwrap();
            [1, 2, 3, 4, 5, 6, 7].map(|away| table.chance(away, 1, true))
        };
        let half = [0.5, 0.5, 0.25, 0.25, 0.125, 0.125, 0.0625];
        assert_eq!(chances("<me>0.5</me>"), half);
        let two = [0.5, 0.48, 0.25, 0.24, 0.125, 0.12, 0.0625];
        assert_eq!(chances("<me>0.5</me><me>0.48</me>"), two);
        let three = [0.5, 0.5, 0.125, 0.125, 0.03125, 0.03125, 0.007_812_5];
        assert_eq!(chances("<me>0.5</me><me>0.5</me><me>0.125</me>"), three);
        // Nothing to divide by.
        assert_eq!(chances("<me>0</me><me>0</me><me>0</me>"), [0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        for rises in ["<me>0</me><me>0</me><me>0.1</me>", "<me>0.2</me><me>0.2</me><me>0.3</me>"] {
            assert!(table(rises).unwrap_err().contains("rise"));
        }
    }

    #[test]
    fn what_is_no_table_is_refused() {
        let problem = |text: &str| MatchEquityTable::parse(text, "a.xml").unwrap_err().to_string();
        assert!(problem("hello").starts_with("the match equity table a.xml is no XML: "));
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
