//! Notes on the limitations of a verdict.

use sheshbesh_movegen::{BySide, Game, Scoring, Situation};

/// Returns notes on the limitations of verdicts on a situation. `network` names the network and
/// `learned` is the game it was trained on. Each note is a sentence without its full stop.
///
/// ```
/// use sheshbesh_analysis::notes::notes;
/// use sheshbesh_movegen::{Game, Situation};
/// let of = |game: Game| notes("shesh", Game::Backgammon, &Situation::new(game.start(), game));
/// assert!(of(Game::Backgammon).is_empty());
/// assert_eq!(of(Game::Irish), ["shesh was trained for backgammon, so its evaluation of irish is approximate"]);
/// assert_eq!(of(Game::EARLY).len(), 2);
/// ```
pub fn notes(network: &str, learned: Game, situation: &Situation) -> Vec<String> {
    let game = situation.game;
    [
        other_game(network, learned, game),
        situation.scoring.and_then(|scoring| untold(scoring, game)),
        last_roll(situation),
        match_equities(situation),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Notes that the network was trained on another game.
pub fn other_game(network: &str, learned: Game, game: Game) -> Option<String> {
    (game != learned).then(|| {
        format!("{network} was trained for {learned}, so its evaluation of {game} is approximate")
    })
}

/// Notes that a solved game is looked up in a tablebase, without a network.
pub fn looked_up(game: Game) -> String {
    format!("{game} is solved and looked up in a table")
}

/// Notes that the outcomes of the game do not determine the points of a scoring scale.
pub fn untold(scoring: Scoring, game: Game) -> Option<String> {
    if scoring.is_determined_in(game) {
        return None;
    }
    let nearest = scoring.nearest(game);
    let by = if nearest == scoring {
        "evaluated as if they did".to_owned()
    } else {
        format!("evaluated by {nearest}")
    };
    Some(format!("wins, gammons and backgammons of {game} do not determine {scoring}: {by}"))
}

/// Notes that the game's scoring depends on the last roll, which verdicts and rollouts ignore, and
/// that backgammon's gammons are evaluated in place of the game's own.
fn last_roll(situation: &Situation) -> Option<String> {
    let game = situation.game;
    let counts = matches!(game, Game::Early(_)) && situation.scoring.is_none();
    counts.then(|| {
        format!(
            "the points of {game} for winning with a double or against a loser who is not home are \
             ignored: backgammon's gammons count instead"
        )
    })
}

/// Notes that match winning chances come from match equities for play with a cube. With both
/// players one point away the cube is irrelevant, and there is no note.
fn match_equities(situation: &Situation) -> Option<String> {
    let away = situation.away()?;
    scores(situation.game).filter(|_| away != BySide { on_roll: 1, opponent: 1 })
}

/// The same note for all scores of a game.
pub fn scores(game: Game) -> Option<String> {
    (!game.has_cube())
        .then(|| format!("scores of {game} are evaluated with match equities for play with a cube"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheshbesh_movegen::Stakes;

    #[test]
    fn each_note_is_said_where_it_is_true() {
        let of = |situation: Situation| notes("net", situation.game, &situation);
        let early = Situation::new(Game::EARLY.start(), Game::EARLY);
        let [note] = &of(early)[..] else { panic!("one note") };
        assert!(
            note.contains("winning with a double or against a loser who is not home are ignored"),
            "{note}"
        );
        // An agreed scoring scale does not depend on rolls.
        let agreed = |scoring| of(Situation { scoring: Some(scoring), ..early });
        assert!(agreed(Scoring::Single).is_empty());
        assert_eq!(
            agreed(Scoring::OynMars),
            [
                "wins, gammons and backgammons of early do not determine oyn-mars: evaluated as if they did"
            ]
        );
        assert!(
            agreed(Scoring::Nardi4)[0].ends_with("do not determine nardi4: evaluated by oyn-mars")
        );
        for game in Game::ALL {
            let stakes = Stakes::Match { length: 5, crawford: false };
            let table = Situation { stakes, ..Situation::new(game.start(), game) };
            let told =
                of(table).iter().any(|note| note.contains("match equities for play with a cube"));
            assert_eq!(told, !game.has_cube(), "{game}");
            let last = Situation { score: BySide { on_roll: 4, opponent: 4 }, ..table };
            assert!(!of(last).iter().any(|note| note.contains("match equities")), "{game}");
        }
    }
}
