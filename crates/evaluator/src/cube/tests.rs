//! Tests of the cube model: textbook cases and limits.

use super::*;
use crate::{Depth, Evaluator, Settings, exact::bearoff::Tables};
use sheshbesh_movegen::{
    Answer, BySide, Checkers, Class, Cube, Game, Position, Scoring, Side, Situation, Stakes,
};
use sheshbesh_network::Outcomes;
use std::sync::Arc;

fn money(jacoby: bool, owner: Option<Side>) -> Situation {
    let mut situation = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    situation.stakes = Stakes::Money { jacoby, beavers: true };
    situation.cube = Cube::new(owner.is_some().into(), owner).unwrap();
    situation
}

fn match_score(length: u16, score: [u16; 2], exponent: u8, owner: Option<Side>) -> Situation {
    let mut situation = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    situation.stakes = Stakes::Match { length, crawford: false };
    situation.score = BySide { on_roll: score[0], opponent: score[1] };
    situation.cube = Cube::new(exponent, owner).unwrap();
    situation
}

fn make_model(situation: &Situation, efficiency: f32) -> CubeModel {
    let efficiency = Efficiency::constant(efficiency);
    CubeModel::new(situation, &MatchEquityTable::kazaross_xg2(), efficiency, true).unwrap()
}

const CONTACT: Phase = Phase { class: Class::Contact, pips: 260 };
const OVER: Phase = Phase { class: Class::Over, pips: 0 };

/// Outcomes by the chances of wins and of gammons; `win` includes the gammons.
fn outcomes(win: f32, win_gammon: f32, lose_gammon: f32) -> Outcomes {
    let lose = 1.0 - win;
    Outcomes([win - win_gammon, win_gammon, 0.0, lose - lose_gammon, lose_gammon, 0.0])
}

fn decide(model: &CubeModel, outcomes: &Outcomes) -> CubeDecision {
    let situation =
        if model.is_match() { match_score(5, [0, 0], 0, None) } else { money(false, None) };
    let values = model.leaf_values(outcomes, || CONTACT, RootSide::A);
    let value = NodeValue { outcomes: *outcomes, values };
    CubeDecision::new(&situation, model, &value, Depth::ONE)
}

fn close(a: f32, b: f32, within: f32) {
    assert!((a - b).abs() <= within, "{a}, not {b}");
}

/// Minimum winning chance to take a double in a money game: (L − ½) / (W + L + ½x). W and L are the
/// mean points that the taker wins and loses at cube 1, and x is the efficiency of the taker's
/// cube. Source: Janowski, *Take-Points in Money Games* (1993).
fn take_point(win: f32, lose: f32, efficiency: f32) -> f32 {
    (lose - 0.5) / (win + lose + 0.5 * efficiency)
}

#[test]
fn take_points_of_the_literature() {
    for (points, expected) in [(1.0, [0.25, 0.214, 0.20]), (1.25, [0.30, 0.265, 0.25])] {
        for (x, expected) in [0.0, 2.0 / 3.0, 1.0].into_iter().zip(expected) {
            close(take_point(points, points, x), expected, 0.0006);
            // The model agrees: at the take point the value of a double is one point.
            let take = take_point(points, points, x);
            let o = outcomes(1.0 - take, (points - 1.0) * (1.0 - take), (points - 1.0) * take);
            close(decide(&make_model(&money(false, None), x), &o).double_take, 1.0, 1e-4);
        }
    }
}

#[test]
fn a_published_double_and_take() {
    let o = Outcomes([0.701, 0.019, 0.001, 0.259, 0.02, 0.0]);
    let (situation, equities) = (money(false, None), MatchEquityTable::kazaross_xg2());
    let usual = Efficiency::constant(0.7);
    let model = CubeModel::new(&situation, &equities, usual, true).unwrap();
    let decision = decide(&model, &o);
    assert_eq!(decision.action(), CubeAction::DoubleTake);
    close(decision.no_double, 0.667, 0.03);
    close(decision.double_take, 0.684, 0.03);
    // With the fitted efficiency, too.
    let model = CubeModel::new(&situation, &equities, Efficiency::default(), true).unwrap();
    let phase = Phase::of_class(Class::Contact);
    let decision = CubeDecision::of_outcomes(&situation, &model, &o, phase);
    assert_eq!(decision.action(), CubeAction::DoubleTake);
    close(decision.no_double, 0.667, 0.02);
    close(decision.double_take, 0.684, 0.02);
    assert_eq!(decision.double_pass, 1.0);
}

/// Draws that count can tie a match at its length or beyond it: the next game decides.
#[test]
fn a_tied_match_is_decided_by_the_next_game() {
    let o = outcomes(0.37, 0.2, 0.3);
    for (length, points) in [(1, 1), (1, 4), (3, 3), (7, 9)] {
        let tied = match_score(length, [points; 2], 0, None);
        let model = make_model(&tied, 0.68);
        assert!(!model.may_double() && !model.is_cubeful());
        close(model.value(&o, CONTACT), 0.37, 1e-6);
        close(model.lost(sheshbesh_movegen::Win::Single), 0.0, 1e-6);
    }
    let table = MatchEquityTable::kazaross_xg2();
    for score in [[4, 3], [3, 4], [3, 2]] {
        let won = match_score(3, score, 0, None);
        let refused = CubeModel::new(&won, &table, Efficiency::default(), true).unwrap_err();
        assert_eq!(refused, InvalidStakes::MatchOver(score[0], score[1], 3));
    }
}

#[test]
fn one_checker_each_is_exact() {
    let tables = Arc::new(Tables::in_memory());
    let side = |points: &[u8]| {
        let on = points.iter().fold(Checkers::NONE, |side, &point| side.with_unchecked(point, 1));
        on.with_rest_off(15)
    };
    for (own, no_double, take) in [(&[6][..], 0.5, 1.0), (&[5, 1][..], 10.0 / 36.0, 20.0 / 36.0)] {
        let position = Position::from_sides_unchecked(side(own), side(&[1]));
        let settings = Settings { tables: Some(Arc::clone(&tables)), ..Settings::default() };
        let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), settings);
        let situation = Situation { position, ..money(false, None) };
        for depth in [Depth::ONE, Depth::TWO, Depth::THREE] {
            let decision = evaluator.cube_decision(&situation, depth).unwrap();
            close(decision.no_double, no_double, 1e-5);
            close(decision.double_take, take, 1e-5);
            assert_eq!(decision.action(), CubeAction::DoubleTake);
            assert_eq!(decision.response(), Answer::Take);
        }
    }
}

#[test]
fn dead_and_live_cubes_are_the_ends_of_the_scale() {
    for i in 0..=20 {
        let o = outcomes(i as f32 / 20.0, i as f32 / 80.0, (20 - i) as f32 / 100.0);
        let dead = decide(&make_model(&money(false, None), 0.0), &o);
        close(dead.no_double, o.equity(), 1e-5);
        close(dead.double_take, 2.0 * o.equity(), 1e-5);
        for owner in [Some(Side::OnRoll), Some(Side::Opponent)] {
            let model = make_model(&money(false, owner), 1.0);
            let value = model.value(&o, CONTACT);
            let sign = if owner == Some(Side::OnRoll) { 1.0 } else { -1.0 };
            assert!(sign * (value - o.equity()) >= -1e-5, "{owner:?} {value} {}", o.equity());
        }
    }
    // Without gammons a live centred cube is worth a point at 80 %, and no position is too good.
    let live = decide(&make_model(&money(false, None), 1.0), &outcomes(0.8, 0.0, 0.0));
    close(live.no_double, 1.0, 1e-5);
    close(live.double_take, 1.0, 1e-5);
}

#[test]
fn jacoby_takes_the_gammons_of_a_centred_cube_away() {
    let o = outcomes(0.75, 0.4, 0.05);
    let with = decide(&make_model(&money(true, None), 0.68), &o);
    let without = decide(&make_model(&money(false, None), 0.68), &o);
    assert_eq!(with.double_take, without.double_take);
    assert!(with.no_double < without.no_double);
    assert!(with.no_double <= 1.0);
    assert_eq!(with.action(), CubeAction::DoublePass);
    assert_eq!(without.action(), CubeAction::TooGoodPass);
    let owned =
        |jacoby| decide(&make_model(&money(jacoby, Some(Side::OnRoll)), 0.68), &o).no_double;
    assert_eq!(owned(true), owned(false));
}

#[test]
fn too_good_beaver_and_no_cube() {
    let model_of = |situation: &Situation| make_model(situation, 0.68);
    let centred = model_of(&money(false, None));
    assert_eq!(decide(&centred, &outcomes(0.95, 0.8, 0.0)).action(), CubeAction::TooGoodPass);
    assert_eq!(decide(&centred, &outcomes(0.95, 0.0, 0.0)).action(), CubeAction::DoublePass);
    assert_eq!(decide(&centred, &outcomes(0.62, 0.1, 0.1)).action(), CubeAction::NoDouble);
    assert_eq!(decide(&centred, &outcomes(0.2, 0.0, 0.1)).action(), CubeAction::NoDoubleBeaver);
    let theirs = model_of(&money(false, Some(Side::Opponent)));
    let decision = decide(&theirs, &outcomes(0.9, 0.1, 0.0));
    assert_eq!(decision.action(), CubeAction::NotAvailable);
    assert_eq!(decision.best(), decision.no_double);
}

#[test]
fn matches_at_their_edges() {
    let table = MatchEquityTable::kazaross_xg2();
    let new =
        |situation: &Situation| CubeModel::new(situation, &table, Efficiency::default(), true);
    // 1 away each: the cube is dead and only the game counts.
    let model = new(&match_score(5, [4, 4], 0, None)).unwrap();
    assert!(!model.may_double() && !model.is_cubeful());
    let value = model.value(&outcomes(0.3, 0.2, 0.6), CONTACT);
    close(value, 0.3, 1e-6);
    // The Crawford game has no cube, but the next game has one.
    let mut crawford = match_score(5, [4, 2], 0, None);
    crawford.stakes = Stakes::Match { length: 5, crawford: true };
    let model = new(&crawford).unwrap();
    assert!(!model.may_double());
    let lost = model.value(&outcomes(0.0, 0.0, 0.0), OVER);
    close(lost, table.chance(1, 2, true), 1e-6);
    // After it the trailer doubles at once: even chances for the match at 2 away.
    let trailing = match_score(5, [3, 4], 0, None);
    let model = new(&trailing).unwrap();
    assert!(model.may_double());
    let decision = decide(&model, &outcomes(0.5, 0.1, 0.1));
    close(decision.double_take, 0.5, 1e-3);
    assert!(decision.double_take > decision.no_double);
    // The leader gains nothing by a cube.
    assert!(!new(&match_score(5, [4, 3], 0, None)).unwrap().may_double());
    // 2 away each with the cube on 2: dead for both, and gammons count nothing.
    let model = new(&match_score(5, [3, 3], 1, Some(Side::OnRoll))).unwrap();
    assert!(!model.is_cubeful());
    assert_eq!(model.outcome_values(0)[0], model.outcome_values(0)[1]);
    // Invalid stakes.
    assert!(matches!(
        new(&match_score(5, [5, 0], 0, None)),
        Err(InvalidStakes::MatchOver(5, 0, 5))
    ));
    let mut early = match_score(5, [2, 2], 0, None);
    early.stakes = Stakes::Match { length: 5, crawford: true };
    assert_eq!(new(&early).unwrap_err(), InvalidStakes::NoCrawford);
}

#[test]
fn nobody_turns_a_cube_beyond_its_limit() {
    for stakes in [money(false, None).stakes, Stakes::Match { length: 7, crawford: false }] {
        for (exponent, owner) in
            [(0, None), (1, Some(Side::OnRoll)), (2, Some(Side::OnRoll)), (2, None)]
        {
            for largest_cube in 0..=3 {
                let cube = Cube::new(exponent, owner).unwrap();
                let situation = Situation { stakes, cube, largest_cube, ..money(false, None) };
                let model = make_model(&situation, 0.68);
                let turns = exponent < largest_cube;
                assert_eq!(
                    (model.may_double(), model.is_cubeful()),
                    (turns, turns),
                    "{situation:?}"
                );
                let value =
                    NodeValue { outcomes: outcomes(0.5, 0.1, 0.1), values: CubeValues::ZERO };
                let decision = CubeDecision::new(&situation, &model, &value, Depth::ONE);
                let beavers = !model.is_match() && exponent + 2 <= largest_cube;
                assert_eq!(
                    (decision.may_double, decision.beavers),
                    (turns, beavers),
                    "{situation:?}"
                );
                // A cube that is not turned any more is dead.
                let dead = CubeModel::new(
                    &situation,
                    &MatchEquityTable::kazaross_xg2(),
                    Efficiency::default(),
                    false,
                );
                let o = outcomes(0.7, 0.2, 0.1);
                let values = [model, dead.unwrap()].map(|model| model.value(&o, CONTACT));
                assert_eq!(values[0] == values[1], !turns, "{situation:?}");
            }
        }
    }
    // There is no turn after the next if the next is the last.
    let at = |largest_cube| Situation { largest_cube, ..match_score(7, [0, 0], 0, None) };
    assert_eq!([1, 2, 3].map(|largest| make_model(&at(largest), 0.68).levels().last), [1, 2, 3]);
    // The last face of a cube is the limit, whatever was agreed.
    let last = Situation { largest_cube: 200, ..match_score(30_000, [0, 0], 15, None) };
    assert!(!make_model(&last, 0.68).may_double());
}

#[test]
fn in_a_game_without_a_cube_nobody_doubles_and_gammons_count() {
    let game = Game::ALL.into_iter().find(|game| !game.has_cube()).unwrap();
    for table in [money(true, None), match_score(7, [0, 0], 0, None)] {
        let model = make_model(&Situation { game, position: game.start(), ..table }, 0.68);
        assert!(!model.may_double() && !model.is_cubeful());
        assert!(model.outcome_values(0)[1] > model.outcome_values(0)[0]);
    }
}

#[test]
fn a_long_match_is_like_money() {
    let o = outcomes(0.7, 0.2, 0.05);
    let long = make_model(&match_score(4000, [0, 0], 0, None), 0.68);
    let (in_match, for_money) =
        (decide(&long, &o), decide(&make_model(&money(false, None), 0.68), &o));
    close(long.points(in_match.no_double), for_money.no_double, 0.02);
    close(long.points(in_match.double_take), for_money.double_take, 0.02);
    assert_eq!(in_match.action(), for_money.action());
}

#[test]
fn both_players_see_the_same_game() {
    let o = outcomes(0.37, 0.1, 0.2);
    for (own, others) in [(2, 4), (3, 0), (0, 0), (4, 1)] {
        let mine = make_model(&match_score(5, [own, others], 0, None), 0.6);
        let theirs = make_model(&match_score(5, [others, own], 0, None), 0.6);
        for on_roll in [RootSide::A, RootSide::B] {
            let a = mine.present(&mine.leaf_values(&o, || CONTACT, on_roll));
            let b = theirs.present(&theirs.leaf_values(&o.swapped(), || CONTACT, !on_roll));
            close(a + b, 1.0, 2e-5);
        }
    }
}

#[test]
fn outcomes_count_what_is_agreed() {
    let o = Outcomes([0.30, 0.20, 0.05, 0.30, 0.10, 0.05]);
    let start = Situation::new(Game::Backgammon.start(), Game::Backgammon);
    let [single, oyn_mars] = [Scoring::Single, Scoring::OynMars]
        .map(|scoring| Situation { scoring: Some(scoring), ..start });
    let usual = Situation { scoring: Some(Scoring::Gammon3), ..start };
    let table = MatchEquityTable::kazaross_xg2();
    let cubeless = |situation: &Situation| {
        let model = CubeModel::new(situation, &table, Efficiency::default(), false).unwrap();
        close(model.cubeless_equity(&o), model.value(&o, CONTACT), 1e-6);
        model.value(&o, CONTACT)
    };
    close(cubeless(&single), 0.10, 1e-6);
    close(cubeless(&oyn_mars), 0.30 + 0.50 - 0.30 - 0.30, 1e-6);
    assert_eq!(cubeless(&usual), cubeless(&start));
    // With a cube, worthless gammons make a take easier, as in a position without gammons.
    let cubeful = |situation: &Situation, o: &Outcomes| {
        // Gammons also change the cube efficiency; a constant one excludes that effect.
        let usual = Efficiency::constant(0.7);
        let model = CubeModel::new(situation, &table, usual, true).unwrap();
        model.value(o, CONTACT)
    };
    let plain = Outcomes([0.55, 0.0, 0.0, 0.45, 0.0, 0.0]);
    close(cubeful(&single, &o), cubeful(&start, &plain), 1e-6);
    // In a match, too.
    let stakes = Stakes::Match { length: 5, crawford: false };
    let [single, start] = [single, start].map(|table| Situation { stakes, ..table });
    close(cubeful(&single, &o), cubeful(&start, &plain), 1e-6);
    assert!((cubeful(&start, &o) - cubeful(&start, &plain)).abs() > 0.01);
}

/// Phases with contact, in a race and at its end.
const PHASES: [Phase; 4] = [
    CONTACT,
    Phase { class: Class::Contact, pips: 90 },
    Phase { class: Class::Race, pips: 150 },
    Phase { class: Class::Bearoff, pips: 60 },
];

#[test]
fn more_chances_are_never_worth_less() {
    let table = MatchEquityTable::kazaross_xg2();
    for situation in [None, Some(Side::OnRoll), Some(Side::Opponent)]
        .map(|owner| money(false, owner))
        .into_iter()
        .chain([
            match_score(7, [2, 4], 0, None),
            match_score(9, [0, 0], 1, Some(Side::OnRoll)),
            // Turns at no risk: after the Crawford game, with the player's cube and with the
            // opponent's.
            match_score(7, [5, 6], 0, None),
            match_score(7, [3, 6], 0, None),
            match_score(7, [6, 2], 0, None),
            match_score(9, [2, 7], 1, Some(Side::OnRoll)),
            match_score(9, [7, 3], 1, Some(Side::Opponent)),
        ])
    {
        let model = CubeModel::new(&situation, &table, Efficiency::default(), true).unwrap();
        for (phase, gammons) in PHASES.into_iter().flat_map(|phase| [(phase, 0.0), (phase, 0.3)]) {
            let gammons = if phase.class == Class::Contact { gammons } else { 0.0 };
            let value_at = |step: i32| {
                let win = step as f32 / 100.0;
                model.value(&outcomes(win, gammons * win, gammons * (1.0 - win)), phase)
            };
            for step in 0..100 {
                let (less, more) = (value_at(step), value_at(step + 1));
                assert!(more >= less - 1e-5, "{situation:?} {phase:?} {step} %: {less}, {more}");
            }
        }
    }
}

#[test]
fn either_side_sees_the_same_cube() {
    let o = Outcomes([0.35, 0.16, 0.01, 0.36, 0.11, 0.01]);
    let table = MatchEquityTable::kazaross_xg2();
    for phase in PHASES {
        for owner in [None, Some(Side::OnRoll), Some(Side::Opponent)] {
            let other = owner.map(|side| match side {
                Side::OnRoll => Side::Opponent,
                Side::Opponent => Side::OnRoll,
            });
            let [mine, theirs] = [owner, other].map(|owner| {
                CubeModel::new(&money(false, owner), &table, Efficiency::default(), true).unwrap()
            });
            for on_roll in [RootSide::A, RootSide::B] {
                let own = mine.present(&mine.leaf_values(&o, || phase, on_roll));
                let seen = theirs.present(&theirs.leaf_values(&o.swapped(), || phase, !on_roll));
                close(own, -seen, 1e-5);
            }
        }
    }
}

/// A player who has raccooned is barred from the cube: its value to them is that of a dead cube, and
/// the other player's redouble gives them a dead cube. Without gammons, it is taken from 25 %.
#[test]
fn a_player_who_is_barred_from_the_cube_owns_a_dead_one() {
    let barred = |owner, side| {
        let situation = money(false, Some(owner));
        Situation { cube: situation.cube.barred_to(side), ..situation }
    };
    let plain = |win: f32| outcomes(win, 0.0, 0.0);
    let own = make_model(&barred(Side::OnRoll, Side::OnRoll), 1.0);
    assert!(!own.may_double());
    for win in [0.1, 0.4, 0.6, 0.9] {
        close(own.value(&plain(win), CONTACT), 2.0 * win - 1.0, 1e-6);
    }
    // Live, the other player's cube has its corner at 25 %: straight from −1 there to 1 at the end.
    let theirs = make_model(&barred(Side::Opponent, Side::OnRoll), 1.0);
    close(theirs.value(&plain(0.25), CONTACT), -1.0, 1e-6);
    close(theirs.value(&plain(0.625), CONTACT), 0.0, 1e-6);
    assert_eq!(theirs.takes(&plain(0.24), CONTACT, RootSide::A), Some(false));
    assert_eq!(theirs.takes(&plain(0.26), CONTACT, RootSide::A), Some(true));
    // It is worth less to the barred player than a cube that may come back.
    let usual = make_model(&money(false, Some(Side::Opponent)), 1.0);
    assert!(theirs.value(&plain(0.5), CONTACT) < usual.value(&plain(0.5), CONTACT));
    // Seen by the other player, who may cash from 75 %.
    let mine = make_model(&barred(Side::OnRoll, Side::Opponent), 1.0);
    close(mine.value(&plain(0.75), CONTACT), 1.0, 1e-6);
    close(mine.value(&plain(0.375), CONTACT), 0.0, 1e-6);
    for win in [0.1, 0.3, 0.5, 0.7, 0.9] {
        let there = theirs.value(&plain(1.0 - win), CONTACT);
        close(mine.value(&plain(win), CONTACT), -there, 1e-6);
    }
    // Exact tables assume that both may turn the cube.
    assert!(mine.is_one_sided() && own.is_one_sided() && !usual.is_one_sided());
}

/// There is no model of a stake that is raised and not doubled; without turns, it is a stake like any
/// other.
#[test]
fn raised_stakes_are_not_evaluated_with_a_cube() {
    let cube = Cube::arithmetic(2, Some(Side::OnRoll)).unwrap();
    let raised = Situation { cube, ..money(false, None) };
    let (table, efficiency) = (MatchEquityTable::kazaross_xg2(), Efficiency::default());
    let model = |cubeful| CubeModel::new(&raised, &table, efficiency, cubeful);
    assert_eq!(model(true).unwrap_err(), InvalidStakes::ArithmeticRaises);
    assert!(model(false).is_ok());
}
