//! Hints for cube decisions: the winning chances, then the windows, then the answer.

use crate::{
    cube_windows::dead_cube_windows,
    match_analysis::{Cube, Decision, DecisionKind},
    numbers::signed,
};
use sheshbesh_evaluator::cube::MatchEquityTable;
use sheshbesh_matchfile::Chances;
use sheshbesh_movegen::Situation;
use sheshbesh_network::Probabilities;

fn percent(share: impl Into<f64>) -> String {
    format!("{:.1} %", 100.0 * share.into())
}

/// Cubeless chances of the player who decides; `None` if the decision has none, as for beavers.
pub fn cube_chances(decision: &Decision) -> Option<String> {
    let Chances { win, win_gammon, lose_gammon, .. } = decision.cube.as_ref()?.probabilities;
    let (win, won, lost) = match decision.kind {
        DecisionKind::Double => (win, win_gammon, lose_gammon),
        _ => (1.0 - win, lose_gammon, win_gammon),
    };
    Some(format!(
        "you win {}, a gammon in {}, and lose a gammon in {}",
        percent(win),
        percent(won),
        percent(lost)
    ))
}

/// Winning chances from which to double, pass and take, for the player who decides in this
/// situation: dead-cube windows at the position's gammon rates. Returns `None` if the decision has
/// no probabilities.
pub fn cube_windows(
    table: &Situation,
    decision: &Decision,
    equities: &MatchEquityTable,
) -> Option<String> {
    let Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon } =
        decision.cube.as_ref()?.probabilities;
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon] =
        [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon].map(|share| share as f32);
    let p = Probabilities { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon };
    let windows = dead_cube_windows(table, equities, &p);
    let said = match decision.kind {
        DecisionKind::Double => {
            let too_good = windows.too_good_point.map(|point| {
                format!(", and from {} the position is too good to double", percent(point))
            });
            format!(
                "double from {} on; the opponent passes from {} on{}",
                percent(windows.double_point),
                percent(windows.cash_point),
                too_good.unwrap_or_default()
            )
        }
        _ => format!("take from {} on", percent(1.0 - windows.cash_point)),
    };
    Some(format!("with a dead cube and the same gammon rates, {said}"))
}

/// Formats the best action of both sides and the equity of each action, one per line, for the
/// player who doubles or could have doubled. For a beaver, only the best action is given.
pub fn cube_answer(decision: &Decision) -> String {
    let best = decision.best.as_deref().unwrap_or("-");
    let Some(Cube { action, no_double, double_take, double_pass, mwc, may_beaver, .. }) =
        &decision.cube
    else {
        let what = match best {
            "take" if decision.kind == DecisionKind::AnswerBeaver => "roll",
            other => other,
        };
        return format!("{what} is best.\n");
    };
    let whose = match decision.kind {
        DecisionKind::Answer => " (equities are those of who doubled)",
        _ => "",
    };
    let mut text = format!("{}{whose}.\n", action.to_lowercase());
    let mut rows = vec![
        ("no double", *no_double),
        ("double, take", *double_take),
        ("double, pass", *double_pass),
    ];
    if *may_beaver {
        rows.push(("double, beaver", 2.0 * double_take));
    }
    for (index, (name, equity)) in rows.into_iter().enumerate() {
        let mwc = mwc.as_ref().and_then(|mwc| mwc.get(index));
        let mwc = mwc.map_or_else(String::new, |mwc| format!("   MWC {:5.1} %", 100.0 * mwc));
        text.push_str(&format!("  {name:16}{}{mwc}\n", signed(equity)));
    }
    text
}
