//! Games with the doubling cube, for money or as matches.

use crate::{
    player::{Answer, Player, PlayerError, Turn},
    random::{GameRng, die, roll},
};
use sheshbesh_movegen::{
    BySide, Cube, Dice, Game, Phase, Plays, Seat, Side, Situation, Stakes, Win,
};

/// The rules of the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CubeRules {
    /// Money, or a match of so many points.
    pub session: Session,
    /// The cube goes no further than 2 to this power.
    pub largest_cube: u8,
}

/// What is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Session {
    /// Each game for itself.
    Money {
        /// Gammons and backgammons count only once the cube has been turned.
        jacoby: bool,
        /// A double may be beavered, and the beaver raccooned.
        beavers: bool,
        /// At most so many times is the cube turned by equal opening dice.
        automatic_doubles: u8,
    },
    /// The first to reach a number of points.
    Match {
        /// How many.
        length: u16,
        /// Whether there is no doubling in the first game in which somebody needs one point only.
        crawford: bool,
        /// Holland's rule: after the Crawford game nobody doubles before both have rolled twice.
        holland: bool,
    },
}

/// How a game has ended: for the player of seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// Whether seat 0 has won.
    pub won: bool,
    /// How; a pass is a single game.
    pub win: Win,
    /// Points that change hands, the cube included.
    pub points: u32,
}

/// Plies that both players' first two rolls take.
const HOLLAND_PLIES: u32 = 4;

impl CubeRules {
    /// Whether the player on roll may double, so many plies into the game.
    pub fn may_double(&self, table: &Situation, ply: u32) -> bool {
        let waits = match (self.session, table.stakes) {
            (Session::Match { holland, .. }, Stakes::Match { crawford, .. }) => {
                crawford || (holland && table.is_one_away() && ply < HOLLAND_PLIES)
            }
            _ => false,
        };
        !waits
            && table.cube.owner() != Some(Side::Opponent)
            && table.cube.exponent() < self.largest_cube
    }

    /// How often equal opening dice may turn the cube.
    pub fn automatic_doubles(&self) -> u8 {
        match self.session {
            Session::Money { automatic_doubles, .. } => automatic_doubles.min(self.largest_cube),
            Session::Match { .. } => 0,
        }
    }

    /// The stakes of a game; `crawford` says whether it is a match's Crawford game.
    pub fn stakes(&self, crawford: bool) -> Stakes {
        match self.session {
            Session::Money { jacoby, beavers, .. } => Stakes::Money { jacoby, beavers },
            Session::Match { length, .. } => Stakes::Match { length, crawford },
        }
    }
}

/// Two players at a table with a cube.
pub struct CubeTable {
    /// Seat 0 and seat 1.
    pub players: [Box<dyn Player>; 2],
    plays: Plays,
    game: Game,
    rules: CubeRules,
}

impl CubeTable {
    /// Sits two players down.
    pub fn new(players: [Box<dyn Player>; 2], game: Game, rules: CubeRules) -> Self {
        Self { players, plays: Plays::new(game), game, rules }
    }

    /// A money game. `swapped` gives seat 1 the dice that seat 0 would have.
    ///
    /// # Errors
    /// When a player cannot play.
    pub fn money_game(&mut self, rng: &mut GameRng, swapped: bool) -> Result<Played, PlayerError> {
        self.game(rng, swapped, [0, 0], false)
    }

    /// A match; gives whether seat 0 has won it.
    ///
    /// # Errors
    /// When a player cannot play.
    pub fn whole_match(&mut self, rng: &mut GameRng, swapped: bool) -> Result<bool, PlayerError> {
        let Session::Match { length, crawford, .. } = self.rules.session else {
            return Ok(self.money_game(rng, swapped)?.won);
        };
        let mut score = [0u16; 2];
        let mut crawford_played = !crawford;
        loop {
            let one_away = score.iter().any(|points| points + 1 == length);
            let is_crawford = one_away && !crawford_played;
            crawford_played |= is_crawford;
            let played = self.game(rng, swapped, score, is_crawford)?;
            let points = u16::try_from(played.points).unwrap_or(u16::MAX);
            let winner = &mut score[usize::from(!played.won)];
            *winner = winner.saturating_add(points);
            if *winner >= length {
                return Ok(played.won);
            }
        }
    }

    fn game(
        &mut self,
        rng: &mut GameRng,
        swapped: bool,
        score: [u16; 2],
        crawford: bool,
    ) -> Result<Played, PlayerError> {
        let mut cube = Cube::default();
        let mut opening = [die(rng), die(rng)];
        while opening[0] == opening[1] {
            // Equal dice turn the cube where that is played, and are rolled again.
            if cube.exponent() < self.rules.automatic_doubles() {
                cube = cube.turned_to(None).expect("below the limit");
            }
            opening = [die(rng), die(rng)];
        }
        let mut seat = usize::from(opening[0] < opening[1]);
        let mut dice = Dice::new(opening[0], opening[1]).expect("dice show 1 to 6");
        if swapped {
            seat = 1 - seat;
        }
        let mut situation = Situation {
            stakes: self.rules.stakes(crawford),
            cube,
            largest_cube: self.rules.largest_cube,
            score: BySide { on_roll: score[seat], opponent: score[1 - seat] },
            seat: if seat == 0 { Seat::Bottom } else { Seat::Top },
            ..Situation::new(self.game.start(), self.game)
        };
        for ply in 0.. {
            if ply > 0 {
                situation.phase = Phase::BeforeRoll;
                if self.rules.may_double(&situation, ply)
                    && self.players[seat].doubles(&situation)?
                {
                    situation.phase = Phase::Doubled;
                    let value = situation.cube.value();
                    match self.players[1 - seat].answer(&situation)? {
                        Answer::Pass => {
                            return Ok(Played { won: seat == 0, win: Win::Single, points: value });
                        }
                        answer => {
                            turn_cube(&mut situation);
                            if answer == Answer::Beaver && self.beavers(&situation) {
                                turn_cube(&mut situation);
                                situation.phase = Phase::Beavered;
                                if situation.cube.exponent() < self.rules.largest_cube
                                    && self.players[seat].raccoons(&situation)?
                                {
                                    turn_cube(&mut situation);
                                }
                            }
                        }
                    }
                }
                dice = roll(rng);
            }
            situation.phase = Phase::Rolled(dice);
            let position = situation.position;
            let results = self.plays.generate_or_pass(&position, dice);
            let choice = if results.len() == 1 {
                0
            } else {
                let turn = Turn {
                    game: self.game,
                    position: &position,
                    dice,
                    results,
                    table: Some(&situation),
                };
                self.players[seat].choose(&turn)?
            };
            situation = situation.handed_over(results[choice]);
            seat = 1 - seat;
            if let Some((winner, win)) = situation.position.result() {
                let won = (winner == Side::OnRoll) == (seat == 0);
                return Ok(Played { won, win, points: situation.points_won(win) });
            }
        }
        unreachable!("a game ends")
    }

    /// Whether the rules let the taker turn the cube once more.
    fn beavers(&self, situation: &Situation) -> bool {
        matches!(self.rules.session, Session::Money { beavers: true, .. })
            && situation.cube.exponent() < self.rules.largest_cube
    }
}

/// The cube goes once more to the opponent of the player on roll.
fn turn_cube(situation: &mut Situation) {
    let turned = situation.cube.turned_to(Some(Side::Opponent));
    situation.cube = turned.expect("asked only below the limit");
}
