//! A second, literal and slow implementation of the rules of all games, and positions to test with.

// Each test binary uses only a part of this module.
#![allow(dead_code)]

mod reserve;
mod ring;
mod stages;

use sheshbesh_movegen::{
    Checkers, ClosedQuarter, Dice, Family, Game, Head, HitAndRun, HitBan, Mother, Position, Row,
    RowAt, Runner, Side, TurnState, testing::Random,
};
use stages::Course;
use std::collections::BTreeSet;

/// Counts on indices 0 to 25 of each side's own view, and the points where a side's checker lies
/// under one of the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Board {
    pub own: [u8; 26],
    pub opponent: [u8; 26],
    pub own_under: [bool; 26],
    pub opponent_under: [bool; 26],
    pub course: Course,
}

/// A turn: the game, its roll, and the board before it.
struct Turn {
    game: Game,
    dice: Dice,
    start: Board,
}

impl Board {
    pub fn of(all: &Position) -> Self {
        let position = all.bare();
        let counts = |side: Checkers| std::array::from_fn(|index| side.on(index as u8));
        let under = |side: Checkers| std::array::from_fn(|index| side.pinned() >> index & 1 == 1);
        Self {
            own: counts(position.own()),
            opponent: counts(position.opponent()),
            own_under: under(position.own()),
            opponent_under: under(position.opponent()),
            course: Course::of(all),
        }
    }

    pub fn swapped(self) -> Self {
        Self {
            own: self.opponent,
            opponent: self.own,
            own_under: self.opponent_under,
            opponent_under: self.own_under,
            course: self.course.swapped(),
        }
    }

    /// The board of the opponent, who rolls next.
    fn handed_over(self) -> Self {
        Self { course: Course::default(), ..self.swapped() }
    }

    /// The board as a position of a game.
    pub fn position(&self, game: Game) -> Option<Position> {
        if game.has_stages() {
            let state = self.course.state();
            return game.position_with_turn_state(&self.own, &self.opponent, state).ok();
        }
        let under = (1..25).filter(|&i| self.own_under[i]).map(|i| 1 << i).sum();
        game.position_with_pins(&self.own, &self.opponent, under).ok()
    }

    /// True if a player has won, or if no player can win any more.
    fn is_over(&self, game: Game) -> bool {
        if self.own[0] == game.checkers() || self.opponent[0] == game.checkers() {
            return true;
        }
        if game.has_stages() && self.course.idle >= 100 {
            return true;
        }
        let (Game::Plakoto(rules) | Game::Tapa(rules)) = game else { return false };
        let pinned = (self.own_under[24], self.opponent_under[24]);
        match rules.mother {
            Mother::Off => pinned.0 && pinned.1,
            Mother::Immediate => pinned.0 || pinned.1,
            Mother::Usual => match pinned {
                (true, true) => true,
                (true, false) => self.opponent[24] == 0,
                (false, true) => self.own[24] == 0,
                (false, false) => false,
            },
        }
    }

    fn may_bear_off(&self, from: usize, number: usize) -> bool {
        let outside: u8 = self.own[7..].iter().sum();
        let behind: u8 = self.own[from + 1..].iter().sum();
        outside == 0 && (from == number || behind == 0)
    }

    /// The board after one checker has moved by one number, if that is legal.
    fn after(&self, turn: &Turn, from: usize, number: usize) -> Option<Self> {
        if self.own[from] == 0 {
            return None;
        }
        let must_enter = if turn.game.has_reserve() {
            reserve::must_enter(turn.game, self)
        } else {
            self.own[25] > 0
        };
        if must_enter && from != 25 {
            return None;
        }
        let next = match turn.game.family() {
            Family::Hitting if turn.game.has_reserve() => {
                reserve::after_step(turn.game, self, from, number)
            }
            Family::Hitting => self.after_hitting(turn.game, from, number),
            Family::Pinning => self.after_pinning(turn, from, number),
            Family::Parallel => self.after_parallel(turn.game, from, number),
            Family::Capturing => unreachable!("the ring has its own plays"),
        }?;
        let to = from.saturating_sub(number);
        match turn.game {
            Game::Portes(rules) | Game::Tavla(rules) => {
                // An opposing checker stood here when the turn began, and it is gone.
                let was_hit = from < 25
                    && turn.start.opponent[25 - from] == 1
                    && self.opponent[25 - from] == 0;
                let bound = match rules.hit_and_run {
                    HitAndRun::Allowed => false,
                    HitAndRun::NotAtHome => from <= 6 && next.own[from] == 0,
                    HitAndRun::Strict => from <= 6,
                    HitAndRun::Nowhere => next.own[from] == 0,
                };
                (!(was_hit && bound)).then_some(next)
            }
            Game::OldEnglish(_) => (to == 0 || next.own[to] <= 5).then_some(next),
            Game::Dutch(rules) => {
                let hits = next.opponent[25] > self.opponent[25];
                let is_home = self.own[..=6].iter().any(|&count| count > 0);
                let allowed = match rules.hit_ban {
                    HitBan::Ever => is_home || turn.start.course.counters[0] > 0,
                    HitBan::Now => is_home,
                    HitBan::Off => true,
                };
                (allowed || !hits).then_some(next)
            }
            Game::Matador(_) => {
                // Until a checker has come home, only the foremost one may move.
                let is_home = self.own[..=6].iter().any(|&count| count > 0);
                let is_first = self.own[1..from].iter().all(|&count| count == 0);
                (is_home || is_first).then_some(next)
            }
            Game::Fevga(rules) | Game::Jacquet(rules) => {
                // Until a checker has passed the other side's start, which is 12, or has come home,
                // only the foremost checker may move.
                let goal = match rules.runner {
                    Runner::PastStart => 11,
                    Runner::Home => 6,
                };
                let passed = self.own[..=goal].iter().any(|&count| count > 0);
                let is_first = self.own[1..from].iter().all(|&count| count == 0);
                (passed || is_first).then_some(next)
            }
            Game::LongNardi(rules) | Game::Nard(rules) => {
                let left_head = turn.start.own[24] - next.own[24];
                let most = may_leave_head(rules.head, &turn.start, turn.dice);
                if left_head <= most { next.with_legal_rows(turn, rules.row_at) } else { None }
            }
            Game::Gyulbar(_) | Game::CrazyGyulbar(_) => {
                // A checker that is home moves only when it is borne off, by its own number.
                let at_home = from <= 6;
                if at_home && from != number {
                    return None;
                }
                let left_head = turn.start.own[24] - next.own[24];
                let most = stages::may_leave(turn.game, &turn.start, turn.dice);
                if from == 24 && left_head > most {
                    return None;
                }
                if at_home { Some(next) } else { next.with_legal_rows(turn, RowAt::EachStep) }
            }
            _ => Some(next),
        }
    }

    fn with_legal_rows(self, turn: &Turn, looked_at: RowAt) -> Option<Self> {
        (looked_at == RowAt::EndOfTurn || self.rows_are_legal(turn.game)).then_some(self)
    }

    fn after_hitting(&self, game: Game, from: usize, number: usize) -> Option<Self> {
        let mut next = *self;
        next.own[from] -= 1;
        if from > number {
            let to = from - number;
            let against = &mut next.opponent[25 - to];
            if *against >= 2 {
                return None;
            }
            if *against == 1 {
                *against = 0;
                next.opponent[25] += 1;
            }
            next.own[to] += 1;
        } else {
            // By a looser rule it does not matter what is further back at home.
            let is_loose = matches!(game, Game::Portes(r) | Game::Tavla(r) if r.bears_off_lower);
            let all_home = self.own[7..].iter().all(|&count| count == 0);
            if !(self.may_bear_off(from, number) || is_loose && all_home) {
                return None;
            }
            next.own[0] += 1;
        }
        Some(next)
    }

    fn after_pinning(&self, turn: &Turn, from: usize, number: usize) -> Option<Self> {
        let (Game::Plakoto(rules) | Game::Tapa(rules)) = turn.game else { return None };
        if self.own_under[from] {
            return None;
        }
        let mut next = *self;
        next.own[from] -= 1;
        if next.own[from] == 0 {
            // The checker under it is free.
            next.opponent_under[25 - from] = false;
        }
        if from > number {
            let to = from - number;
            if self.opponent[25 - to] >= 2 || self.own_under[to] {
                return None;
            }
            if self.opponent[25 - to] == 1 {
                next.opponent_under[25 - to] = true;
            }
            next.own[to] += 1;
        } else {
            let pinned = self.own_under[1..7].iter().any(|&under| under);
            if !self.may_bear_off(from, number) || pinned && !rules.bear_while_pinned {
                return None;
            }
            next.own[0] += 1;
        }
        Some(next)
    }

    fn after_parallel(&self, game: Game, from: usize, number: usize) -> Option<Self> {
        let mut next = *self;
        next.own[from] -= 1;
        if from > number {
            let to = from - number;
            let there = if game.has_white() { self.same_hole(to) } else { opposite(to) };
            if self.opponent[there] > 0 {
                return None;
            }
            next.own[to] += 1;
        } else {
            if !self.may_bear_off(from, number) {
                return None;
            }
            next.own[0] += 1;
        }
        Some(next)
    }

    /// In American, the opponent's index of a point: the one with the same hole of the board. White
    /// enters at holes 1 to 6 and bears off from holes 19 to 24. Black's home are holes 1 to 6, so
    /// its 7 point is hole 24.
    fn same_hole(&self, point: usize) -> usize {
        let hole = |index: usize, is_white: bool| match index {
            _ if is_white => 25 - index,
            7.. => 31 - index,
            _ => 7 - index,
        };
        let is_white = self.course.white == 1;
        (1..25)
            .find(|&index| hole(index, !is_white) == hole(point, is_white))
            .expect("each hole has two numbers")
    }

    /// Adds all boards that the numbers lead to in this order, each with the count of numbers
    /// played, and whether the game is over.
    fn play(self, turn: &Turn, numbers: &[usize], played: usize, ends: &mut Vec<End>) {
        let is_over = self.is_over(turn.game);
        ends.push(End { played, board: self, is_over });
        let [number, rest @ ..] = numbers else { return };
        if is_over {
            return;
        }
        for from in 1..26 {
            if let Some(next) = self.after(turn, from, *number) {
                next.play(turn, rest, played + 1, ends);
            }
        }
    }

    /// Adds the boards after these numbers, each played if possible when it comes up.
    fn play_as_they_come(self, turn: &Turn, numbers: &[usize], ends: &mut BTreeSet<Self>) {
        let [number, rest @ ..] = numbers else {
            ends.insert(self);
            return;
        };
        let all: Vec<Self> = (1..26).filter_map(|from| self.after(turn, from, *number)).collect();
        if all.is_empty() {
            self.play_as_they_come(turn, rest, ends);
        }
        for next in all {
            next.play_as_they_come(turn, rest, ends);
        }
    }

    /// In Fevga, true if all six forbidden points are held.
    fn closes_a_quarter(&self, game: Game) -> bool {
        let (Game::Fevga(rules) | Game::Jacquet(rules)) = game else { return false };
        (19..25).all(|index| match rules.closed_quarter {
            ClosedQuarter::Own => self.own[index] > 0,
            ClosedQuarter::Opponents => self.own[opposite(index)] > 0,
            ClosedQuarter::None => false,
        })
    }

    /// In Fevga, true if six points in a row are directly in front of all the opponent's checkers
    /// on the board.
    fn traps(&self, game: Game) -> bool {
        let on_board: Vec<usize> = (1..25).filter(|&index| self.opponent[index] > 0).collect();
        let (Game::Fevga(rules) | Game::Jacquet(rules)) = game else { return false };
        let ([only], ClosedQuarter::Own) = (&on_board[..], rules.closed_quarter) else {
            return false;
        };
        *only > 6 && (only - 6..*only).all(|index| self.own[opposite(index)] > 0)
    }

    /// In long nardi, true if each row of six or more points has an opposing checker ahead of it.
    fn rows_are_legal(&self, game: Game) -> bool {
        let row = match game {
            Game::LongNardi(rules) | Game::Nard(rules) => rules.row,
            Game::Gyulbar(rules) | Game::CrazyGyulbar(rules) => rules.row,
            _ => return true,
        };
        // Along the opponent's path: six points, with all points that continue the row downwards.
        (1..=19).all(|lowest| {
            let is_row = (lowest..lowest + 6).all(|index| self.own[opposite(index)] > 0);
            let goes_on = lowest > 1 && self.own[opposite(lowest - 1)] > 0;
            if !is_row || goes_on {
                return true;
            }
            match row {
                Row::Ahead => self.opponent[..lowest].iter().any(|&count| count > 0),
                Row::Home => self.opponent[..=6].iter().any(|&count| count > 0),
                Row::Forbidden => false,
                Row::Allowed => true,
            }
        })
    }
}

/// The course after a turn of Dutch backgammon: the counters remember checkers that have come home
/// if none is there any more.
fn after_dutch(hit_ban: HitBan, start: &Board, end: &Board) -> Course {
    let is_home = |side: &[u8; 26]| side[..=6].iter().any(|&count| count > 0);
    let came = |counter: u8, before: &[u8; 26], now: &[u8; 26]| {
        let ever = counter > 0 || is_home(before);
        u8::from(hit_ban == HitBan::Ever && ever && !is_home(now))
    };
    let [own, opponent] = start.course.counters;
    let counters =
        [came(own, &start.own, &end.own), came(opponent, &start.opponent, &end.opponent)];
    Course { waits: true, counters, ..Course::default() }
}

/// Checkers that may leave the head in a turn by the rules of long nardi.
fn may_leave_head(head: Head, start: &Board, dice: Dice) -> u8 {
    let n = usize::from(dice.high());
    let two = match head {
        Head::Free => return 15,
        Head::Never => false,
        Head::Usual => [3, 4, 6].contains(&n),
        Head::AnyDouble => true,
        Head::FoursAndSixes => [4, 6].contains(&n),
        Head::WhenBlocked => [1, 2, 3, 4]
            .into_iter()
            .any(|steps| 24 > steps * n && start.opponent[opposite(24 - steps * n)] > 0),
    };
    if start.own[24] == 15 && dice.is_double() && two { 2 } else { 1 }
}

/// A board at the end of a turn.
#[derive(Clone, Copy)]
struct End {
    played: usize,
    board: Board,
    is_over: bool,
}

/// The other side's index of a point, in games in which both sides move in the same direction.
fn opposite(point: usize) -> usize {
    if point > 12 { point - 12 } else { point + 12 }
}

/// All legal plays, by a literal reading of the rules. The results are seen by the opponent.
pub fn slow_plays(game: Game, position: &Position, dice: Dice) -> BTreeSet<Board> {
    let board = Board::of(position);
    if board.is_over(game) {
        return BTreeSet::new();
    }
    if board.course.waits {
        return BTreeSet::from([board.swapped()]);
    }
    let turn = Turn { game, dice, start: board };
    if let Game::Chase(rules) | Game::Icelandic(rules) = game {
        return ring::plays(rules, &turn);
    }
    if game.has_reserve() || matches!(game, Game::Matador(_)) {
        return reserve::plays(&turn);
    }
    let (high, low) = (usize::from(dice.high()), usize::from(dice.low()));
    let to_play = board.course.numbers_to_play(game, dice);
    let orders: Vec<Vec<usize>> = match (dice.is_double(), game) {
        _ if game.has_stages() => {
            let mut rising = to_play.clone();
            rising.reverse();
            if rising == to_play { vec![rising] } else { vec![to_play.clone(), rising] }
        }
        (true, Game::Irish) => vec![vec![high; 2]],
        (true, _) => vec![vec![high; 4]],
        (false, _) => vec![vec![high, low], vec![low, high]],
    };
    if let Game::OldEnglish(rules) = game
        && rules.may_waste
    {
        let mut ends = BTreeSet::new();
        orders.iter().for_each(|order| board.play_as_they_come(&turn, order, &mut ends));
        ends.remove(&board);
        return ends.into_iter().map(Board::handed_over).collect();
    }
    if let Game::Portes(rules) | Game::Tavla(rules) = game
        && rules.one_is_enough
    {
        let mut ends = Vec::new();
        orders.iter().for_each(|order| board.play(&turn, order, 0, &mut ends));
        let played = ends.into_iter().filter(|end| end.played > 0);
        return played.map(|end| end.board.handed_over()).collect();
    }
    let ends_of = |orders: &[Vec<usize>]| {
        let mut ends = Vec::new();
        orders.iter().for_each(|numbers| board.play(&turn, numbers, 0, &mut ends));
        ends.retain(|end| {
            end.is_over || !end.board.closes_a_quarter(game) && end.board.rows_are_legal(game)
        });
        ends
    };
    let mut ends = ends_of(&orders);
    let most = ends.iter().map(|end| end.played).max().unwrap_or(0);
    if game.has_stages() {
        let most_of = |order: &[usize]| -> usize {
            ends_of(&[order.to_vec()]).iter().map(|end| end.played).max().unwrap_or(0)
        };
        // Of two numbers, one of which can be played, the larger one if possible.
        let order = orders.iter().find(|order| most_of(order) == most).expect("one of the orders");
        if most < order.len() {
            ends = ends_of(std::slice::from_ref(order));
        }
        ends.retain(|end| end.played == most);
        let finished = ends.into_iter().map(|end| {
            let left_head = board.own[24].saturating_sub(end.board.own[24]);
            let mut after = end.board;
            after.course = if end.is_over {
                Course { waits: true, ..Course::default() }
            } else if let Game::Dutch(rules) = game {
                after_dutch(rules.hit_ban, &board, &end.board)
            } else {
                stages::after(game, &board, dice, &order[..most], left_head)
            };
            after.swapped()
        });
        return finished.collect();
    }
    if most == 0 {
        return BTreeSet::new();
    }
    // A play that bears off the last checker is complete; pinned mothers end a turn early.
    let bears_off = |end: &End| end.board.own[0] == game.checkers();
    let over: Vec<End> =
        ends.iter().copied().filter(|end| end.is_over && !bears_off(end)).collect();
    if most == 1 && !dice.is_double() {
        let larger = ends_of(&[vec![high]]);
        if larger.iter().any(|end| end.played == 1) {
            ends = larger;
        }
    }
    ends.retain(|end| end.played == most);
    if ends.iter().any(|end| !end.board.traps(game)) {
        ends.retain(|end| !end.board.traps(game));
    }
    ends.into_iter().chain(over).map(|end| end.board.handed_over()).collect()
}

/// A random position: from a random game, or with scattered checkers in one of several ways that
/// make every class of position common.
pub fn random_position(game: Game, seed: u64) -> Position {
    let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995);
    random.below(2);
    match random.below(5) {
        0 => from_a_game(game, &mut random),
        1 => strewn(game, &mut random, 6, 6),
        2 => strewn(game, &mut random, 7 + random_up_to(seed, 6), 6),
        3 => strewn(game, &mut random, 12, 12),
        _ => strewn(game, &mut random, 25, 25),
    }
}

fn random_up_to(seed: u64, n: u64) -> usize {
    (seed % (n + 1)) as usize
}

fn from_a_game(game: Game, random: &mut Random) -> Position {
    let mut position = game.start();
    for _ in 0..random.below(60) {
        let dice = Dice::ALL[random.below(21)];
        let plays: Vec<Board> = slow_plays(game, &position, dice).into_iter().collect();
        let next = match plays.len() {
            0 => Some(position.swapped()),
            n => plays[random.below(n)].position(game),
        };
        position = next.expect("what is legal can be set up");
        if game.end(&position, None).is_some() {
            return game.start();
        }
    }
    position
}

/// Random checkers between off and the given highest indices, with both sides on one point only in
/// games where this is possible.
fn strewn(game: Game, random: &mut Random, own_high: usize, opponent_high: usize) -> Position {
    if game.has_stages() && random.below(2) == 0 {
        let plain = strewn_checkers(game, random, own_high, opponent_high);
        return with_any_course(game, &plain, random);
    }
    strewn_checkers(game, random, own_high, opponent_high)
}

/// The same checkers in the course of a turn.
fn with_any_course(game: Game, plain: &Position, random: &mut Random) -> Position {
    let mut board = Board::of(plain);
    loop {
        let number = 1 + random.below(6) as u8;
        let count = 1 + random.below(4);
        let mut numbers = [0; 4];
        numbers[..count].fill(number);
        if random.below(4) == 0 && number > 1 {
            numbers = [number, 1 + random.below(usize::from(number) - 1) as u8, 0, 0];
        }
        board.course = Course {
            numbers: if random.below(3) == 0 { [0; 4] } else { numbers },
            goes_up: random.below(2) == 0,
            is_rest: random.below(2) == 0,
            waits: random.below(8) == 0,
            counters: [random.below(4) as u8, random.below(4) as u8],
            idle: [0, 3, 98, 99][random.below(4)],
            white: board.course.white,
        };
        if game.has_reserve() && random.below(3) == 0 {
            board.course.numbers = [reserve::ANY; 4];
        }
        if board.course.numbers[0] == 0 {
            (board.course.goes_up, board.course.is_rest) = (false, false);
        }
        if random.below(2) == 0 {
            (board.course.counters[1], board.course.idle) = (0, 0);
        }
        if random.below(2) == 0 {
            board.course.counters[0] = 0;
        }
        if let Some(position) = board.position(game) {
            return position;
        }
    }
}

fn strewn_checkers(
    game: Game,
    random: &mut Random,
    own_high: usize,
    opponent_high: usize,
) -> Position {
    let pins = game.family() == Family::Pinning;
    let white = game.has_white().then(|| Side::BOTH[random.below(2)]);
    let state = TurnState { white, ..TurnState::default() };
    let view = game.view_from(game.start().with_turn_state(state).own());
    loop {
        let mut own = [0u8; 26];
        let mut opponent = [0u8; 26];
        // Few distinct points make blocks and blots equally common.
        let heap = 1 + random.below(5) as u8;
        let mut place = |side: &mut [u8; 26], other: Option<&[u8; 26]>, high: usize| {
            let mut left = game.checkers();
            while left > 0 {
                let index = random.below(high + 1);
                let there = match index {
                    0 | 25 => 25 - index,
                    point => view.other(point as u8).into(),
                };
                let against = other.map_or(0, |other| other[there]);
                let on_board = (1..25).contains(&index);
                let one_under = pins && (against == 1 || side[index] == 0);
                if !on_board || against == 0 || one_under {
                    let alone = on_board && against > 1;
                    let count = left.min(1 + random.below(heap.into()) as u8);
                    let count = if alone { 1 } else { count };
                    side[index] += count;
                    left -= count;
                }
            }
        };
        let bar = if game.has_bar() { 25 } else { 24 };
        let (own_high, opponent_high) = (own_high.min(bar), opponent_high.min(bar));
        place(&mut own, None, own_high);
        if (1..25).filter(|&i| own[i] > 0).count() > 20 {
            continue;
        }
        place(&mut opponent, Some(&own), opponent_high);
        let under = random.below(1 << 24) as u32;
        let position = match white {
            None => game.position_with_pins(&own, &opponent, under << 1),
            Some(_) => game.position_with_turn_state(&own, &opponent, state),
        };
        if let Ok(position) = position
            && game.end(&position, None).is_none()
        {
            return position;
        }
    }
}
