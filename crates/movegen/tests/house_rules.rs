//! House rules beside the cube, one by one, and series of several games.

use sheshbesh_movegen::{
    Action, BySeat, Checkers, CubeRules, Decision, Dice, Ending, FirstPlayer, Game, GameResult,
    GameSeries, HouseRules, Illegal, InvalidSituation, Opening, Phase, Position, Referee, Scoring,
    Seat, Session, Situation, TableRules, Win,
    testing::{Random, any_actions},
};

fn rules(house_rules: HouseRules) -> TableRules {
    TableRules { cube: CubeRules::NO_CUBE, house_rules }
}

fn match_to(length: u16, house_rules: HouseRules) -> TableRules {
    let session = Session::Match { length, crawford: true, holland: false };
    TableRules { cube: CubeRules { session, largest_cube: 10 }, house_rules }
}

fn roll(text: &str) -> Dice {
    text.parse().unwrap()
}

fn lot(bottom: u8, top: u8) -> Action {
    Action::OpeningRoll(BySeat { bottom, top })
}

/// A position with these checkers left on each side; the others are off.
fn position(own: &[(u8, u8)], opponent: &[(u8, u8)]) -> Position {
    let [own, opponent] = [own, opponent].map(|side| Checkers::from_points(side).with_rest_off(15));
    Position::from_sides_unchecked(own, opponent)
}

/// A referee in the middle of a game, with the bottom seat on roll.
fn resumed(rules: TableRules, game: Game, position: Position, began: Seat) -> Referee {
    let table = Situation {
        largest_cube: rules.cube.largest_cube,
        stakes: rules.cube.stakes(false),
        scoring: rules.house_rules.scoring,
        ..Situation::new(position, game)
    };
    Referee::resume(rules, table, 40).unwrap().begun_by(Some(began))
}

/// Rolls for the player on roll, and makes the first play that bears off the most checkers.
fn play_off(referee: &mut Referee, dice: &str) -> Option<GameResult> {
    let ended = referee.apply(Action::Roll(roll(dice))).unwrap();
    if ended.is_some() || referee.result().is_some() {
        return ended;
    }
    let off = |result: &&Position| result.opponent().on(0);
    let best = *referee.legal_plays().iter().max_by_key(off).unwrap();
    referee.apply(Action::Play(best)).unwrap()
}

#[test]
fn a_scale_that_is_agreed_counts_with_the_cube() {
    // Tbilisi rules: four checkers are left, and the cube is on 2.
    let house_rules = HouseRules { scoring: Some(Scoring::Left), ..HouseRules::USUAL };
    let cube = CubeRules { largest_cube: 6, ..CubeRules::NO_CUBE };
    let rules = TableRules { cube, house_rules };
    let mut referee =
        resumed(rules, Game::Backgammon, position(&[(1, 1)], &[(6, 4)]), Seat::Bottom);
    referee.apply(Action::Double).unwrap();
    referee.apply(Action::Take).unwrap();
    let result = play_off(&mut referee, "21").unwrap();
    assert_eq!((result.winner, result.points), (Some(Seat::Bottom), 8));
    // A player who resigns loses the number of checkers that they have left.
    let mut referee =
        resumed(rules, Game::Backgammon, position(&[(6, 7)], &[(6, 4)]), Seat::Bottom);
    referee.apply(Action::Resign(Win::Single)).unwrap();
    assert_eq!(referee.apply(Action::Accept).unwrap().unwrap().points, 7);
}

#[test]
fn hypergammon_may_be_played_for_single_wins() {
    let three = |points: &[(u8, u8)]| Checkers::from_points(points).with_rest_off(3);
    let last = Position::from_sides_unchecked(three(&[(1, 1)]), three(&[(23, 1), (3, 2)]));
    let won = |scoring, jacoby| {
        let session = Session::Money { jacoby, beavers: false, automatic_doubles: 0 };
        let cube = CubeRules { session, largest_cube: 6 };
        let house_rules = HouseRules { scoring, ..HouseRules::USUAL };
        let rules = TableRules { cube, house_rules };
        let mut referee = resumed(rules, Game::Hypergammon, last, Seat::Bottom);
        play_off(&mut referee, "21").unwrap().points
    };
    assert_eq!(won(None, false), 3);
    assert_eq!(won(Some(Scoring::Single), false), 1);
    assert_eq!(won(None, true), 1, "the cube has not been turned");
}

#[test]
fn an_opening_may_be_agreed() {
    let opened = |game: Game, opening| {
        let house_rules = HouseRules { opening, ..HouseRules::USUAL };
        let mut referee = Referee::new(game, rules(house_rules));
        referee.apply(lot(2, 5)).unwrap();
        referee.to_decide()
    };
    let (seat, dice) = (Seat::Top, roll("52"));
    let rolls = Decision::Roll { seat, may_double: false };
    assert_eq!(opened(Game::Backgammon, None), Decision::Play { seat, dice });
    assert_eq!(opened(Game::Backgammon, Some(Opening::Reroll)), rolls);
    assert_eq!(opened(Game::PORTES, None), rolls);
    assert_eq!(opened(Game::PORTES, Some(Opening::OneDieEach)), Decision::Play { seat, dice });
}

#[test]
fn the_winner_may_begin_the_next_game() {
    let next = |game: Game, starter, winner| {
        let house_rules = HouseRules { starter, ..HouseRules::USUAL };
        let mut referee = Referee::new(game, match_to(9, house_rules));
        referee.apply(lot(2, 5)).unwrap();
        referee.settle(winner, 1).unwrap();
        referee.apply(Action::NextGame).unwrap();
        referee
    };
    for seat in Seat::BOTH {
        for (game, starter) in [(Game::Backgammon, Some(FirstPlayer::Winner)), (Game::PORTES, None)]
        {
            let mut referee = next(game, starter, seat);
            assert_eq!(referee.began(), Some(seat));
            // Doubling is illegal before the first roll, which may be a double.
            assert_eq!(referee.to_decide(), Decision::Roll { seat, may_double: false });
            let expected = if game.has_cube() { Illegal::FirstRoll } else { Illegal::NoCube(game) };
            assert_eq!(referee.apply(Action::Double), Err(expected));
            assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
            referee.apply(Action::Roll(roll("44"))).unwrap();
        }
        for (game, starter) in
            [(Game::Backgammon, None), (Game::PORTES, Some(FirstPlayer::OneDieEach))]
        {
            assert_eq!(next(game, starter, seat).to_decide(), Decision::Opening);
        }
    }
}

/// The player at the bottom bears off the last checker; the other player has `other` left.
fn finished(game: Game, began: Seat, other: &[(u8, u8)], last_roll: bool) -> Referee {
    let house_rules = HouseRules { last_roll, ..HouseRules::USUAL };
    let mut referee = resumed(rules(house_rules), game, position(&[(1, 1)], other), began);
    play_off(&mut referee, "21");
    referee
}

#[test]
fn who_went_second_may_have_a_last_roll() {
    let game = Game::LONG_NARDI;
    let mut referee = finished(game, Seat::Bottom, &[(3, 2)], true);
    assert_eq!(referee.result(), None);
    assert_eq!(referee.to_decide(), Decision::Roll { seat: Seat::Top, may_double: false });
    assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
    let mut again = referee.clone();
    // Both checkers can be borne off: a draw, without points.
    let result = referee.apply(Action::Roll(roll("43"))).unwrap().unwrap();
    let ending = Ending::Played(Win::Single);
    assert_eq!(result, GameResult { winner: None, points: 0, ending });
    assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
    // Only one can be borne off.
    let result = again.apply(Action::Roll(roll("42"))).unwrap().unwrap();
    assert_eq!(result, GameResult { winner: Some(Seat::Bottom), points: 1, ending });
    assert_eq!(Referee::restore(&again.snapshot()).unwrap(), again);
}

#[test]
fn there_is_no_last_roll_where_it_cannot_help_or_is_not_agreed() {
    let won = |game, began, other: &[(u8, u8)], agreed| {
        finished(game, began, other, agreed).result().and_then(|result| result.winner)
    };
    for game in [Game::Backgammon, Game::PLAKOTO, Game::FEVGA] {
        let bottom = Some(Seat::Bottom);
        assert_eq!(won(game, Seat::Bottom, &[(3, 2)], true), None, "{game}");
        assert_eq!(won(game, Seat::Bottom, &[(3, 2)], false), bottom, "it is not agreed");
        assert_eq!(won(game, Seat::Top, &[(3, 2)], true), bottom, "both had as many turns");
        assert_eq!(won(game, Seat::Bottom, &[(1, 5)], true), bottom, "no roll takes five");
        assert_eq!(won(game, Seat::Bottom, &[(1, 4)], true), None, "1-1 takes four");
        assert_eq!(won(game, Seat::Bottom, &[(12, 2)], true), None, "6-6 takes both");
        assert_eq!(won(game, Seat::Bottom, &[(12, 1), (9, 2)], true), bottom);
    }
    // The player who bears off everything loses misère, unless the other does the same.
    assert_eq!(won(Game::Misere, Seat::Bottom, &[(3, 2)], false), Some(Seat::Top));
    assert_eq!(won(Game::Misere, Seat::Bottom, &[(3, 2)], true), None);
    let mut referee = finished(Game::Misere, Seat::Bottom, &[(3, 2)], true);
    let result = referee.apply(Action::Roll(roll("21"))).unwrap().unwrap();
    assert_eq!((result.winner, result.points), (Some(Seat::Top), 1));
}

#[test]
fn a_last_roll_that_cannot_be_is_not_gone_on_from() {
    let referee = finished(Game::Backgammon, Seat::Bottom, &[(3, 2)], true);
    let table = *referee.table();
    let phase = Phase::Rolled(roll("43"));
    let refused = |rules, table| Referee::resume(rules, table, 40).unwrap_err();
    let rules = *referee.rules();
    assert!(Referee::resume(rules, table, 40).is_ok());
    assert_eq!(refused(rules, Situation { phase, ..table }), InvalidSituation::GameOver);
    assert_eq!(refused(CubeRules::NO_CUBE.into(), table), InvalidSituation::GameOver);
    let five = Situation { position: position(&[(1, 5)], &[]), ..table };
    assert_eq!(refused(rules, five), InvalidSituation::GameOver);
}

/// Plays random rolls, always with the first legal play, until something ends the game.
fn wander(referee: &mut Referee, random: &mut Random) -> GameResult {
    loop {
        let action = match referee.to_decide() {
            Decision::Opening => lot(2, 1),
            Decision::Roll { .. } => Action::Roll(random.roll(referee.table().game)),
            _ => Action::Play(referee.legal_plays()[0]),
        };
        if let Some(result) = referee.apply(action).unwrap() {
            return result;
        }
    }
}

#[test]
fn a_game_may_be_drawn_by_its_length() {
    let drawn = GameResult { winner: None, points: 0, ending: Ending::TurnLimit };
    let house_rules = |turn_limit| HouseRules { turn_limit, ..HouseRules::USUAL };
    let mut random = Random::new(5);
    for game in Game::ALL {
        let mut referee = Referee::new(game, rules(house_rules(Some(4))));
        assert_eq!(wander(&mut referee, &mut random), drawn, "{game}");
        assert_eq!((referee.turns(), referee.score()), (8, BySeat::default()));
        assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
        let endless = rules(house_rules(Some(0)));
        assert!(wander(&mut Referee::new(game, endless), &mut random).ending != drawn.ending);
    }
    let limit = |game: Game, house_rules: HouseRules| house_rules.turn_limit(game);
    assert_eq!(limit(Game::Misere, HouseRules::USUAL), Some(500));
    assert_eq!(limit(Game::Misere, house_rules(Some(0))), None);
    assert_eq!(limit(Game::Backgammon, HouseRules::USUAL), None);
    let start = Situation::new(Game::Misere.start(), Game::Misere);
    let rules = TableRules::of(&start);
    assert!(Referee::resume(rules, start, 999).is_ok());
    assert_eq!(Referee::resume(rules, start, 1000).unwrap_err(), InvalidSituation::TurnLimit);
}

/// Ends the current game and starts the next.
fn settle(referee: &mut Referee, winner: Seat, points: u32) -> Decision {
    referee.settle(winner, points).unwrap();
    let _ = referee.apply(Action::NextGame);
    referee.to_decide()
}

#[test]
fn a_tavli_match_goes_through_its_three_games() {
    let mut referee = Referee::new(GameSeries::TAVLI, match_to(7, HouseRules::USUAL));
    assert_eq!(referee.to_decide(), Decision::Opening);
    let games = [Game::PORTES, Game::PLAKOTO, Game::FEVGA, Game::PORTES, Game::PLAKOTO];
    for (number, game) in (0..).zip(games) {
        assert_eq!((referee.table().game, referee.games()), (game, number));
        assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
        let winner = Seat::BOTH[number as usize % 2];
        let next = settle(&mut referee, winner, 1 + number % 2);
        assert_eq!(next, Decision::Roll { seat: winner, may_double: false });
    }
    // The score is 3 to 4; a mars and a single fevga win the match.
    assert_eq!(referee.score(), BySeat { bottom: 3, top: 4 });
    assert!(matches!(settle(&mut referee, Seat::Top, 2), Decision::Roll { .. }));
    assert_eq!(referee.score(), BySeat { bottom: 3, top: 6 });
    assert_eq!(settle(&mut referee, Seat::Top, 1), Decision::MatchOver { winner: Seat::Top });
    assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
}

#[test]
fn a_tavli_match_ends_by_a_single_fevga_at_six_to_five() {
    let mut referee = Referee::new(GameSeries::TAVLI, match_to(7, HouseRules::USUAL));
    for (winner, points) in
        [(Seat::Top, 2), (Seat::Bottom, 2), (Seat::Top, 2), (Seat::Bottom, 2), (Seat::Top, 2)]
    {
        settle(&mut referee, winner, points);
    }
    // The score is 4 to 6, in a fevga; the next game, at 5 to 6, is a portes.
    assert_eq!(referee.table().game, Game::FEVGA);
    settle(&mut referee, Seat::Bottom, 1);
    assert_eq!(referee.score(), BySeat { bottom: 5, top: 6 });
    assert_eq!(settle(&mut referee, Seat::Top, 1), Decision::MatchOver { winner: Seat::Top });
}

#[test]
fn a_mixed_match_that_is_level_is_decided_by_hypergammon() {
    let series: GameSeries = "backgammon,long-nardi,irish".parse().unwrap();
    let new = || Referee::new(series, CubeRules::NO_CUBE);
    let mut referee = new();
    settle(&mut referee, Seat::Top, 2);
    assert_eq!(referee.table().game, Game::LONG_NARDI);
    settle(&mut referee, Seat::Bottom, 1);
    let decisive = settle(&mut referee, Seat::Bottom, 1);
    assert_eq!((decisive, referee.score()), (Decision::Opening, BySeat { bottom: 2, top: 2 }));
    assert_eq!(referee.table().game, Game::Hypergammon);
    assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
    let over = Decision::MatchOver { winner: Seat::Bottom };
    assert_eq!(settle(&mut referee, Seat::Bottom, 1), over);
    assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
    // The players are not tied after the last game.
    let mut referee = new();
    settle(&mut referee, Seat::Top, 2);
    settle(&mut referee, Seat::Bottom, 1);
    assert_eq!(settle(&mut referee, Seat::Top, 1), Decision::MatchOver { winner: Seat::Top });
    // A score with a winner is invalid before another game.
    let over = referee.snapshot();
    let mut next = over.table;
    (next.game, next.position) = (Game::Hypergammon, Game::Hypergammon.start());
    next.score = BySeat { bottom: 1, top: 3 }.seen_from(next.seat);
    let next = sheshbesh_movegen::Snapshot {
        table: next,
        games: 3,
        progress: sheshbesh_movegen::Progress::InPlay,
        ..over
    };
    assert!(matches!(Referee::restore(&next), Err(InvalidSituation::MatchOver(_))));
}

#[test]
fn after_a_draw_the_next_game_of_the_frame_begins_by_lot() {
    let series = GameSeries::new(&[Game::PLAKOTO, Game::FEVGA]).unwrap();
    let house_rules = HouseRules { turn_limit: Some(2), ..HouseRules::USUAL };
    let mut referee = Referee::new(series, match_to(3, house_rules));
    let drawn = wander(&mut referee, &mut Random::new(8));
    assert_eq!((drawn.winner, drawn.points), (None, 0));
    referee.apply(Action::NextGame).unwrap();
    assert_eq!((referee.table().game, referee.to_decide()), (Game::FEVGA, Decision::Opening));
}

#[test]
fn players_of_snake_change_sides_from_game_to_game() {
    let series = GameSeries::new(&[Game::Snake, Game::Backgammon]).unwrap();
    let mut referee = Referee::new(series, match_to(9, HouseRules::USUAL));
    let mut snakes = Vec::new();
    for _ in 0..6 {
        if referee.table().game == Game::Snake {
            let mut opened = referee.clone();
            opened.apply(lot(5, 2)).unwrap();
            let bar = |side: Checkers| side.on(25) > 0;
            let is_bottom = bar(opened.table().position.own());
            snakes.push(if is_bottom { Seat::Bottom } else { Seat::Top });
        }
        assert_eq!(Referee::restore(&referee.snapshot()).unwrap(), referee);
        settle(&mut referee, Seat::Bottom, 1);
    }
    assert_eq!(snakes, [Seat::Bottom, Seat::Top, Seat::Bottom]);
    assert!(any_actions(&referee, &mut Random::new(1)).len() > 4);
}

/// A win that counts no more than a smaller one cannot be resigned. A resigned win counts by the
/// game and by the agreed scale.
#[test]
fn what_is_resigned_is_what_counts() {
    use Win::{Backgammon, Gammon, Single};
    let resigned = |game: Game, scoring: Option<Scoring>| -> Vec<(Win, u32)> {
        let house_rules = HouseRules { scoring, ..HouseRules::default() };
        let try_one = |win: Win| {
            let mut referee = Referee::new(game, rules(house_rules));
            referee.apply(lot(3, 1)).unwrap();
            match referee.apply(Action::Resign(win)) {
                Ok(_) => Some((win, referee.apply(Action::Accept).unwrap().unwrap().points)),
                Err(refusal) => {
                    assert_eq!(refusal, Illegal::NoSuchWin { win, game });
                    // Nothing has changed.
                    assert_eq!(referee.to_decide().seat(), Some(Seat::Bottom));
                    None
                }
            }
        };
        Win::ALL.into_iter().filter_map(try_one).collect()
    };
    let three = [(Single, 1), (Gammon, 2), (Backgammon, 3)];
    assert_eq!(resigned(Game::Backgammon, None), three);
    assert_eq!(resigned(Game::EARLY, None), three);
    assert_eq!(resigned(Game::PORTES, None), three[..2]);
    assert_eq!(resigned(Game::NARD, None), three[..1]);
    assert_eq!(resigned(Game::Misere, None), three[..1]);
    assert_eq!(resigned(Game::NARD, Some(Scoring::OynMars)), three[..2]);
    assert_eq!(resigned(Game::Backgammon, Some(Scoring::Single)), three[..1]);
    assert_eq!(resigned(Game::LONG_NARDI, Some(Scoring::Nardi4)), three);
    assert_eq!(resigned(Game::LONG_NARDI, Some(Scoring::Left)), [(Single, 15), (Gammon, 30)]);
    // The loser of misère has no checkers left.
    assert_eq!(resigned(Game::Misere, Some(Scoring::Left)), three[..1]);
}
