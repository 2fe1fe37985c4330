//! Plays as files write them, and their effect on a board.
//!
//! `notation::parse` of the rules crate reads plays typed by people and explains why a play is
//! illegal. The parser here must read thousands of files. Files name each hop or only the ends of a
//! path, and mark hits or do not. They also contain plays that were made against the rules; such a
//! play is still applied to the board.

use sheshbesh_movegen::{
    BAR, CheckerMove, Checkers, Dice, Game, OFF, Position, TurnState,
    notation::{self, read_point},
};

/// Maximum number of paths in a play, and of stops in a path.
const MOST_PATHS: usize = 8;
/// Maximum number of checker moves in a legal play.
const MOST_MOVES: usize = 4;

/// The path of one checker as written: its start and its stops.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CheckerPath {
    pub(crate) from: u8,
    /// Points, each with true if a hit is marked there.
    pub(crate) stops: Vec<(u8, bool)>,
}

/// A play as written: the paths of its checkers, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PlayText(pub(crate) Vec<CheckerPath>);

/// The effect of a written play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayOutcome {
    /// A legal play; holds the resulting position, as the opponent sees it.
    Legal(Position),
    /// An illegal play that is possible on the board.
    Illegal { moves: Vec<CheckerMove>, result: Position },
    /// An impossible play: no checker stands on a start, or the opponent holds a stop.
    Impossible,
}

impl PlayText {
    /// Makes a path of one hop from each pair of points.
    pub(crate) fn of_hops(hops: impl IntoIterator<Item = (u8, u8)>) -> Self {
        let path = |(from, to)| CheckerPath { from, stops: vec![(to, false)] };
        Self(hops.into_iter().map(path).collect())
    }

    /// Parses paths separated by spaces or commas: `24/22 22/16`, `13/7*/5`, `6/5(2)*`, `bar/20`,
    /// `25/20`, `4/off`, `4/0`, `13-7`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut paths = Vec::new();
        for word in text.split([' ', '\t', ',', '\u{a0}']).filter(|word| !word.is_empty()) {
            let (word_path, count, marked) = match word.split_once('(') {
                Some((word_path, rest)) => {
                    let (count, mark) = rest.split_once(')')?;
                    (word_path, count.parse::<usize>().ok()?, mark == "*")
                }
                None => (word, 1, false),
            };
            let mut stops = word_path.split(['/', '-']);
            let from = read_point(stops.next()?.trim_end_matches('*'))?;
            let mut path = CheckerPath { from, stops: Vec::new() };
            for stop in stops {
                let bare = stop.trim_end_matches('*');
                path.stops.push((read_point(bare)?, bare.len() < stop.len()));
            }
            path.stops.last_mut()?.1 |= marked;
            if count == 0 || count > MOST_PATHS - paths.len() || path.stops.len() > MOST_PATHS {
                return None;
            }
            paths.extend(std::iter::repeat_n(path, count));
        }
        (!paths.is_empty()).then_some(Self(paths))
    }

    /// Applies the play to a board, which its player sees. `legal` holds the legal results of the
    /// roll, each as the opponent sees it.
    ///
    /// If a path is possible with and without a hit, the play hits only if the hit is marked.
    pub(crate) fn apply_to(
        &self,
        game: Game,
        position: &Position,
        dice: Dice,
        legal: &[Position],
    ) -> PlayOutcome {
        let board = Board::of(game, position);
        if game.is_ring() {
            // The steps of the rules lead over the end of the ring, and to corners.
            if let Ok(result) = notation::parse(game, position, dice, &self.written()) {
                return PlayOutcome::Legal(result);
            }
        } else if self.0.len() <= MOST_MOVES {
            let choices: Vec<Vec<u8>> = if game.has_stages() {
                let numbers = game.numbers(position, dice);
                numbers.choices().map(|numbers| numbers.as_slice().to_vec()).collect()
            } else if dice.is_double() {
                vec![vec![dice.high(); MOST_MOVES]]
            } else {
                vec![vec![dice.high(), dice.low()]]
            };
            let paths: Vec<RemainingPath<'_>> = self
                .0
                .iter()
                .map(|path| RemainingPath { at: path.from, stops: &path.stops })
                .collect();
            let mut search = Search { legal, best: None };
            for numbers in &choices {
                search.try_dice(&board, &paths, numbers, 0);
            }
            if let Some((_, result)) = search.best {
                return PlayOutcome::Legal(result);
            }
        }
        let Some((moves, result)) = self.apply_literally(board) else {
            return PlayOutcome::Impossible;
        };
        match find(legal, &result) {
            Some(result) => PlayOutcome::Legal(result),
            None => {
                // The opponent rolls next; the game's own counters stay.
                let counters = position.turn_state().counters.swapped();
                let kept = result.with_turn_state(TurnState { counters, ..Default::default() });
                let result = if game.check(&kept).is_ok() { kept } else { result };
                PlayOutcome::Illegal { moves, result }
            }
        }
    }

    /// The play in the notation that the rules crate parses.
    fn written(&self) -> String {
        let path = |CheckerPath { from, stops }: &CheckerPath| {
            let stop =
                |&(to, marked): &(u8, bool)| format!("/{to}{}", if marked { "*" } else { "" });
            format!("{from}{}", stops.iter().map(stop).collect::<String>())
        };
        self.0.iter().map(path).collect::<Vec<_>>().join(" ")
    }

    /// Makes each hop as written, whatever the dice. A path waits for the paths that bring its
    /// checker.
    fn apply_literally(&self, mut board: Board) -> Option<(Vec<CheckerMove>, Position)> {
        let mut moves = Vec::new();
        let mut waiting: Vec<&CheckerPath> = self.0.iter().collect();
        while !waiting.is_empty() {
            let before = waiting.len();
            waiting.retain(|path| {
                let mut outcome = board.clone();
                let mut hops = Vec::new();
                let mut at = path.from;
                for &(to, _) in &path.stops {
                    match outcome.hop(at, to) {
                        Some(hits) => hops.push(CheckerMove { from: at, to, hits }),
                        None => return true,
                    }
                    at = to;
                }
                moves.append(&mut hops);
                board = outcome;
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

/// The legal result with these checkers.
fn find(legal: &[Position], checkers: &Position) -> Option<Position> {
    legal.iter().find(|result| result.bare() == *checkers).copied()
}

/// A checker on its path, and its remaining stops.
#[derive(Clone, Copy, PartialEq, Eq)]
struct RemainingPath<'a> {
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
    /// Tries every order of the dice along the paths. A marked hit that is not made adds more to
    /// the misfit than an unmarked hit on the way.
    fn try_dice(
        &mut self,
        board: &Board,
        paths: &[RemainingPath<'_>],
        numbers: &[u8],
        misfit: u32,
    ) {
        if paths.is_empty() {
            let better = self.best.is_none_or(|(least, _)| misfit < least);
            if better && let Some(result) = find(self.legal, &board.seen_by_opponent()) {
                self.best = Some((misfit, result));
            }
            return;
        }
        for (index, path) in paths.iter().enumerate() {
            if paths[..index].contains(path) {
                continue;
            }
            let Some(&(target, marked)) = path.stops.first() else { continue };
            for (die, &number) in numbers.iter().enumerate() {
                let to = path.at.saturating_sub(number);
                if numbers[..die].contains(&number) || path.at == OFF || to < target {
                    continue;
                }
                let mut after = board.clone();
                let Some(hits) = after.hop(path.at, to) else { continue };
                let misfit = misfit
                    + match (to == target, hits, marked) {
                        (true, false, true) => 8,
                        (false, true, _) => 1,
                        _ => 0,
                    };
                let mut rest = paths.to_vec();
                let stops = if to == target { &path.stops[1..] } else { path.stops };
                if stops.is_empty() {
                    rest.remove(index);
                } else {
                    rest[index] = RemainingPath { at: to, stops };
                }
                let mut numbers = numbers.to_vec();
                numbers.remove(die);
                self.try_dice(&after, &rest, &numbers, misfit);
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
    fn of(game: Game, position: &Position) -> Self {
        Self { game, now: position.bare() }
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
pub(crate) fn count_checkers(side: Checkers) -> [u8; 26] {
    let all = side.counts();
    std::array::from_fn(|index| all[index])
}

/// Derives moves from two positions if a file gives none. Checkers that left their points, the
/// rearmost first, are matched with points that gained checkers.
pub(crate) fn derive_moves(before: &Position, result: &Position) -> Vec<CheckerMove> {
    let (before, after) = (count_checkers(before.own()), count_checkers(result.opponent()));
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

    fn apply_to(id: &str, dice: &str, text: &str) -> PlayOutcome {
        let game = Game::Backgammon;
        let position = Position::from_gnu_id(id, game).unwrap();
        let dice = dice.parse().unwrap();
        let mut plays = Plays::new(game);
        let legal = plays.generate_or_pass(&position, dice);
        PlayText::parse(text).unwrap().apply_to(game, &position, dice, legal)
    }

    const START: &str = "4HPwATDgc/ABMA";

    #[test]
    fn hops_and_ways_are_the_same() {
        for (dice, texts) in [
            ("31", &["8/5 6/5", "6/5 8/5", "6/5, 8/5"][..]),
            ("62", &["24/16", "24/18 18/16", "18/16 24/18", "24/22/16", "24-16"]),
            ("55", &["13/3(2)", "13/8(2) 8/3(2)", "13/8 13/8 8/3 8/3", "13/3 13/8 8/3"]),
        ] {
            let all: Vec<PlayOutcome> =
                texts.iter().map(|text| apply_to(START, dice, text)).collect();
            assert!(matches!(all[0], PlayOutcome::Legal(_)), "{dice}");
            assert!(all.iter().all(|outcome| *outcome == all[0]), "{dice}");
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
        let apply_to =
            |text: &str| PlayText::parse(text).unwrap().apply_to(game, &position, dice, legal);
        let hits = |outcome| match outcome {
            PlayOutcome::Legal(result) => result.own().on(BAR),
            other => panic!("{other:?}"),
        };
        assert_eq!(hits(apply_to("24/18")), 0);
        assert_eq!(hits(apply_to("24/22*/18")), 1);
        assert_eq!(apply_to("24/22*/18"), apply_to("24/22 22/18"));
    }

    #[test]
    fn every_canonical_play_is_drawn_as_itself() {
        let mut random = sheshbesh_movegen::testing::Random::new(3);
        for game in Game::ALL {
            for position in sheshbesh_movegen::testing::random_game(game, &mut random) {
                if game.end(&position, None).is_some() {
                    continue;
                }
                let dice = random.roll(game);
                let mut plays = Plays::new(game);
                let legal = plays.generate(&position, dice);
                for (result, text) in
                    legal.iter().zip(notation::write_all(game, &position, dice, legal))
                {
                    let text = text.unwrap();
                    if text == notation::PASS {
                        continue;
                    }
                    let outcome =
                        PlayText::parse(&text).unwrap().apply_to(game, &position, dice, legal);
                    assert_eq!(
                        outcome,
                        PlayOutcome::Legal(*result),
                        "{game} {position} {dice} {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn what_no_rules_allow_is_drawn_where_it_can_be() {
        for text in ["13/3", "8/5 6/5 6/5", "6/13", "13/8 13/8 13/8 13/8 13/8"] {
            let outcome = apply_to(START, "31", text);
            assert!(matches!(outcome, PlayOutcome::Illegal { .. }), "{text}: {outcome:?}");
        }
        // The 23 point is empty, and the opponent holds the 12 point.
        for text in ["23/20", "13/12", "bar/20"] {
            assert_eq!(apply_to(START, "31", text), PlayOutcome::Impossible, "{text}");
        }
        for text in ["", "8/", "/off/", "8/5(", "8/5(9)", "8/5(x)", "99/3", "8", "é/5"] {
            assert_eq!(PlayText::parse(text), None, "{text}");
        }
    }

    #[test]
    fn moves_are_found_from_positions() {
        let game = Game::Backgammon;
        let PlayOutcome::Illegal { result, .. } = apply_to(START, "31", "13/3") else { panic!() };
        let moves = derive_moves(&game.start(), &result);
        assert_eq!(moves, [CheckerMove { from: 13, to: 3, hits: false }]);
    }
}
