//! Adjusted pip counts that players use to evaluate races over the board.

use sheshbesh_evaluator::bearoff::{Home, OneSided};
use sheshbesh_movegen::{BAR, Checkers, HOME, OFF, Position};

/// Mean pips of a roll, with doubles played twice: 49 / 6.
pub const PIPS_PER_ROLL: f32 = 49.0 / 6.0;

/// Cube decisions of one of the counts, for a money game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RaceAdvice {
    /// Name of the count.
    pub name: &'static str,
    /// Adjusted count of the player on roll, including the surcharge for the decision.
    pub own: f32,
    /// Adjusted count of the opponent.
    pub opponent: f32,
    /// True if the player on roll should double a centred cube.
    pub double: bool,
    /// True if the player on roll should redouble.
    pub redouble: bool,
    /// True if the opponent should take.
    pub take: bool,
}

/// Number of quadrant borders that a side's checkers have to cross to bear off.
pub fn crossovers(side: Checkers) -> u32 {
    side.iter()
        .filter(|&(index, _)| index != OFF)
        .map(|(index, count)| u32::from(index).div_ceil(u32::from(HOME)) * u32::from(count))
        .sum()
}

/// Effective pip count: the mean number of rolls to bear off times 49 / 6, by the one-sided table.
///
/// Returns `None` unless all checkers are home and the table has the position. The excess over the
/// pip count is wastage. Source: Walter Trice, *Backgammon Boot Camp* (2004).
pub fn effective_pips(side: Checkers, table: &OneSided) -> Option<f32> {
    Some(table.rolls(Home::of(side)?)?.mean() * PIPS_PER_ROLL)
}

/// Thorp, Ward, Keith and iSight counts of a race, from the view of the player on roll.
pub fn advice(position: &Position) -> [RaceAdvice; 4] {
    let sides = [position.own(), position.opponent()].map(Count::new);
    [thorp(&sides), ward(&sides), keith(&sides), isight(&sides)]
}

/// Features of a side that the counts are computed from.
struct Count {
    pips: f32,
    /// Checkers on points 1 to 6.
    home: [f32; HOME as usize],
    outside: f32,
    on_board: f32,
    points_held: f32,
    crossovers: f32,
}

impl Count {
    fn new(side: Checkers) -> Self {
        let home: [f32; HOME as usize] =
            std::array::from_fn(|point| f32::from(side.on(point as u8 + 1)));
        let outside: u8 = (HOME + 1..=BAR).map(|index| side.on(index)).sum();
        let outside = f32::from(outside);
        Self {
            pips: side.pips() as f32,
            home,
            outside,
            on_board: outside + home.iter().sum::<f32>(),
            points_held: home.iter().filter(|&&count| count > 0.0).count() as f32,
            crossovers: crossovers(side) as f32,
        }
    }

    /// Number of checkers on a point in excess of `many`.
    fn beyond(&self, point: usize, many: f32) -> f32 {
        (self.home[point - 1] - many).max(0.0)
    }
}

/// Excess of `own` over `other`; 0 if there is none.
fn extra(own: f32, other: f32) -> f32 {
    (own - other).max(0.0)
}

/// Thorp count: pips, plus two for each checker on the board, plus one for each checker on the 1
/// point, minus one for each home point held. Above 30, the count of the player on roll is
/// increased by a tenth.
///
/// Source: Edward Thorp, *Backgammon: The Cold Cube* (1975).
fn thorp([own, opponent]: &[Count; 2]) -> RaceAdvice {
    let count = |side: &Count| side.pips + 2.0 * side.on_board + side.home[0] - side.points_held;
    let (plain, opponent) = (count(own), count(opponent));
    let own = if plain > 30.0 { 1.1 * plain } else { plain };
    RaceAdvice {
        name: "Thorp",
        own,
        opponent,
        double: own <= opponent + 2.0,
        redouble: own <= opponent + 1.0,
        take: opponent <= own + 2.0,
    }
}

/// Ward count. Source: Jeff Ward, *The Doubling Cube in Backgammon* (1982).
///
/// The largest deficit in pips of a take is interpolated between the race lengths given there.
fn ward([own, opponent]: &[Count; 2]) -> RaceAdvice {
    let count = |side: &Count, other: &Count| {
        side.pips + 2.0 * side.beyond(1, 2.0) + side.beyond(2, 2.0)
            - extra(side.points_held, other.points_held)
            + 2.0 * extra(side.on_board, other.on_board)
            + 0.5 * extra(side.outside, other.outside)
    };
    let length = (own.pips + opponent.pips) / 2.0;
    let (own, opponent) = (1.1 * count(own, opponent), count(opponent, own));
    let behind = ((length - 50.0) / 25.0).clamp(0.0, 2.0) + 2.0;
    RaceAdvice {
        name: "Ward",
        own,
        opponent,
        double: own <= opponent + 2.0,
        redouble: own <= opponent + 1.0,
        take: opponent <= own + behind,
    }
}

/// Keith count. Source: Tom Keith, *Cube Handling in Noncontact Positions* (2004).
fn keith([own, opponent]: &[Count; 2]) -> RaceAdvice {
    let count = |side: &Count| {
        let gaps = (4..=usize::from(HOME)).filter(|&point| side.home[point - 1] == 0.0).count();
        side.pips
            + 2.0 * side.beyond(1, 1.0)
            + side.beyond(2, 1.0)
            + side.beyond(3, 3.0)
            + gaps as f32
    };
    let (plain, opponent) = (count(own), count(opponent));
    let own = plain + (plain / 7.0).floor();
    RaceAdvice {
        name: "Keith",
        own,
        opponent,
        double: own <= opponent + 4.0,
        redouble: own <= opponent + 3.0,
        take: own >= opponent + 2.0,
    }
}

/// iSight count. Source: Axel Reichert, *Improved Cube Handling in Races: Insights with Isight*
/// (2014).
fn isight([own, opponent]: &[Count; 2]) -> RaceAdvice {
    let count = |side: &Count, other: &Count| {
        let gaps = (4..=usize::from(HOME))
            .filter(|&point| side.home[point - 1] == 0.0 && other.home[point - 1] > 0.0)
            .count();
        side.pips
            + extra(side.on_board, other.on_board)
            + 2.0 * side.beyond(1, 2.0)
            + side.beyond(2, 2.0)
            + side.beyond(3, 3.0)
            + gaps as f32
            + extra(side.crossovers, other.crossovers)
    };
    let (plain, opponent) = (count(own, opponent), count(opponent, own));
    let own = plain * 7.0 / 6.0;
    RaceAdvice {
        name: "iSight",
        own,
        opponent,
        double: own <= opponent + 6.0,
        redouble: own <= opponent + 5.0,
        take: own >= opponent + 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::bearoff::BearoffGame;

    fn side(points: &[(u8, u8)]) -> Checkers {
        Checkers::from_points(points).with_rest_off(15)
    }

    #[test]
    fn crossovers_and_effective_pips() {
        assert_eq!(crossovers(side(&[(1, 2), (6, 1), (7, 1), (24, 1), (25, 1)])), 3 + 2 + 4 + 5);
        let table = OneSided::make(BearoffGame::Backgammon, 4, &|_| {});
        // One checker on the ace point is borne off with any roll: 8.17 effective pips, 7.17 of
        // them wastage.
        let epc = effective_pips(side(&[(1, 1)]), &table).unwrap();
        assert!((epc - PIPS_PER_ROLL).abs() < 1e-4);
        assert_eq!(effective_pips(side(&[(7, 1)]), &table), None);
    }

    #[test]
    fn counts_by_hand() {
        // Five checkers each on 6, 5 and 4: 75 pips, no gaps, nothing on the low points.
        let own = side(&[(6, 5), (5, 5), (4, 5)]);
        // Six on 6, five on 5, four on 3, none outside: 73 pips, a gap on 4, one more than three
        // on 3.
        let opponent = side(&[(6, 6), (5, 5), (3, 4)]);
        let [thorp, ward, keith, isight] = advice(&Position::from_sides_unchecked(own, opponent));
        assert_eq!((thorp.own, thorp.opponent), (1.1 * (75.0 + 30.0 - 3.0), 73.0 + 30.0 - 3.0));
        assert!(!thorp.double && thorp.take);
        assert_eq!((ward.own, ward.opponent), (1.1 * 75.0, 73.0));
        assert_eq!((keith.own, keith.opponent), (75.0 + 10.0, 73.0 + 1.0 + 1.0));
        assert_eq!((isight.own, isight.opponent), (75.0 * 7.0 / 6.0, 73.0 + 1.0 + 1.0));
        assert!(!keith.double && !isight.double && keith.take && isight.take);
    }

    #[test]
    fn verdicts_at_their_limits() {
        // Ten checkers on the 6 point and five on the 7 point, against longer races.
        let even = |opponent: &[(u8, u8)]| {
            advice(&Position::from_sides_unchecked(side(&[(6, 10), (7, 5)]), side(opponent)))
        };
        // 95 pips. Keith's count is 95 + 2 gaps (4 and 5), plus 13 for being on roll: 110.
        let keith = |opponent: &[(u8, u8)]| even(opponent)[2];
        let at = keith(&[(6, 8), (8, 7)]);
        assert_eq!((at.own, at.opponent), (110.0, 106.0));
        assert!(at.double && !at.redouble && at.take);
        let pass = keith(&[(6, 5), (8, 10)]);
        assert_eq!(pass.opponent, 112.0);
        assert!(pass.double && pass.redouble && !pass.take);
    }
}
