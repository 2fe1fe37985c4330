//! Scoring scales: values of wins that players agree on, by the loser's final checkers.
//!
//! Each scale is a row of numbers. `oyn-mars`, `nardi4` and `left` are scales of nardi; a mars is a
//! win over a loser who has borne off nothing.

use crate::{
    board::{BAR, Checkers, HOME, OFF},
    codes,
    games::Game,
    named,
    named::listed,
    quoted::quoted,
};

/// A scale that gives the points of a win.
///
/// ```
/// use sheshbesh_movegen::{Checkers, Game, Scoring};
/// // Fifteen checkers at home, none of them off.
/// let loser = Checkers::from_points(&[(6, 15)]);
/// let points = |scoring: Scoring| scoring.points(Game::LONG_NARDI, loser);
/// assert_eq!(Scoring::ALL.map(points), [2, 2, 4, 1, 30, 10]);
/// assert_eq!("nardi4".parse(), Ok(Scoring::Nardi4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// 1 point; 2 over a loser who has borne off none; 3 if the loser also has a checker on the bar
    /// or in the winner's home.
    Gammon3,
    /// 1 point; 2 over a loser who has borne off none.
    OynMars,
    /// 1 point. Over a loser who has borne off none: 4 if all their checkers are home, 3 if one is
    /// still on the starting point or behind it, and 2 otherwise.
    Nardi4,
    /// 1 point, whatever the loser has borne off.
    Single,
    /// The number of the loser's checkers that are not off; twice that number if none is off.
    Left,
    /// 1 point; 10 over a loser who has borne off none.
    Mars10,
}

/// The numbers of a scale.
struct Row {
    /// Value if the loser has borne off a checker.
    some_off: u8,
    /// Value if the loser has borne off none, and all are home.
    all_home: u8,
    /// Value if the loser has borne off none, and not all are home.
    some_outside: u8,
    /// Value if the loser has borne off none, and one is this far back. Takes precedence over the
    /// two above.
    far_back: Option<(FarBack, u8)>,
    /// True if the value counts once for each checker that is not off.
    each_checker: bool,
}

impl Row {
    const fn new(
        some_off: u8,
        all_home: u8,
        some_outside: u8,
        far_back: Option<(FarBack, u8)>,
    ) -> Self {
        Self { some_off, all_home, some_outside, far_back, each_checker: false }
    }
}

/// Region of one of the loser's checkers.
enum FarBack {
    /// On the bar, or in the winner's home if that is not the loser's home too.
    WinnersHome,
    /// On the point furthest from home, or on the bar.
    Start,
}

impl FarBack {
    fn holds(&self, game: Game, loser: Checkers) -> bool {
        let view = game.view_from(loser);
        loser.iter().any(|(index, _)| match self {
            Self::WinnersHome => index == BAR || (index > HOME && view.other(index) <= HOME),
            Self::Start => index + 1 >= BAR,
        })
    }
}

impl Scoring {
    const fn row(self) -> Row {
        match self {
            Self::Gammon3 => Row::new(1, 2, 2, Some((FarBack::WinnersHome, 3))),
            Self::OynMars => Row::new(1, 2, 2, None),
            Self::Nardi4 => Row::new(1, 4, 2, Some((FarBack::Start, 3))),
            Self::Single => Row::new(1, 1, 1, None),
            Self::Mars10 => Row::new(1, 10, 10, None),
            Self::Left => Row { each_checker: true, ..Row::new(1, 2, 2, None) },
        }
    }

    /// Points of a win at cube value 1 over a loser with these checkers. The minimum is 1, since in
    /// misère the loser has none left.
    pub fn points(self, game: Game, loser: Checkers) -> u32 {
        let row = self.row();
        let points = match row.far_back {
            _ if loser.on(OFF) > 0 => row.some_off,
            Some((far_back, points)) if far_back.holds(game, loser) => points,
            _ if loser.rearmost() <= HOME => row.all_home,
            _ => row.some_outside,
        };
        (u32::from(points) * self.each(game, loser)).max(1)
    }

    /// Multiplier of the numbers: 1, or the number of checkers that the loser has left. At the end
    /// of misère the loser has none, so it is 1.
    pub(crate) fn each(self, game: Game, loser: Checkers) -> u32 {
        if self.row().each_checker && game != Game::Misere {
            u32::from(game.checkers().saturating_sub(loser.on(OFF)))
        } else {
            1
        }
    }

    /// Points of a single game, a gammon and a backgammon by the game's own rules, as far as these
    /// outcomes determine them.
    pub fn of_wins(self, game: Game) -> [u8; 3] {
        if game.usual_scoring() == Some(self) {
            return [1, 2, 3];
        }
        // The loser of misère has borne off everything.
        if game == Game::Misere {
            return [1; 3];
        }
        let row = self.row();
        let far_back = row.far_back.map_or(row.some_outside, |(_, points)| points);
        [row.some_off, row.some_outside, far_back]
    }

    /// True if the game's own single games, gammons and backgammons determine the points. If not,
    /// an evaluation by these outcomes uses the [nearest](Self::nearest) scale.
    pub fn is_determined_in(self, game: Game) -> bool {
        // The loser of misère has borne off everything.
        game == Game::Misere
            || match game.usual_scoring() {
                Some(usual) if usual == self => true,
                Some(Self::Gammon3) => matches!(self, Self::OynMars | Self::Mars10 | Self::Single),
                Some(Self::OynMars) => matches!(self, Self::Mars10 | Self::Single),
                _ => self == Self::Single,
            }
    }

    /// This scale if the game's outcomes determine it, or else the nearest one.
    #[must_use]
    pub fn nearest(self, game: Game) -> Self {
        match game.usual_scoring() {
            _ if self.is_determined_in(game) => self,
            Some(Self::Single) => Self::Single,
            // A scale values the wins of both sides alike.
            None if game.has_white() => Self::Single,
            Some(Self::Gammon3) if self == Self::Nardi4 => Self::Gammon3,
            _ => Self::OynMars,
        }
    }
}

impl Game {
    /// The usual scale of the game; `None` if the game has its own.
    pub const fn usual_scoring(self) -> Option<Scoring> {
        Some(match self {
            Self::Backgammon
            | Self::Nackgammon
            | Self::LongGammon
            | Self::Hypergammon
            | Self::Snake
            | Self::OldEnglish(_) => Scoring::Gammon3,
            Self::Portes(_)
            | Self::Tavla(_)
            | Self::Plakoto(_)
            | Self::Tapa(_)
            | Self::Fevga(_)
            | Self::LongNardi(_)
            | Self::GulBara(_)
            | Self::Gyulbar(_)
            | Self::CrazyGyulbar(_)
            | Self::Jacquet(_)
            | Self::Matador(_)
            | Self::Dutch(_)
            | Self::Russian(_) => Scoring::OynMars,
            Self::Misere
            | Self::Irish
            | Self::Nard(_)
            | Self::AceyDeucey(_)
            | Self::Tabula(_)
            | Self::Chase(_)
            | Self::Icelandic(_) => Scoring::Single,
            Self::Early(_) | Self::American => return None,
        })
    }
}

named!(
    Scoring,
    UnknownScoring {
        Gammon3: "gammon3",
        OynMars: "oyn-mars",
        Nardi4: "nardi4",
        Single: "single",
        Left: "left",
        Mars10: "mars10",
    }
);

/// Error for an unknown scale.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown scoring {text}: scorings are {names}",
    text = quoted(.0),
    names = listed(&Scoring::ALL.map(Scoring::name))
)]
pub struct UnknownScoring(pub String);

codes! {
    UnknownScoring {
        Self(text) => "unknown.scoring" { text, known = Scoring::ALL.map(Scoring::name) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Side,
        testing::{Random, every_form, random_game},
    };

    /// Checks the points of all scales against their descriptions.
    #[test]
    fn the_loser_s_last_position_says_what_is_won() {
        let loser = |points: &[(u8, u8)]| Checkers::from_points(points).with_rest_off(15);
        let of = |game, points: &[(u8, u8)]| Scoring::ALL.map(|s| s.points(game, loser(points)));
        // In the order gammon3, oyn-mars, nardi4, single, left, mars10.
        let game = Game::Backgammon;
        assert_eq!(of(game, &[(1, 4)]), [1, 1, 1, 1, 4, 1]);
        assert_eq!(of(game, &[(6, 15)]), [2, 2, 4, 1, 30, 10]);
        assert_eq!(of(game, &[(18, 1), (6, 14)]), [2, 2, 2, 1, 30, 10]);
        assert_eq!(of(game, &[(19, 1), (6, 14)]), [3, 2, 2, 1, 30, 10]);
        assert_eq!(of(game, &[(24, 1), (6, 14)]), [3, 2, 3, 1, 30, 10]);
        assert_eq!(of(game, &[(BAR, 1), (6, 14)]), [3, 2, 3, 1, 30, 10]);
        // A checker is on the bar, but one is off.
        assert_eq!(of(game, &[(BAR, 1), (6, 13)]), [1, 1, 1, 1, 14, 1]);
        // If both sides move in the same direction, the winner's home is elsewhere.
        let game = Game::LONG_NARDI;
        assert_eq!(of(game, &[(24, 1), (6, 14)]), [2, 2, 3, 1, 30, 10]);
        assert_eq!(of(game, &[(18, 1), (6, 14)]), [3, 2, 2, 1, 30, 10]);
    }

    /// Checks that the usual scale gives the same points as the rules of the game.
    #[test]
    fn the_usual_scale_is_what_the_rules_say() {
        let mut random = Random::new(19);
        let mut ended = 0;
        for game in every_form() {
            let Some(usual) = game.usual_scoring() else { continue };
            for _ in 0..12 {
                let positions = random_game(game, &mut random);
                let Some(last) = positions.last() else { continue };
                let Some(end) = game.end(last, None) else { continue };
                let loser = match end.winner {
                    Some(Side::OnRoll) => last.opponent(),
                    Some(Side::Opponent) => last.own(),
                    None => continue,
                };
                ended += 1;
                assert_eq!(usual.points(game, loser), u32::from(end.points), "{game} {last}");
                for scoring in Scoring::ALL.into_iter().filter(|it| it.is_determined_in(game)) {
                    let of_wins = scoring.of_wins(game)[usize::from(end.points) - 1];
                    let points = scoring.points(game, loser);
                    // The loser of misère has borne off everything, on any scale.
                    assert_eq!(points, u32::from(of_wins), "{scoring} {game} {last}");
                }
            }
        }
        assert!(ended > 100, "{ended}");
    }

    #[test]
    fn the_nearest_scale_is_one_that_outcomes_tell() {
        for game in Game::ALL {
            for scoring in Scoring::ALL {
                let nearest = scoring.nearest(game);
                let tells = nearest.is_determined_in(game) || game.usual_scoring().is_none();
                assert!(tells, "{scoring} in {game} goes by {nearest}");
                assert_eq!(nearest.nearest(game), nearest);
            }
        }
    }
}
