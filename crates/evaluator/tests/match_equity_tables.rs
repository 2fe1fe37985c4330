//! Tests that match equity tables from files are rejected or give probabilities.

use proptest::prelude::*;
use sheshbesh_evaluator::cube::{CubeModel, Efficiency, MatchEquityTable, Phase};
use sheshbesh_movegen::{BySide, Class, Cube, Game, Situation, Stakes};
use sheshbesh_network::Outcomes;

/// Rows of a table: square ones of up to four rows that may form a table, or any rows.
fn shape() -> impl Strategy<Value = Vec<Vec<f32>>> {
    let chance =
        || prop_oneof![4 => 0.0..=1.0f32, 1 => Just(0.0f32), 1 => Just(1.0f32), 1 => Just(0.5f32)];
    let any = prop::collection::vec(prop::collection::vec(chance(), 0..4), 0..4);
    let square = (2..=4usize).prop_flat_map(move |length| {
        prop::collection::vec(prop::collection::vec(chance(), length), length)
    });
    // Chances that rise along a row and fall down a column, like those of a real table.
    let falling = square.clone().prop_map(|mut rows| {
        for (own, row) in rows.iter_mut().enumerate() {
            for (opponent, chance) in row.iter_mut().enumerate() {
                let middle = 0.5 + 0.1 * (opponent as f32 - own as f32);
                *chance = middle + 0.05 * (*chance - 0.5);
            }
        }
        rows
    });
    prop_oneof![1 => any, 1 => square, 4 => falling]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_text_makes_the_reader_of_match_equity_tables_panic(
        text in ".{0,200}",
        place: prop::sample::Index,
        other in any::<char>(),
    ) {
        prop_assert!(MatchEquityTable::parse(&text, "a.xml").is_err());
        // A table with one character changed is read or rejected.
        let mut table: Vec<char> = include_str!("../data/Kazaross-XG2.xml").chars().collect();
        let place = place.index(table.len());
        table[place] = other;
        let text: String = table.into_iter().collect();
        if let Ok(table) = MatchEquityTable::parse(&text, "a.xml") {
            prop_assert!((0.0..=1.0).contains(&table.chance(30, 40, false)));
        }
    }

    #[test]
    fn a_match_equity_table_of_any_shape_is_refused_or_gives_probabilities(
        before in shape(),
        after in shape(),
        length in 1..=64u16,
        score: [prop::sample::Index; 2],
        exponent in 0..=10u8,
    ) {
        let rows = |rows: &[Vec<f32>]| -> String {
            let row = |row: &Vec<f32>| -> String {
                row.iter().map(|chance| format!("<me>{chance}</me>")).collect()
            };
            rows.iter().map(|entries| format!("<row>{}</row>", row(entries))).collect()
        };
        let text = format!(
            "<met><pre-crawford-table>{}</pre-crawford-table>\
             <post-crawford-table>{}</post-crawford-table></met>",
            rows(&before),
            rows(&after),
        );
        let Ok(table) = MatchEquityTable::parse(&text, "a.xml") else { return Ok(()) };
        for own in -2..=12 {
            for opponent in -2..=12 {
                for crawford_over in [false, true] {
                    let chance = table.chance(own, opponent, crawford_over);
                    prop_assert!((0.0..=1.0).contains(&chance), "{own} {opponent} {chance}");
                }
            }
        }
        let start = Game::Backgammon.start();
        let mut situation = Situation::new(start, Game::Backgammon);
        situation.stakes = Stakes::Match { length, crawford: false };
        let [on_roll, opponent] = score.map(|points| points.index(length.into()) as u16);
        situation.score = BySide { on_roll, opponent };
        situation.cube = Cube::new(exponent, None).unwrap();
        let model = CubeModel::new(&situation, &table, Efficiency::default(), true).unwrap();
        for outcomes in [[0.3, 0.2, 0.1, 0.3, 0.05, 0.05], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]] {
            let chance = model.value(&Outcomes(outcomes), Phase { class: Class::Contact, pips: 300 });
            prop_assert!((0.0..=1.0001).contains(&chance), "{situation:?} {chance}");
            prop_assert!(model.points(chance).is_finite());
        }
    }
}
