//! Plays as files write them, and their effect on a board.
//!
//! `notation::parse` of the rules crate reads plays typed by people and explains why a play is
//! illegal. The parser here must read thousands of files. Files name each hop or only the ends of a
//! path, and mark hits or do not. They also contain plays that were made against the rules; such a
//! play is still applied to the board.

use sheshbesh_movegen::{
    BAR, CheckerMove, Checkers, Dice, Game, OFF, Position, notation::read_point,
};

/// Maximum number of paths in a play, and of stops in a path.
const MOST_WAYS: usize = 8;
/// Maximum number of checker moves in a legal play.
const MOST_MOVES: usize = 4;

/// The path of one checker as written: its start and its stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) from: u8,
    /// Points, each with true if a hit is marked there.
    pub(crate) stops: Vec<(u8, bool)>,
}

/// A play as written: the paths of its checkers, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayText(pub(crate) Vec<Way>);

/// The effect of a written play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Drawn {
    /// A legal play; holds the resulting position, as the opponent sees it.
    Legal(Position),
    /// An illegal play that is possible on the board.
    Illegal { moves: Vec<CheckerMove>, result: Position },
    /// An impossible play: no checker stands on a start, or the opponent holds a stop.
    Nothing,
}

impl PlayText {
    /// Makes a path of one hop from each pair of points.
    pub(crate) fn of_hops(hops: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let way = |(from, to)| Way { from, stops: vec![(to, false)] };
        Self(hops.into_iter().map(way).collect())
    }

    /// Parses paths separated by spaces or commas: `24/22 22/16`, `13/7*/5`, `6/5(2)*`, `bar/20`,
    /// `25/20`, `4/off`, `4/0`, `13-7`.
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

    /// Applies the play to a board, which its player sees. `legal` holds the legal results of the
    /// roll, each as the opponent sees it.
    ///
    /// If a path is possible with and without a hit, the play hits only if the hit is marked.
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

    /// Makes each hop as written, whatever the dice. A path waits for the paths that bring its
    /// checker.
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

/// A checker on its path, and its remaining stops.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Leg<'a> {
    at: u8,
    stops: &'a [(u8, bool)],
}

/// Searches for the legal result that fits the written play best.
struct Search<'a> {
    legal: &'a [Position],
    /// Misfit and result; the lowest misfit is best.
    best: Option<(u32, Position)>,
}

impl Search<'_> {
    /// Tries every order of the dice along the legs. A marked hit that is not made adds more to the
    /// misfit than an unmarked hit on the way.
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

/// A board as the moving player sees it.
#[derive(Clone, Debug)]
struct Board {
    game: Game,
    now: Position,
}

impl Board {
    const fn of(game: Game, position: &Position) -> Self {
        Self { game, now: *position }
    }

    /// Moves one checker, whatever the dice. Returns true if it hits, and `None` if it is
    /// impossible.
    fn hop(&mut self, from: u8, to: u8) -> Option<bool> {
        let (now, hits) = self.game.with_moved(&self.now, from, to)?;
        self.now = now;
        Some(hits)
    }

    const fn seen_by_opponent(&self) -> Position {
        self.now.swapped()
    }
}

/// Checkers on each index from 0 (off) to 25 (bar).
pub(crate) fn counts(side: Checkers) -> [u8; 26] {
    let all = side.counts();
    std::array::from_fn(|index| all[index])
}

/// Derives moves from two positions if a file gives none. Checkers that left their points, the
/// rearmost first, are matched with points that gained checkers.
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
        PlayText::parse(text).unwrap().draw(game, &position, dice, legal)
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

    /// With 42, the path 24/18 can hit on 22 or stop on 20.
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
        let draw = |text: &str| PlayText::parse(text).unwrap().draw(game, &position, dice, legal);
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
                    let drawn = PlayText::parse(&text).unwrap().draw(game, &position, dice, legal);
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
        // The 23 point is empty, and the opponent holds the 12 point.
        for text in ["23/20", "13/12", "bar/20"] {
            assert_eq!(draw(START, "31", text), Drawn::Nothing, "{text}");
        }
        for text in ["", "8/", "/off/", "8/5(", "8/5(9)", "8/5(x)", "99/3", "8", "é/5"] {
            assert_eq!(PlayText::parse(text), None, "{text}");
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
