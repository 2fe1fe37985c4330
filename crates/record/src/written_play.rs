//! Plays as files write them, and what they do on a board.
//!
//! `notation::parse` of the rules reads what people write and says why it is illegal. Files are read
//! by the thousand, name each hop or only the ends of a way, mark hits or do not, and contain plays
//! that no rules allow but that were played: those are drawn on the board nevertheless.

use sheshbesh_movegen::{
    BAR, CheckerMove, Checkers, Dice, Game, OFF, Position, notation::read_point,
};

/// No play that is drawn has more ways or more stops.
const MOST_WAYS: usize = 8;
/// No legal play moves more often.
const MOST_MOVES: usize = 4;

/// The way of one checker as it is written: where it stands, and where it stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) from: u8,
    /// Points, each with whether a hit is marked there.
    pub(crate) stops: Vec<(u8, bool)>,
}

/// A play as it is written: the ways of its checkers, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct WrittenPlay(pub(crate) Vec<Way>);

/// What a written play does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// The rules allow it; the resulting position, which the opponent sees.
    Legal(Position),
    /// The rules do not, but it can be drawn.
    Illegal { moves: Vec<CheckerMove>, result: Position },
    /// No checker stands there, or the opponent holds the point.
    Nothing,
}

impl WrittenPlay {
    /// One hop for each pair of points.
    pub(crate) fn of_hops(hops: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let way = |(from, to)| Way { from, stops: vec![(to, false)] };
        Self(hops.into_iter().map(way).collect())
    }

    /// Reads ways with blanks or commas between them: `24/22 22/16`, `13/7*/5`, `6/5(2)*`,
    /// `bar/20`, `25/20`, `4/off`, `4/0`, `13-7`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut ways = Vec::new();
        for word in text.split([' ', '\t', ',', '\u{a0}']).filter(|word| !word.is_empty()) {
            let (road, count, marked) = match word.split_once('(') {
                Some((road, rest)) => {
                    let (count, mark) = rest.split_once(')')?;
                    (road, count.parse::<usize>().ok()?, mark == "*")
                }
                None => (word, 1, false),
            };
            let mut stops = road.split(['/', '-']);
            let from = read_point(stops.next()?.trim_end_matches('*'))?;
            let mut way = Way { from, stops: Vec::new() };
            for stop in stops {
                let bare = stop.trim_end_matches('*');
                way.stops.push((read_point(bare)?, bare.len() < stop.len()));
            }
            way.stops.last_mut()?.1 |= marked;
            if count == 0 || count > MOST_WAYS - ways.len() || way.stops.len() > MOST_WAYS {
                return None;
            }
            ways.extend(std::iter::repeat_n(way, count));
        }
        (!ways.is_empty()).then_some(Self(ways))
    }

    /// What it does with a roll on a board, which its player sees; `legal` are the results that the
    /// rules allow, each seen by the opponent.
    ///
    /// Where a way can be walked with a hit and without, it hits only where that is marked.
    pub(crate) fn draw(
        &self,
        game: Game,
        position: &Position,
        dice: Dice,
        legal: &[Position],
    ) -> Drawn {
        let board = Board::of(game, position);
        if self.0.len() <= MOST_MOVES {
            let numbers = if dice.is_double() {
                vec![dice.high(); MOST_MOVES]
            } else {
                vec![dice.high(), dice.low()]
            };
            let legs: Vec<Leg<'_>> =
                self.0.iter().map(|way| Leg { at: way.from, stops: &way.stops }).collect();
            let mut search = Search { legal, best: None };
            search.walk(&board, &legs, &numbers, 0);
            if let Some((_, result)) = search.best {
                return Drawn::Legal(result);
            }
        }
        match self.draw_literally(board) {
            Some((_, result)) if legal.contains(&result) => Drawn::Legal(result),
            Some((moves, result)) => Drawn::Illegal { moves, result },
            None => Drawn::Nothing,
        }
    }

    /// Each hop as written, whatever the dice; ways wait for those that bring their checker.
    fn draw_literally(&self, mut board: Board) -> Option<(Vec<CheckerMove>, Position)> {
        let mut moves = Vec::new();
        let mut waiting: Vec<&Way> = self.0.iter().collect();
        while !waiting.is_empty() {
            let before = waiting.len();
            waiting.retain(|way| {
                let mut drawn = board.clone();
                let mut hops = Vec::new();
                let mut at = way.from;
                for &(to, _) in &way.stops {
                    match drawn.hop(at, to) {
                        Some(hits) => hops.push(CheckerMove { from: at, to, hits }),
                        None => return true,
                    }
                    at = to;
                }
                moves.append(&mut hops);
                board = drawn;
                false
            });
            if waiting.len() == before {
                return None;
            }
        }
        let result = board.seen_by_opponent();
        board.game.check(&result).ok()?;
        Some((moves, result))
    }
}

/// A checker on its way, and the stops before it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Leg<'a> {
    at: u8,
    stops: &'a [(u8, bool)],
}

/// Looks for the legal result that fits what is written best.
struct Search<'a> {
    legal: &'a [Position],
    /// How badly it fits, and the result.
    best: Option<(u32, Position)>,
}

impl Search<'_> {
    /// Plays on in every order in which the numbers lead along the legs. A hit that is marked and not
    /// made counts more than one that is made on a point that is passed over.
    fn walk(&mut self, board: &Board, legs: &[Leg<'_>], numbers: &[u8], misfit: u32) {
        if legs.is_empty() {
            let better = self.best.is_none_or(|(least, _)| misfit < least);
            let result = board.seen_by_opponent();
            if better && self.legal.contains(&result) {
                self.best = Some((misfit, result));
            }
            return;
        }
        for (place, leg) in legs.iter().enumerate() {
            if legs[..place].contains(leg) {
                continue;
            }
            let Some(&(target, marked)) = leg.stops.first() else { continue };
            for (die, &number) in numbers.iter().enumerate() {
                let to = leg.at.saturating_sub(number);
                if numbers[..die].contains(&number) || leg.at == OFF || to < target {
                    continue;
                }
                let mut after = board.clone();
                let Some(hits) = after.hop(leg.at, to) else { continue };
                let misfit = misfit
                    + match (to == target, hits, marked) {
                        (true, false, true) => 8,
                        (false, true, _) => 1,
                        _ => 0,
                    };
                let mut rest = legs.to_vec();
                let stops = if to == target { &leg.stops[1..] } else { leg.stops };
                if stops.is_empty() {
                    rest.remove(place);
                } else {
                    rest[place] = Leg { at: to, stops };
                }
                let mut numbers = numbers.to_vec();
                numbers.remove(die);
                self.walk(&after, &rest, &numbers, misfit);
            }
        }
    }
}

/// A board in the hands of whoever plays.
#[derive(Clone, Debug)]
struct Board {
    game: Game,
    now: Position,
}

impl Board {
    const fn of(game: Game, position: &Position) -> Self {
        Self { game, now: *position }
    }

    /// Moves one checker, whatever the dice; gives whether it hits, `None` where it cannot be.
    fn hop(&mut self, from: u8, to: u8) -> Option<bool> {
        let (now, hits) = self.game.with_moved(&self.now, from, to)?;
        self.now = now;
        Some(hits)
    }

    const fn seen_by_opponent(&self) -> Position {
        self.now.swapped()
    }
}

/// Counts on indices 0 (off) to 25 (bar).
pub(crate) fn counts(side: Checkers) -> [u8; 26] {
    let all = side.counts();
    std::array::from_fn(|index| all[index])
}

/// The moves that lead from one position to another, where none are written: checkers that have left
/// their points, the rearmost first, go where checkers have come to.
pub(crate) fn moves_between(before: &Position, result: &Position) -> Vec<CheckerMove> {
    let (before, after) = (counts(before.own()), counts(result.opponent()));
    let (mut left, mut come) = (Vec::new(), Vec::new());
    for index in (OFF..=BAR).rev() {
        let (old, new) = (before[usize::from(index)], after[usize::from(index)]);
        left.extend(std::iter::repeat_n(index, usize::from(old.saturating_sub(new))));
        come.extend(std::iter::repeat_n(index, usize::from(new.saturating_sub(old))));
    }
    left.into_iter().zip(come).map(|(from, to)| CheckerMove { from, to, hits: false }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::{Plays, notation};

    fn draw(id: &str, dice: &str, text: &str) -> Drawn {
        let game = Game::Backgammon;
        let position = Position::from_gnu_id(id, game).unwrap();
        let dice = dice.parse().unwrap();
        let mut plays = Plays::new(game);
        let legal = plays.generate_or_pass(&position, dice);
        WrittenPlay::parse(text).unwrap().draw(game, &position, dice, legal)
    }

    const START: &str = "4HPwATDgc/ABMA";

    #[test]
    fn hops_and_ways_are_the_same() {
        for (dice, texts) in [
            ("31", &["8/5 6/5", "6/5 8/5", "6/5, 8/5"][..]),
            ("62", &["24/16", "24/18 18/16", "18/16 24/18", "24/22/16", "24-16"]),
            ("55", &["13/3(2)", "13/8(2) 8/3(2)", "13/8 13/8 8/3 8/3", "13/3 13/8 8/3"]),
        ] {
            let all: Vec<Drawn> = texts.iter().map(|text| draw(START, dice, text)).collect();
            assert!(matches!(all[0], Drawn::Legal(_)), "{dice}");
            assert!(all.iter().all(|drawn| *drawn == all[0]), "{dice}");
        }
    }

    /// 24/18 with 42 can hit on 22 or stop on 20.
    #[test]
    fn ways_without_a_mark_avoid_hits() {
        let game = Game::Backgammon;
        let mut own = [0; 26];
        let mut other = [0; 26];
        (own[24], own[6]) = (2, 13);
        (other[3], other[6]) = (1, 14);
        let position = game.position(&own, &other).unwrap();
        let dice = "42".parse().unwrap();
        let mut plays = Plays::new(game);
        let legal = plays.generate_or_pass(&position, dice);
        let draw =
            |text: &str| WrittenPlay::parse(text).unwrap().draw(game, &position, dice, legal);
        let hits = |drawn| match drawn {
            Drawn::Legal(result) => result.own().on(BAR),
            other => panic!("{other:?}"),
        };
        assert_eq!(hits(draw("24/18")), 0);
        assert_eq!(hits(draw("24/22*/18")), 1);
        assert_eq!(draw("24/22*/18"), draw("24/22 22/18"));
    }

    #[test]
    fn every_canonical_play_is_drawn_as_itself() {
        let mut random = sheshbesh_movegen::testing::Random::new(3);
        for game in Game::ALL {
            for position in sheshbesh_movegen::testing::random_game(game, &mut random) {
                if game.end(&position, None).is_some() {
                    continue;
                }
                let dice = random.dice();
                let mut plays = Plays::new(game);
                let legal = plays.generate(&position, dice);
                for (result, text) in
                    legal.iter().zip(notation::write_all(game, &position, dice, legal))
                {
                    let text = text.unwrap();
                    let drawn =
                        WrittenPlay::parse(&text).unwrap().draw(game, &position, dice, legal);
                    assert_eq!(drawn, Drawn::Legal(*result), "{game} {position} {dice} {text}");
                }
            }
        }
    }

    #[test]
    fn what_no_rules_allow_is_drawn_where_it_can_be() {
        for text in ["13/3", "8/5 6/5 6/5", "6/13", "13/8 13/8 13/8 13/8 13/8"] {
            let drawn = draw(START, "31", text);
            assert!(matches!(drawn, Drawn::Illegal { .. }), "{text}: {drawn:?}");
        }
        // Nobody stands on the 23 point, and the 12 point is the opponent's.
        for text in ["23/20", "13/12", "bar/20"] {
            assert_eq!(draw(START, "31", text), Drawn::Nothing, "{text}");
        }
        for text in ["", "8/", "/off/", "8/5(", "8/5(9)", "8/5(x)", "99/3", "8", "é/5"] {
            assert_eq!(WrittenPlay::parse(text), None, "{text}");
        }
    }

    #[test]
    fn moves_are_found_from_positions() {
        let game = Game::Backgammon;
        let Drawn::Illegal { result, .. } = draw(START, "31", "13/3") else { panic!() };
        let moves = moves_between(&game.start(), &result);
        assert_eq!(moves, [CheckerMove { from: 13, to: 3, hits: false }]);
    }
}
