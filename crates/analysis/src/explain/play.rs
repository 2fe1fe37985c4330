//! Compares two plays and explains the difference.

use super::{
    board::board_facts,
    close::{CLOSE, opposite_signs},
    contexts::in_contexts,
    document::{AtDepth, ExplainedPlay, Explanation},
    error::ExplainError,
    hits::Hits,
    outcomes::OutcomeSplit,
    rolls::RollSplit,
    words::sentences,
};
use sheshbesh_evaluator::{Depth, Evaluator, RankedPlay, RollAnswered, Stopped};
use sheshbesh_movegen::{Dice, Game, Position, Side, Situation, notation};

/// Selects the two plays to compare, as resulting positions: two named plays, one named play and
/// the best other, or the two best plays if none is named. Returns `None` if there is no other
/// play.
pub fn compared(ranked: &[RankedPlay], named: &[Position]) -> Option<[Position; 2]> {
    let mut others =
        ranked.iter().map(|play| play.position).filter(|result| !named.contains(result));
    match *named {
        [] => Some([others.next()?, others.next()?]),
        [one] => Some([others.next()?, one]),
        [one, other, ..] => Some([one, other]),
    }
}

/// True if the opponent rolls after a play: the game goes on, no numbers are left, and the player
/// has no other roll.
fn opponent_rolls(game: Game, result: &Position) -> bool {
    let state = result.turn_state();
    game.end(result, None).is_none() && state.stage.is_none() && state.moves == Side::OnRoll
}

/// Explains why one of two plays is better. The plays are given as resulting positions from the
/// opponent's view, and both are searched to `depth`. Sets the evaluator's stakes to those of the
/// situation, as [`Evaluator::set_stakes`] does.
///
/// ```
/// use sheshbesh_analysis::explain::explain;
/// use sheshbesh_evaluator::{Depth, Evaluator, Settings};
/// use sheshbesh_movegen::{Dice, Game, Situation, notation};
/// let mut evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
/// let situation = Situation::new(Game::Backgammon.start(), Game::Backgammon);
/// let dice = Dice::new(3, 1).unwrap();
/// let plays = ["24/23 13/10", "8/5 6/5"]
///     .map(|play| notation::parse(Game::Backgammon, &situation.position, dice, play).unwrap());
/// let explained = explain(&mut evaluator, &situation, dice, plays, Depth::TWO)?;
/// assert_eq!(explained.better.play, "8/5 6/5");
/// let rolls = explained.rolls.unwrap();
/// // Without a cube turn, the difference is the sum over the opponent's rolls.
/// assert!((explained.difference - rolls.sum - rolls.rest).abs() < 1e-5);
/// # Ok::<(), sheshbesh_analysis::explain::ExplainError>(())
/// ```
///
/// # Errors
/// If both plays are the same, if one is not a legal play of the roll, if the situation cannot be
/// evaluated, or if the search is stopped.
pub fn explain(
    evaluator: &mut Evaluator,
    situation: &Situation,
    dice: Dice,
    plays: [Position; 2],
    depth: Depth,
) -> Result<Explanation, ExplainError> {
    let Situation { game, position: before, .. } = *situation;
    if plays[0] == plays[1] {
        return Err(ExplainError::SamePlay);
    }
    let texts = notation::write_all(game, &before, dice, &plays);
    let texts: Option<Vec<String>> = texts.into_iter().collect();
    let mut texts = texts.ok_or(ExplainError::NoPlay(dice))?;
    evaluator.set_stakes(situation)?;
    let mut plays = plays;
    let analyzed = evaluator.compare(&before, &plays, depth)?;
    let (mut better, mut other) = (analyzed[0], analyzed[1]);
    if other.equity > better.equity {
        std::mem::swap(&mut better, &mut other);
        plays.reverse();
        texts.reverse();
    }
    let difference = better.equity - other.equity;
    let mut at = |plies: Depth| -> Result<f32, Stopped> {
        if plies == depth {
            return Ok(difference);
        }
        let analyzed = evaluator.compare(&before, &plays, plies)?;
        Ok(analyzed[0].equity - analyzed[1].equity)
    };
    let mut depths = Vec::new();
    for plies in [Depth::ONE, Depth::TWO, Depth::THREE, Depth::THREE.max(depth)] {
        let ply = plies.plies();
        if depths.iter().all(|known: &AtDepth| known.ply != ply) {
            depths.push(AtDepth { ply, difference: at(plies)? });
        }
    }
    let deeper = depth.max(Depth::TWO);
    let there = at(deeper)?;
    // The rolls of three dice do not fit a table of two.
    let is_split = game.dice() == 2 && plays.iter().all(|result| opponent_rolls(game, result));
    let answered = if !is_split {
        None
    } else {
        let replies = Depth::new(deeper.plies() - 1).expect("1-ply is a valid depth");
        let [better, other] = plays;
        Some([evaluator.answers(&better, replies)?, evaluator.answers(&other, replies)?])
    };
    let play = |index: usize, ranked: &RankedPlay| {
        let hits = |answered: &[Vec<RollAnswered>; 2]| Hits::new(&plays[index], &answered[index]);
        let of_hits = answered.as_ref().filter(|_| game.meets_as_backgammon());
        ExplainedPlay {
            play: texts[index].clone(),
            position_id: notation::position_id(game, &plays[index]),
            equity: ranked.equity,
            mwc: situation.away().is_some().then_some(ranked.value),
            hits: of_hits.map(hits),
        }
    };
    let outcomes = OutcomeSplit::new(evaluator.stakes(), &better, &other);
    let contexts = in_contexts(evaluator, situation, depth, |evaluator, at, depth| {
        evaluator.set_stakes(at)?;
        let analyzed = evaluator.compare(&before, &plays, depth)?;
        Ok::<_, ExplainError>(Some(analyzed[0].equity - analyzed[1].equity))
    })?;
    evaluator.set_stakes(situation)?;
    let mut explanation = Explanation {
        better: play(0, &better),
        other: play(1, &other),
        ply: depth.plies(),
        difference,
        close: difference < CLOSE,
        outcomes,
        rolls: answered
            .as_ref()
            .map(|[better, other]| RollSplit::new(deeper.plies(), there, better, other)),
        board: board_facts(game, &before, &plays[0], &plays[1]),
        contexts,
        depths_agree: !opposite_signs(depths.iter().map(|at| at.difference)),
        depths,
        sentences: Vec::new(),
    };
    explanation.sentences = sentences(&explanation);
    Ok(explanation)
}
