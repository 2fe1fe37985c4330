//! Turns with stages, a second time and by the letter: the numbers of a turn are written out as one
//! list, such as 4 4 4 4 5 5 5 5 6 6 6 6.

use super::Board;
use sheshbesh_movegen::{BySide, Dice, Doubles, Game, Head, Position, Side, Stage, TurnState};

/// Course of the turn beside the checkers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Course {
    /// Numbers that are played next, falling, followed by zeros; all zero before a roll.
    pub numbers: [u8; 4],
    /// True if higher numbers follow.
    pub goes_up: bool,
    /// True if the numbers come from the other player's roll.
    pub is_rest: bool,
    /// True if the player on roll does nothing, because the opponent goes on.
    pub waits: bool,
    /// The counters of the player on roll and of the opponent.
    pub counters: [u8; 2],
    pub idle: u8,
    /// 1 if the player on roll plays White, 2 if the opponent does, 0 in games without White.
    pub white: u8,
}

impl Course {
    pub fn of(position: &Position) -> Self {
        let TurnState { moves, stage, counters, idle, white } = position.turn_state();
        let mut numbers = [0; 4];
        match stage {
            Some(Stage { high, low: 0, count, .. }) => numbers[..count.into()].fill(high),
            Some(Stage { high, low, .. }) => (numbers[0], numbers[1]) = (high, low),
            None => {}
        }
        Self {
            numbers,
            goes_up: stage.is_some_and(|stage| stage.runs_on),
            is_rest: stage.is_some_and(|stage| stage.is_remainder),
            waits: moves == Side::Opponent,
            counters: [counters.on_roll, counters.opponent],
            idle,
            white: match white {
                None => 0,
                Some(Side::OnRoll) => 1,
                Some(Side::Opponent) => 2,
            },
        }
    }

    pub fn swapped(self) -> Self {
        let [own, opponent] = self.counters;
        let white = [0, 2, 1][usize::from(self.white)];
        Self { waits: !self.waits, counters: [opponent, own], white, ..self }
    }

    pub fn state(&self) -> TurnState {
        let count = self.numbers.iter().filter(|&&number| number > 0).count() as u8;
        let is_mixed = count == 2 && self.numbers[0] != self.numbers[1];
        let stage = (count > 0).then_some(Stage {
            high: self.numbers[0],
            low: if is_mixed { self.numbers[1] } else { 0 },
            count: if is_mixed { 1 } else { count },
            runs_on: self.goes_up,
            is_remainder: self.is_rest,
        });
        let [on_roll, opponent] = self.counters;
        TurnState {
            moves: if self.waits { Side::Opponent } else { Side::OnRoll },
            stage,
            counters: BySide { on_roll, opponent },
            idle: self.idle,
            white: [None, Some(Side::OnRoll), Some(Side::Opponent)][usize::from(self.white)],
        }
    }

    /// The numbers to play now: those that are left, or else those of the roll.
    pub fn numbers_to_play(&self, game: Game, dice: Dice) -> Vec<usize> {
        let left: Vec<usize> =
            self.numbers.iter().filter(|&&n| n > 0).map(|&n| usize::from(n)).collect();
        match (left.is_empty(), dice.is_double()) {
            (false, _) => left,
            (true, false) => vec![dice.high().into(), dice.low().into()],
            (true, true) => vec![dice.high().into(); times(game)],
        }
    }
}

/// Number of times that each number of a double is played.
fn times(game: Game) -> usize {
    match game {
        Game::Gyulbar(rules) | Game::CrazyGyulbar(rules)
            if rules.doubles == Doubles::RunOnTwice =>
        {
            2
        }
        _ => 4,
    }
}

/// Checkers that may leave the head now.
pub fn may_leave(game: Game, start: &Board, dice: Dice) -> u8 {
    let (Game::Gyulbar(rules) | Game::CrazyGyulbar(rules)) = game else { return 15 };
    let course = &start.course;
    if rules.head == Head::Free {
        return 15;
    }
    if course.numbers[0] > 0 {
        return if course.is_rest { 1 } else { course.counters[0] };
    }
    super::may_leave_head(rules.head, start, dice)
}

/// The course after a turn of the player on roll, as that player sees it: with `waits` if the
/// opponent moves next. `played` are the numbers played, `left_head` the checkers that left the
/// head.
pub fn after(game: Game, start: &Board, dice: Dice, played: &[usize], left_head: u8) -> Course {
    let before = start.course;
    let is_roll = before.numbers[0] == 0;
    let mut after = Course { waits: true, ..Course::default() };
    let can_run = match game {
        Game::GulBara(rules) => before.counters[0] + 1 >= rules.chain_from,
        Game::Gyulbar(rules) | Game::CrazyGyulbar(rules) => rules.doubles != Doubles::RollAgain,
        _ => unreachable!("a game without stages"),
    };
    after.idle = match (played.is_empty(), is_roll) {
        (false, _) => 0,
        (true, true) => before.idle + 1,
        (true, false) => before.idle,
    };
    if let Game::GulBara(_) = game {
        after.counters = before.counters;
        if is_roll {
            after.counters[0] = (before.counters[0] + 1).min(3);
        }
    }
    if after.idle == 100 {
        // The game is drawn.
        return after;
    }
    // All numbers of the turn from now on.
    let now = before.numbers_to_play(game, dice);
    let runs = if is_roll { dice.is_double() && can_run } else { before.goes_up };
    let mut rest = now.clone();
    for number in played {
        let index = rest.iter().position(|n| n == number).expect("it was to be played");
        rest.remove(index);
    }
    let above = now[0] + 1;
    let take = |after: &mut Course, numbers: &[usize]| {
        for (place, &number) in after.numbers.iter_mut().zip(numbers) {
            *place = number as u8;
        }
        after.goes_up = runs;
    };
    if before.is_rest {
        // The numbers that are not played are lost.
        after.waits = false;
        if runs && above <= 6 {
            take(&mut after, &vec![above; times(game)]);
            after.is_rest = true;
        }
        return after;
    }
    if rest.is_empty() {
        if runs && above <= 6 {
            after.waits = false;
            take(&mut after, &vec![above; times(game)]);
            if let Game::Gyulbar(rules) | Game::CrazyGyulbar(rules) = game
                && rules.head != Head::Free
            {
                after.counters[0] = may_leave(game, start, dice) - left_head;
            }
        } else if !runs && is_roll && dice.is_double() && !matches!(game, Game::GulBara(_)) {
            after.waits = false;
        }
        return after;
    }
    let passes_on = match game {
        Game::GulBara(rules) => {
            let is_begun = !is_roll || !played.is_empty();
            rules.rest_to_opponent && runs && is_begun
        }
        _ => true,
    };
    if passes_on {
        take(&mut after, &rest);
        after.is_rest = true;
    }
    after
}
