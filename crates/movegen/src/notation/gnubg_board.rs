//! The board line that GNU Backgammon sends to an external player.
//!
//! It has the fields of a FIBS board line with another meaning, found by watching version 1.07.
//! Positive counts are the checkers of player 1, whoever is on roll, and lie on the points of player
//! 1; index 25 is the bar of player 1, index 0 that of player 0, and the fields for the bars are 0.
//! The turn is that of the player on roll, after a double of the player who doubled: -1 for player
//! 0 and 1 for player 1. The first score is that of player 0, after a double that of player 1; the
//! first right to double is that of player 1. The last field is 1 except in the Crawford game.

use super::id_problem::IdKind;
use super::invalid::{
    Counts, InvalidId, LONGEST_MATCH, check_score, number, score, with_borne_off, wrong,
};
use crate::{
    board::{BAR, BySide, Dice, Side},
    games::Game,
    table::{Cube, Phase, Situation, Stakes},
};

/// Name of the notation in errors.
const FIBS: IdKind = IdKind::Fibs;
/// Number of fields after `board:`.
const FIELDS: usize = 52;
/// Index of the number of checkers at index 0 of the board.
const FIRST: usize = 5;

impl Situation {
    /// Parses a board line of GNU Backgammon to an external player, in backgammon. The position is
    /// seen from the player on roll, after a double the player who doubled. Without a match length,
    /// it is a money game with or without the Jacoby rule, which the line does not say.
    ///
    /// ```
    /// use sheshbesh_movegen::{BySide, Game, Phase, Situation};
    /// let line = "board:gnubg:ann:7:2:4:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:\
    ///             1:6:4:6:4:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:1";
    /// let read = Situation::from_gnubg_board(line, false)?;
    /// assert_eq!(read.position, Game::Backgammon.start());
    /// assert_eq!(read.phase, Phase::Rolled("64".parse()?));
    /// assert_eq!(read.score, BySide { on_roll: 4, opponent: 2 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Names the wrong part, or the problem with the position.
    pub fn from_gnubg_board(text: &str, jacoby: bool) -> Result<Self, InvalidId> {
        let text = text.trim();
        let fields: Vec<&str> = text.strip_prefix("board:").unwrap_or(text).split(':').collect();
        if fields.len() != FIELDS {
            let found = text.split(':').count();
            return Err(InvalidId::Parts { kind: FIBS, found, expected: "53" });
        }
        if fields[40..42] != ["1", "-1"] {
            let found = fields[40..42].join(":");
            return Err(wrong(FIBS, "colour and direction", &found, "1:-1"));
        }
        let flag = |part: &'static str, index: usize| match fields[index] {
            "0" => Ok(false),
            "1" => Ok(true),
            other => Err(wrong(FIBS, part, other, "0 or 1")),
        };
        let is_first = match fields[31] {
            "-1" => true,
            "1" => false,
            other => return Err(wrong(FIBS, "turn", other, "1 or -1")),
        };
        let was_doubled = flag("double", 39)?;
        let scores = [score(FIBS, fields[3])?, score(FIBS, fields[4])?];
        let (on_roll, opponent) =
            if is_first == was_doubled { (scores[1], scores[0]) } else { (scores[0], scores[1]) };
        let length = number(FIBS, "match length", fields[2], LONGEST_MATCH, "0 to 32767")?;
        let counts = read_checkers(&fields[FIRST..FIRST + 26])?;
        let counts = if is_first { counts.swapped() } else { counts };
        let BySide { on_roll: own, opponent: other } =
            counts.map(|counts| with_borne_off(Game::Backgammon, counts));
        let value = number(FIBS, "cube", fields[36], 1 << 15, "1, 2, 4, …")?;
        let second_may = flag("right to double", 37)?;
        let owner = match (second_may, flag("right to double", 38)?) {
            _ if value == 1 => None,
            (true, false) | (false, true) if second_may == is_first => Some(Side::Opponent),
            (true, false) | (false, true) => Some(Side::OnRoll),
            _ => {
                let expected = "one player's only once the cube is turned";
                return Err(wrong(FIBS, "right to double", &fields[37..39].join(":"), expected));
            }
        };
        let cube = Cube::of_value(value.into(), owner)
            .ok_or_else(|| wrong(FIBS, "cube", fields[36], "1, 2, 4, …"))?;
        let phase = match &fields[32..34] {
            _ if was_doubled => Phase::Doubled,
            ["0", "0"] => Phase::BeforeRoll,
            dice => Phase::Rolled(read_dice(dice)?),
        };
        let in_crawford = !flag("Crawford game", 51)?;
        let stakes = match length {
            0 => Stakes::Money { jacoby, beavers: false },
            _ => Stakes::Match { length, crawford: false },
        };
        let mut situation = Self {
            phase,
            cube,
            stakes,
            score: BySide { on_roll, opponent },
            ..Self::new(Game::Backgammon.position(&own, &other)?, Game::Backgammon)
        };
        check_score(&situation)?;
        if let Stakes::Match { length, .. } = stakes {
            let crawford = in_crawford && situation.is_one_away() && length > 1;
            situation.stakes = Stakes::Match { length, crawford };
        }
        Ok(situation)
    }
}

fn read_dice(dice: &[&str]) -> Result<Dice, InvalidId> {
    let text = dice.concat();
    let read: Option<Dice> = (text.len() == 2).then(|| text.parse().ok()).flatten();
    read.ok_or_else(|| wrong(FIBS, "dice", &text, "two numbers from 1 to 6, or 0 and 0"))
}

/// Checkers of player 1 and of player 0, each by the points of that player.
fn read_checkers(fields: &[&str]) -> Result<BySide<Counts>, InvalidId> {
    let (mut own, mut other): (Counts, Counts) = Default::default();
    for (index, text) in fields.iter().enumerate() {
        let bad = || wrong(FIBS, "number of checkers", text, "-15 to 15");
        let count: i8 = text.parse().map_err(|_| bad())?;
        let bar = usize::from(BAR);
        match count.signum() {
            1 if index > 0 => own[index] = count.unsigned_abs(),
            -1 if index < bar => other[bar - index] = count.unsigned_abs(),
            0 => {}
            _ => return Err(bad()),
        }
    }
    Ok(BySide { on_roll: own, opponent: other })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line as version 1.07 sent it: length and scores, board, then the fields from the turn on.
    fn read(board: &str, scores: &str, rest: &str) -> Result<Situation, InvalidId> {
        let line = format!("board:gnubg:ann:{scores}:{board}:{rest}:1:-1:0:25:0:0:0:0:0:0:0:1");
        Situation::from_gnubg_board(&line, true)
    }

    /// Player 1 has played 24/23 13/8.
    const SECOND_MOVED: &str = "0:-2:0:0:0:0:5:0:4:0:0:0:-5:4:0:0:0:-3:0:-5:0:0:0:1:1:0";
    /// Player 0 has played 24/23 13/8.
    const FIRST_MOVED: &str = "0:-1:-1:0:0:0:5:0:3:0:0:0:-4:5:0:0:0:-4:0:-5:0:0:0:0:2:0";

    #[test]
    fn board_scores_and_cube_belong_to_players_whoever_is_on_roll() {
        let checkers = |read: &Situation| {
            let position = read.position;
            (position.own().on(23), position.own().on(8), position.opponent().on(24))
        };
        // Player 0 has 2 points of 7, and player 1 has 4. The side on roll has moved.
        let first = read(FIRST_MOVED, "7:2:4", "-1:0:0:0:0:2:0:1:0").unwrap();
        assert_eq!(checkers(&first), (1, 4, 2));
        assert_eq!(first.score, BySide { on_roll: 2, opponent: 4 });
        assert_eq!(first.cube, Cube::of_value(2, Some(Side::OnRoll)).unwrap());
        let second = read(SECOND_MOVED, "7:2:4", "1:0:0:0:0:2:0:1:0").unwrap();
        assert_eq!(second.position, first.position);
        assert_eq!(second.score, BySide { on_roll: 4, opponent: 2 });
        assert_eq!(second.cube.owner(), Some(Side::Opponent));
        // The scores change places when a double is to be answered, and the board does not.
        for (board, turn, score) in [
            (FIRST_MOVED, -1, BySide { on_roll: 2, opponent: 4 }),
            (SECOND_MOVED, 1, BySide { on_roll: 4, opponent: 2 }),
        ] {
            let doubled = read(board, "7:4:2", &format!("{turn}:0:0:0:0:1:1:1:1")).unwrap();
            assert_eq!((doubled.phase, doubled.score), (Phase::Doubled, score));
            assert_eq!(doubled.position, first.position);
        }
    }

    #[test]
    fn bars_money_and_crawford_are_read() {
        let bar = "-2:0:0:0:0:0:5:0:3:0:0:-2:0:5:0:-1:0:0:-3:-4:0:-2:0:0:2:0";
        let read_bar = read(bar, "0:0:0", "-1:3:1:3:1:1:1:1:0").unwrap();
        assert_eq!(read_bar.position.own().on(BAR), 2);
        assert_eq!(read_bar.stakes, Stakes::Money { jacoby: true, beavers: false });
        let crawford =
            format!("board:a:b:7:6:4:{SECOND_MOVED}:-1:0:0:0:0:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0");
        let read_crawford = Situation::from_gnubg_board(&crawford, false).unwrap();
        assert_eq!(read_crawford.stakes, Stakes::Match { length: 7, crawford: true });
    }

    #[test]
    fn other_lines_are_refused() {
        assert!(Situation::from_gnubg_board("board:a:b:7", false).is_err());
        for rest in
            ["0:0:0:0:0:1:1:1:0", "1:7:0:7:0:1:1:1:0", "1:0:0:0:0:2:1:1:0", "1:0:0:0:0:3:1:0:0"]
        {
            assert!(read(SECOND_MOVED, "7:2:4", rest).is_err(), "{rest}");
        }
        assert!(read(SECOND_MOVED, "7:7:4", "1:0:0:0:0:1:1:1:0").is_err());
        assert!(
            read(&SECOND_MOVED.replacen("0:-2", "3:-2", 1), "7:2:4", "1:0:0:0:0:1:1:1:0").is_err()
        );
    }
}
