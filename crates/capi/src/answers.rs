//! Answers as C structures.

use sheshbesh_api::{
    CubeResponse,
    answers::{Evaluation, Play},
};
use sheshbesh_network::Probabilities;
use std::ffi::c_char;

/// Outcome probabilities of the player on roll, 0 to 1. Gammons include backgammons, and the
/// probability of a loss is 1 - win. No fields will be added.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SheshChances {
    /// Probability of any win.
    pub win: f32,
    /// Probability of winning a gammon or backgammon.
    pub win_gammon: f32,
    /// Probability of winning a backgammon.
    pub win_backgammon: f32,
    /// Probability of losing a gammon or backgammon.
    pub lose_gammon: f32,
    /// Probability of losing a backgammon.
    pub lose_backgammon: f32,
}

impl From<Probabilities> for SheshChances {
    fn from(p: Probabilities) -> Self {
        Self {
            win: p.win,
            win_gammon: p.win_gammon,
            win_backgammon: p.win_backgammon,
            lose_gammon: p.lose_gammon,
            lose_backgammon: p.lose_backgammon,
        }
    }
}

/// Evaluation of a position for the player on roll, before the roll.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SheshVerdict {
    /// sizeof(SheshVerdict), set by the caller.
    pub size: usize,
    /// Cubeless outcome probabilities.
    pub chances: SheshChances,
    /// Cubeless equity, in points per game at cube 1.
    pub equity: f32,
    /// Cubeful equity, in points; NaN in games without a cube.
    pub cubeful_equity: f32,
    /// Match winning chance, 0 to 1; NaN outside a match.
    pub match_chance: f32,
    /// Search depth in plies.
    pub ply: u32,
    /// Reserved; 0.
    pub reserved: u32,
}

impl From<&Evaluation> for SheshVerdict {
    fn from(answer: &Evaluation) -> Self {
        Self {
            size: size_of::<Self>(),
            chances: answer.probabilities.into(),
            equity: answer.equity,
            cubeful_equity: answer.cubeful_equity.unwrap_or(f32::NAN),
            match_chance: answer.mwc.unwrap_or(f32::NAN),
            ply: answer.ply,
            reserved: 0,
        }
    }
}

/// A play of a roll, evaluated for the player who makes it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SheshPlay {
    /// The play in standard notation, such as "8/5 6/5".
    pub play: [c_char; 64],
    /// ID of the resulting position, with the opponent on roll.
    pub position_id: [c_char; 128],
    /// Cubeless outcome probabilities.
    pub chances: SheshChances,
    /// Equity in points by which plays are ranked; cubeful if the cube counts.
    pub equity: f32,
    /// Match winning chance, 0 to 1; NaN outside a match.
    pub match_chance: f32,
    /// Search depth in plies.
    pub ply: u32,
}

impl From<&Play> for SheshPlay {
    fn from(play: &Play) -> Self {
        Self {
            play: text(&play.play),
            position_id: text(&play.position_id),
            chances: play.probabilities.into(),
            equity: play.equity,
            match_chance: play.mwc.unwrap_or(f32::NAN),
            ply: play.ply,
        }
    }
}

/// A decision on the doubling cube, with values in points.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SheshCube {
    /// sizeof(SheshCube), set by the caller.
    pub size: usize,
    /// Best actions of both players in words, such as "Double, take". If a beaver or a raccoon is
    /// to be answered, the words are "Beaver, raccoon" and similar; shesh_ask returns the value of
    /// each answer.
    pub action: [c_char; 64],
    /// Nonzero if the player on roll may double.
    pub may_double: u32,
    /// Value of rolling without doubling.
    pub no_double: f32,
    /// Value of doubling if the opponent takes; the same as no_double if the player on roll may not
    /// double.
    pub double_take: f32,
    /// Value of doubling if the opponent passes.
    pub double_pass: f32,
    /// Cubeless outcome probabilities.
    pub chances: SheshChances,
    /// Search depth in plies; 0 if the question gave probabilities.
    pub ply: u32,
}

impl From<&CubeResponse> for SheshCube {
    fn from(decision: &CubeResponse) -> Self {
        let (figures, ply) = match decision {
            CubeResponse::Position(answer) => (&answer.figures, answer.ply),
            CubeResponse::Chances(answer) => (&answer.figures, 0),
        };
        Self {
            size: size_of::<Self>(),
            action: text(&figures.action),
            may_double: figures.may_double.into(),
            no_double: figures.no_double,
            double_take: figures.double_take,
            double_pass: figures.double_pass,
            chances: figures.probabilities.into(),
            ply,
        }
    }
}

/// The structures have no padding, so any added field makes them larger.
const _: () = assert!(
    size_of::<SheshVerdict>() == size_of::<usize>() + 20 + 5 * 4
        && size_of::<SheshPlay>() == 64 + 128 + 20 + 3 * 4
        && size_of::<SheshCube>() == size_of::<usize>() + 64 + 4 + 3 * 4 + 20 + 4
);

/// Copies a text and pads it with zero bytes. A test checks that all texts fit.
fn text<const N: usize>(text: &str) -> [c_char; N] {
    let mut chars = [0; N];
    for (to, from) in chars[..N - 1].iter_mut().zip(text.bytes()) {
        *to = from as c_char;
    }
    chars
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_evaluator::{Depth, Engine, Settings, Stop};
    use sheshbesh_movegen::{
        Dice, Game, Situation, notation,
        testing::{Random, every_form, random_game},
    };
    use std::collections::BTreeMap;

    fn length(text: &[c_char]) -> usize {
        text.iter().position(|&char| char == 0).expect("there is a zero byte")
    }

    /// Checks the longest texts: IDs of games with all their options, and plays of doubles.
    #[test]
    fn there_is_room_for_every_text() {
        // All options of each game at once, the longest value of each kind.
        let mut agreed = BTreeMap::<String, BTreeMap<String, String>>::new();
        for form in every_form() {
            let form = form.to_string();
            let (game, agreement) = form.split_once(':').unwrap_or((&form, ""));
            let kinds = agreed.entry(game.to_owned()).or_default();
            for one in agreement.split(',').filter(|one| !one.is_empty()) {
                let kind = one.split_once('=').map_or(one, |(kind, _)| kind);
                let known = kinds.entry(kind.to_owned()).or_default();
                if one.len() > known.len() {
                    *known = one.to_owned();
                }
            }
        }
        for (game, kinds) in agreed {
            let kinds: Vec<String> = kinds.into_values().collect();
            let name = if kinds.is_empty() { game } else { format!("{game}:{}", kinds.join(",")) };
            let game: Game = name.parse().expect("it is a game");
            let id = notation::position_id(game, &game.start());
            assert_eq!(length(&text::<128>(&id)), id.len(), "{id}");
        }
        let mut random = Random::new(2);
        for game in [Game::Backgammon, Game::PLAKOTO, Game::FEVGA] {
            for position in random_game(game, &mut random).into_iter().step_by(7) {
                for number in 1..=6 {
                    let dice = Dice::new(number, number).expect("it is a roll");
                    let mut plays = sheshbesh_movegen::Plays::new(game);
                    let results = plays.generate(&position, dice).to_vec();
                    for play in notation::write_all(game, &position, dice, &results) {
                        let play = play.expect("it is a play of that roll");
                        assert_eq!(length(&text::<64>(&play)), play.len(), "{play}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_can_be_done_with_a_cube_has_room() {
        let engine = Engine::new(sheshbesh_weights::shipped(), Settings::default(), 1);
        let engine = engine.expect("there are threads");
        let mut random = Random::new(3);
        for position in random_game(Game::Backgammon, &mut random) {
            if Game::Backgammon.end(&position, None).is_some() {
                continue;
            }
            let situation = Situation::new(position, Game::Backgammon);
            let decision = engine.cube_decision(&situation, Depth::ONE, &Stop::never());
            let words = decision.expect("the stakes make sense").words().to_owned();
            assert_eq!(length(&text::<64>(&words)), words.len(), "{words}");
        }
    }
}
