//! What GNU Backgammon thinks of a play: the properties `A` and `LU` of its node. Its verdicts on the
//! cube are match winning chances, which only a match equity table makes equities of: they are left
//! out, and so are rollouts.

use super::{read_hops, tree::Node};
use crate::{
    verdict::{Candidate, Chances, PlayVerdict, Verdict},
    written_play::{Drawn, WrittenPlay},
};
use sheshbesh_movegen::{Dice, Game, Plays, Position, Seat};

/// No more plays are kept of a roll.
const MOST_CANDIDATES: usize = 64;

/// The verdict on a play of a roll on a board, both seen by its player.
pub(super) fn verdict(
    node: &Node<'_>,
    game: Game,
    position: &Position,
    seat: Seat,
    dice: Dice,
) -> Option<Verdict> {
    let luck = node.text("LU").and_then(|luck| luck.trim().parse().ok());
    let luck = luck.filter(|luck: &f64| luck.is_finite());
    let play = plays(node, game, position, seat, dice);
    (luck.is_some() || play.is_some()).then_some(Verdict { cube: None, play, luck })
}

/// The first value of `A` is the place of the play that was made; a play follows in each other one.
fn plays(
    node: &Node<'_>,
    game: Game,
    position: &Position,
    seat: Seat,
    dice: Dice,
) -> Option<PlayVerdict> {
    let mut values = node.values("A");
    let played: usize = values.next()?.trim().parse().ok()?;
    let mut plays = Plays::new(game);
    let legal = plays.generate_or_pass(position, dice);
    let mut candidates = Vec::new();
    let mut made = None;
    for (place, value) in values.take(MOST_CANDIDATES).enumerate() {
        let candidate = candidate(value, seat, |hops| {
            match WrittenPlay::of_hops(hops).draw(game, position, dice, legal) {
                Drawn::Legal(result) => Some(result),
                _ => None,
            }
        });
        if place == played {
            made = candidate.as_ref().map(|candidate| candidate.equity);
        }
        candidates.extend(candidate);
    }
    candidates.sort_by(|a: &Candidate, b| b.equity.total_cmp(&a.equity));
    let best = candidates.first()?.equity;
    Some(PlayVerdict { candidates, error: made.map(|made| best - made) })
}

/// `lpab E ver 3`, five chances, the equity, and the depth: `2C` where the cube counts.
fn candidate(
    value: &str,
    seat: Seat,
    draw: impl Fn(Vec<(u8, u8)>) -> Option<Position>,
) -> Option<Candidate> {
    let words: Vec<&str> = value.split_whitespace().take(11).collect();
    let [play, "E", "ver", _, numbers @ .., depth] = &words[..] else { return None };
    let numbers: Option<Vec<f64>> = numbers.iter().map(|word| word.parse().ok()).collect();
    let numbers = numbers.filter(|numbers| numbers.iter().all(|number| number.is_finite()))?;
    let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, equity] = numbers[..]
    else {
        return None;
    };
    Some(Candidate {
        result: draw(read_hops(seat, play)?)?,
        equity,
        chances: Some(Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }),
        level: format!("{}-ply", depth.trim_end_matches('C')),
    })
}
