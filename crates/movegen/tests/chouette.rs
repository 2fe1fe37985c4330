//! Chouettes: fixed examples, and random sessions against a slow account that knows no referee.

use sheshbesh_movegen::{
    Action, BySeat, Chouette, ChouetteAction, ChouetteDecision, ChouetteError, ChouetteRules,
    ChouetteStanding, Consulting, CubeRules, Decision, Ending, Game, HouseRules, Illegal, Seat,
    Session, TableRules, Win, testing::Random,
};

const BOX: Seat = Chouette::BOX;
const TEAM: Seat = Chouette::TEAM;

fn rules(beavers: bool, extras: bool, consulting: Consulting) -> ChouetteRules {
    let session = Session::Money { jacoby: false, beavers, automatic_doubles: 0 };
    let cube = CubeRules { session, largest_cube: 6 };
    let table = TableRules { cube, house_rules: HouseRules::USUAL };
    ChouetteRules { table, consulting, extras }
}

/// A chouette of Hypergammon in which `first` is to roll or to double.
fn begun(rules: ChouetteRules, players: usize, first: Seat) -> Chouette {
    let mut chouette = Chouette::new(Game::Hypergammon, rules, players).unwrap();
    let dice = match first {
        BOX => BySeat { bottom: 1, top: 3 },
        TEAM => BySeat { bottom: 3, top: 1 },
    };
    board(&mut chouette, Action::OpeningRoll(dice));
    let play = chouette.board().legal_plays()[0];
    board(&mut chouette, Action::Play(play));
    chouette
}

fn board(chouette: &mut Chouette, action: Action) {
    chouette.apply(ChouetteAction::Board(action)).unwrap();
}

fn double(chouette: &mut Chouette, pairs: &[usize]) {
    chouette.apply(ChouetteAction::Double(pairs.to_vec())).unwrap();
}

fn answers(chouette: &mut Chouette, answers: &[Action]) {
    for &answer in answers {
        chouette.apply(ChouetteAction::Answer(answer)).unwrap();
    }
}

/// Ends the game by a resignation of the side on roll.
fn resign(chouette: &mut Chouette, win: Win) {
    board(chouette, Action::Resign(win));
    board(chouette, Action::Accept);
    assert_eq!(chouette.to_decide(), ChouetteDecision::NextGame);
}

fn next_line(chouette: &mut Chouette) -> Vec<usize> {
    chouette.apply(ChouetteAction::NextGame).unwrap();
    assert_eq!(chouette.to_decide(), ChouetteDecision::Opening);
    chouette.line().to_vec()
}

#[test]
fn a_box_that_wins_stays_and_the_captain_goes_to_the_end() {
    let mut chouette = begun(rules(false, false, Consulting::Always), 4, TEAM);
    assert_eq!((chouette.line(), chouette.captain()), (&[0, 1, 2, 3][..], 1));
    resign(&mut chouette, Win::Gammon);
    assert_eq!(chouette.scores(), [6, -2, -2, -2]);
    assert_eq!(next_line(&mut chouette), [0, 2, 3, 1]);
    assert_eq!((chouette.scores(), chouette.games()), (vec![6, -2, -2, -2], 1));
}

#[test]
fn a_captain_who_beats_the_box_is_the_next_box() {
    let mut chouette = begun(rules(false, false, Consulting::Always), 4, BOX);
    resign(&mut chouette, Win::Single);
    assert_eq!(chouette.scores(), [-3, 1, 1, 1]);
    assert_eq!(next_line(&mut chouette), [1, 2, 3, 0]);
    // The next game settles with the new box.
    board(&mut chouette, Action::OpeningRoll(BySeat { bottom: 6, top: 1 }));
    resign(&mut chouette, Win::Single);
    assert_eq!(chouette.scores(), [-2, -2, 2, 2]);
    assert_eq!(next_line(&mut chouette), [2, 3, 0, 1]);
}

/// The box doubles everybody. The captain passes, the next in line passes, the last one takes.
#[test]
fn each_member_answers_and_the_captaincy_passes_to_a_taker() {
    let mut chouette = begun(rules(false, false, Consulting::AfterCube), 4, BOX);
    assert!(!chouette.may_consult());
    assert_eq!(
        chouette.to_decide(),
        ChouetteDecision::Roll { player: 0, seat: BOX, may_double: vec![0, 1, 2] }
    );
    double(&mut chouette, &[2, 0, 1]);
    let next = Decision::Double { seat: TEAM, may_beaver: false };
    assert_eq!(
        chouette.to_decide(),
        ChouetteDecision::Answer { player: 1, pair: 0, decision: next }
    );
    answers(&mut chouette, &[Action::Pass]);
    // The captain stays until all have answered.
    assert_eq!(chouette.captain(), 1);
    answers(&mut chouette, &[Action::Pass, Action::Take]);
    assert_eq!((chouette.captain(), chouette.scores()), (3, vec![2, -1, -1, 0]));
    assert!(chouette.may_consult());
    assert_eq!(
        chouette.to_decide(),
        ChouetteDecision::Roll { player: 0, seat: BOX, may_double: vec![] }
    );
    let illegal = chouette.clone().apply(ChouetteAction::Double(vec![2])).unwrap_err();
    assert_eq!(illegal, Illegal::OthersCube.into());
    assert_eq!(
        chouette.clone().apply(ChouetteAction::Double(vec![0])),
        Err(ChouetteError::NoCubes)
    );
    assert_eq!(chouette.clone().apply(ChouetteAction::Double(vec![])), Err(ChouetteError::NoCubes));
    // The box resigns: it loses to the new captain, who becomes the box. The captain who passed
    // goes to the end, before the old box.
    resign(&mut chouette, Win::Single);
    assert_eq!(chouette.scores(), [0, -1, -1, 2]);
    assert_eq!(next_line(&mut chouette), [3, 2, 1, 0]);
}

#[test]
fn a_captain_whose_double_is_passed_has_beaten_the_box() {
    let mut chouette = begun(rules(false, false, Consulting::Always), 4, TEAM);
    double(&mut chouette, &[0]);
    answers(&mut chouette, &[Action::Pass]);
    assert_eq!((chouette.captain(), chouette.scores()), (2, vec![-1, 1, 0, 0]));
    resign(&mut chouette, Win::Single);
    assert_eq!(chouette.scores(), [1, 1, -1, -1]);
    assert_eq!(next_line(&mut chouette), [1, 3, 2, 0]);
}

#[test]
fn when_all_pass_only_the_captain_goes_to_the_end() {
    let mut chouette = begun(rules(false, false, Consulting::Always), 4, BOX);
    double(&mut chouette, &[0, 1, 2]);
    answers(&mut chouette, &[Action::Pass, Action::Pass, Action::Pass]);
    assert_eq!(chouette.to_decide(), ChouetteDecision::NextGame);
    assert_eq!(chouette.scores(), [3, -1, -1, -1]);
    assert_eq!(next_line(&mut chouette), [0, 2, 3, 1]);
}

/// Beavers of one member, while another one just takes: each cube is settled by itself.
#[test]
fn cubes_are_settled_by_pairs() {
    let mut chouette = begun(rules(true, false, Consulting::Always), 3, BOX);
    double(&mut chouette, &[0, 1]);
    answers(&mut chouette, &[Action::Beaver, Action::Take]);
    let next = Decision::Beaver { seat: BOX, may_raccoon: true };
    assert_eq!(
        chouette.to_decide(),
        ChouetteDecision::Answer { player: 0, pair: 0, decision: next }
    );
    answers(&mut chouette, &[Action::Raccoon, Action::Take]);
    let values: Vec<u32> = (0..2).map(|pair| chouette.cube(pair).value()).collect();
    assert_eq!(values, [8, 2]);
    resign(&mut chouette, Win::Gammon);
    assert_eq!(chouette.scores(), [-20, 16, 4]);
    let results = chouette.results();
    assert_eq!((results[0].member, results[0].result.points), (1, 16));
    assert!(results.iter().all(|result| result.result.ending == Ending::Resigned(Win::Gammon)));
}

/// The only taker may be offered the cubes of those who have passed, who then pay them, not the box.
#[test]
fn an_only_taker_may_take_over_the_other_cubes() {
    let mut chouette = begun(rules(false, true, Consulting::Always), 4, BOX);
    double(&mut chouette, &[0, 1, 2]);
    answers(&mut chouette, &[Action::Pass, Action::Take, Action::Pass]);
    let offer = ChouetteDecision::OfferExtras { player: 0, pairs: vec![0, 2] };
    assert_eq!(chouette.to_decide(), offer);
    let mut refused = chouette.clone();
    refused.apply(ChouetteAction::OfferExtras(true)).unwrap();
    let asked = ChouetteDecision::TakeExtras { player: 2, pairs: vec![0, 2] };
    assert_eq!(refused.to_decide(), asked);
    let mut taken = refused.clone();
    refused.apply(ChouetteAction::TakeExtras(false)).unwrap();
    assert_eq!((refused.captain(), refused.scores()), (2, vec![2, -1, 0, -1]));
    taken.apply(ChouetteAction::TakeExtras(true)).unwrap();
    assert_eq!((taken.captain(), taken.scores()), (2, vec![0, -1, 2, -1]));
    assert_eq!(taken.pairs_of(2).collect::<Vec<_>>(), [0, 1, 2]);
    resign(&mut taken, Win::Single);
    // Three cubes on 2.
    assert_eq!(taken.scores(), [-6, -1, 8, -1]);
    assert_eq!(next_line(&mut taken), [2, 3, 1, 0]);
    // The box need not offer them.
    chouette.apply(ChouetteAction::OfferExtras(false)).unwrap();
    assert_eq!((chouette.captain(), chouette.scores()), (2, vec![2, -1, 0, -1]));
    // Without a pass there is nothing to offer, and two takers are not one.
    let mut two = begun(rules(false, true, Consulting::Always), 4, BOX);
    double(&mut two, &[0, 1, 2]);
    answers(&mut two, &[Action::Pass, Action::Take, Action::Take]);
    assert!(matches!(two.to_decide(), ChouetteDecision::Roll { .. }));
}

#[test]
fn chouettes_need_three_players_and_money() {
    let usual = rules(false, false, Consulting::Always);
    for players in [0, 2, 11] {
        let chouette = Chouette::new(Game::Backgammon, usual, players);
        assert_eq!(chouette.unwrap_err(), ChouetteError::Players(players));
    }
    let session = Session::Match { length: 5, crawford: true, holland: false };
    let cube = CubeRules { session, largest_cube: 6 };
    let table = TableRules { cube, house_rules: HouseRules::USUAL };
    let to_five = Chouette::new(Game::Backgammon, ChouetteRules { table, ..usual }, 3);
    assert_eq!(to_five.unwrap_err(), ChouetteError::Match);
}

#[test]
fn impossible_standings_are_refused() {
    let usual = rules(false, false, Consulting::Always);
    let resume = |game, standing| Chouette::resume(game, usual, standing).map(|_| ());
    let first = ChouetteStanding::new(3);
    let later = ChouetteStanding { games: 2, points: vec![2, -3, 1], ..first.clone() };
    assert_eq!(resume(Game::Backgammon, first.clone()), Ok(()));
    assert_eq!(resume(Game::Backgammon, ChouetteStanding { drawn: true, ..later.clone() }), Ok(()));
    for standing in [
        ChouetteStanding { line: vec![0, 1, 1], ..later.clone() },
        ChouetteStanding { line: vec![1, 2, 3], ..later.clone() },
        ChouetteStanding { points: vec![0, 0], ..later.clone() },
        ChouetteStanding { points: vec![1, 0, 0], ..later.clone() },
        ChouetteStanding { points: vec![i64::MAX, i64::MIN, 1], ..later.clone() },
        ChouetteStanding { exchanged: true, ..later.clone() },
        ChouetteStanding { drawn: true, ..first.clone() },
    ] {
        assert_eq!(resume(Game::Backgammon, standing), Err(ChouetteError::Standing));
    }
    let few = ChouetteStanding::new(2);
    assert_eq!(resume(Game::Backgammon, few), Err(ChouetteError::Players(2)));
    let mut snake = Chouette::new(
        Game::Snake,
        ChouetteRules { table: TableRules { cube: CubeRules::NO_CUBE, ..usual.table }, ..usual },
        3,
    )
    .unwrap();
    board(&mut snake, Action::OpeningRoll(BySeat { bottom: 6, top: 1 }));
    resign(&mut snake, Win::Single);
    snake.apply(ChouetteAction::NextGame).unwrap();
    assert!(snake.standing().exchanged && snake.board().is_exchanged());
}

/// The winner of a game of portes begins the next one. The box has won it, or has become the box.
#[test]
fn the_box_begins_where_the_winner_does() {
    let usual = rules(false, false, Consulting::Always);
    let table = TableRules { cube: CubeRules::NO_CUBE, ..usual.table };
    let mut chouette = Chouette::new(Game::PORTES, ChouetteRules { table, ..usual }, 3).unwrap();
    board(&mut chouette, Action::OpeningRoll(BySeat { bottom: 6, top: 1 }));
    resign(&mut chouette, Win::Gammon);
    chouette.apply(ChouetteAction::NextGame).unwrap();
    let (player, seat) = (1, BOX);
    assert_eq!(chouette.to_decide(), ChouetteDecision::Roll { player, seat, may_double: vec![] });
}

/// A cube of the account.
#[derive(Clone, Debug)]
struct Stake {
    member: usize,
    holder: usize,
    value: i64,
    owner: Option<Seat>,
    open: bool,
    /// Doubled in this round and passed.
    passed: bool,
    /// True if the member won the game with the box.
    won: Option<bool>,
}

/// A chouette as a list of debts, written down a second time.
#[derive(Debug)]
struct Account {
    players: Vec<usize>,
    stakes: Vec<Stake>,
    points: Vec<i64>,
    captain: usize,
    lost: Vec<usize>,
    new_box: Option<usize>,
}

impl Account {
    fn new(players: Vec<usize>, points: Vec<i64>) -> Self {
        let stake = |&member: &usize| Stake {
            member,
            holder: member,
            value: 1,
            owner: None,
            open: true,
            passed: false,
            won: None,
        };
        let stakes = players[1..].iter().map(stake).collect();
        let captain = players[1];
        Self { players, stakes, points, captain, lost: Vec::new(), new_box: None }
    }

    fn pay(&mut self, from: usize, to: usize, points: i64) {
        self.points[from] -= points;
        self.points[to] += points;
    }

    fn close(&mut self, pair: usize, team_wins: bool, points: i64) {
        let (boss, holder) = (self.players[0], self.stakes[pair].holder);
        let (from, to) = if team_wins { (boss, holder) } else { (holder, boss) };
        self.pay(from, to, points);
        self.stakes[pair].open = false;
        self.stakes[pair].won = Some(team_wins);
    }

    fn answer(&mut self, pair: usize, decision: Decision, action: Action) {
        let stake = &mut self.stakes[pair];
        let value = stake.value;
        match (decision, action) {
            (Decision::Double { seat, .. }, Action::Take) => {
                (stake.value, stake.owner) = (2 * value, Some(seat));
            }
            (Decision::Double { seat, .. }, Action::Beaver) => {
                (stake.value, stake.owner) = (4 * value, Some(seat));
            }
            (Decision::Double { seat, .. }, Action::Pass) => {
                stake.passed = seat == TEAM;
                self.close(pair, seat == BOX, value);
            }
            (Decision::Beaver { .. }, Action::Raccoon) => stake.value = 2 * value,
            (Decision::Beaver { seat, .. } | Decision::Raccoon { seat }, Action::Pass) => {
                self.close(pair, seat == BOX, value / 2);
            }
            _ => assert_eq!(action, Action::Take),
        }
    }

    /// Undoes the passes, and charges the members who passed.
    fn take_over(&mut self, pairs: &[usize], taker: usize) {
        for &pair in pairs {
            let stake = self.stakes[pair].clone();
            assert!(stake.passed && !stake.open);
            self.pay(self.players[0], stake.member, stake.value);
            self.pay(stake.member, taker, stake.value);
            self.stakes[pair] = Stake {
                holder: taker,
                value: 2 * stake.value,
                owner: Some(TEAM),
                open: true,
                won: None,
                ..stake
            };
        }
    }

    fn is_playing(&self, member: usize) -> bool {
        self.stakes.iter().any(|stake| stake.open && stake.holder == member)
    }

    fn look_for_captain(&mut self) {
        if self.is_playing(self.captain) {
            return;
        }
        let stake = self.stakes.iter().find(|stake| stake.member == self.captain).unwrap();
        if stake.holder == self.captain && stake.won == Some(true) {
            self.new_box = self.new_box.or(Some(self.captain));
        } else if !self.lost.contains(&self.captain) {
            self.lost.push(self.captain);
        }
        for &member in &self.players[1..] {
            if self.is_playing(member) {
                self.captain = member;
                return;
            }
        }
    }

    fn next(self) -> Self {
        let mut waiting = self.players.clone();
        let boss = waiting.remove(0);
        for &loser in &self.lost {
            waiting.retain(|&player| player != loser);
            waiting.push(loser);
        }
        match self.new_box {
            Some(new) => {
                waiting.retain(|&player| player != new);
                waiting.insert(0, new);
                waiting.push(boss);
            }
            None => waiting.insert(0, boss),
        }
        Self::new(waiting, self.points)
    }

    fn check(&self, chouette: &Chouette) {
        assert_eq!(chouette.scores(), self.points);
        assert_eq!(chouette.scores().iter().sum::<i64>(), 0);
        assert_eq!(chouette.line(), self.players);
        assert_eq!(chouette.captain(), self.captain);
        for (pair, stake) in self.stakes.iter().enumerate() {
            assert_eq!(chouette.is_open(pair), stake.open);
            assert_eq!(chouette.holder(pair), stake.holder);
            if stake.open {
                let table = chouette.table(pair);
                let owner = table.cube.owner().map(|side| table.seat.of(side));
                assert_eq!((i64::from(table.cube.value()), owner), (stake.value, stake.owner));
                // One board for all.
                assert_eq!(table.position, chouette.board().table().position);
            }
        }
    }
}

#[test]
fn random_sessions_agree_with_a_slow_account() {
    let mut random = Random::new(7);
    let (mut extras_taken, mut beavers, mut replaced) = (0, 0, 0);
    for session in 0..60 {
        let players = 3 + random.below(4);
        let extras = session % 2 == 0;
        let agreed = rules(session % 3 > 0, extras, Consulting::Always);
        let mut chouette = Chouette::new(Game::Hypergammon, agreed, players).unwrap();
        let mut account = Account::new((0..players).collect(), vec![0; players]);
        for _ in 0..150 {
            let mut coin = |of: usize| random.below(of) == 0;
            let action = match chouette.to_decide() {
                ChouetteDecision::Opening => {
                    let mut die = || 1 + random.below(6) as u8;
                    ChouetteAction::Board(Action::OpeningRoll(BySeat { bottom: die(), top: die() }))
                }
                ChouetteDecision::Roll { may_double, .. } => {
                    let mut pairs = may_double;
                    pairs.retain(|_| coin(4));
                    let wants = coin(12);
                    if !pairs.is_empty() {
                        account.stakes.iter_mut().for_each(|stake| stake.passed = false);
                        ChouetteAction::Double(pairs)
                    } else if wants {
                        ChouetteAction::Board(Action::Resign(Win::Single))
                    } else {
                        ChouetteAction::Board(Action::Roll(random.roll(Game::Hypergammon)))
                    }
                }
                ChouetteDecision::Play { .. } => {
                    let plays = chouette.board().legal_plays();
                    ChouetteAction::Board(Action::Play(plays[random.below(plays.len())]))
                }
                ChouetteDecision::Answer { pair, decision, player } => {
                    let boss = chouette.box_player();
                    assert_eq!(
                        player,
                        match decision.seat() {
                            Some(BOX) => boss,
                            _ => account.stakes[pair].holder,
                        }
                    );
                    let mut all = vec![Action::Take, Action::Pass];
                    match decision {
                        Decision::Double { may_beaver: true, .. } => all.push(Action::Beaver),
                        Decision::Beaver { may_raccoon: true, .. } => all.push(Action::Raccoon),
                        _ => {}
                    }
                    let answer = all[random.below(all.len())];
                    beavers += u32::from(answer == Action::Beaver);
                    account.answer(pair, decision, answer);
                    ChouetteAction::Answer(answer)
                }
                ChouetteDecision::OfferExtras { .. } => ChouetteAction::OfferExtras(!coin(4)),
                ChouetteDecision::TakeExtras { pairs, player } => {
                    let takes = !coin(3);
                    if takes {
                        extras_taken += 1;
                        account.take_over(&pairs, player);
                    }
                    ChouetteAction::TakeExtras(takes)
                }
                ChouetteDecision::Resignation { .. } => ChouetteAction::Board(Action::Accept),
                ChouetteDecision::NextGame => {
                    replaced += u32::from(account.new_box.is_some());
                    account = account.next();
                    ChouetteAction::NextGame
                }
            };
            let on_roll = chouette.board().table().seat;
            let open: Vec<usize> = chouette.open_pairs().collect();
            chouette.apply(action.clone()).unwrap();
            if action == ChouetteAction::NextGame {
                let standing = chouette.standing().clone();
                let resumed = Chouette::resume(Game::Hypergammon, agreed, standing);
                assert_eq!(resumed.as_ref(), Ok(&chouette));
            }
            match action {
                ChouetteAction::Board(Action::Play(_) | Action::Accept)
                    if chouette.to_decide() == ChouetteDecision::NextGame =>
                {
                    // A game that is played out is won by the mover, a resigned one by the other.
                    let is_won = matches!(action, ChouetteAction::Board(Action::Play(_)));
                    let team_wins = (on_roll == TEAM) == is_won;
                    let multiple = i64::from(chouette.results()[open[0]].result.points)
                        / account.stakes[open[0]].value;
                    assert!((1..=3).contains(&multiple));
                    for pair in open {
                        account.close(pair, team_wins, multiple * account.stakes[pair].value);
                    }
                }
                _ => {}
            }
            let pending = matches!(
                chouette.to_decide(),
                ChouetteDecision::Answer { .. }
                    | ChouetteDecision::OfferExtras { .. }
                    | ChouetteDecision::TakeExtras { .. }
            );
            if !pending {
                account.look_for_captain();
            }
            account.check(&chouette);
        }
    }
    assert!(
        extras_taken > 5 && beavers > 20 && replaced > 20,
        "{extras_taken} {beavers} {replaced}"
    );
}
