//! What readers of a verdict should know of how it was reached.

use sheshbesh_movegen::{BySide, Game, Scoring, Situation};

/// What verdicts on a situation leave out or take from elsewhere, by a network that is called so and
/// learned a game: sentences without their full stop, none where there is nothing to say.
///
/// ```
/// use sheshbesh_analysis::verdicts::notes;
/// use sheshbesh_movegen::{Game, Situation};
/// let of = |game: Game| notes("shesh", Game::Backgammon, &Situation::new(game.start(), game));
/// assert!(of(Game::Backgammon).is_empty());
/// assert_eq!(of(Game::Irish), ["shesh learned backgammon and judges irish by that"]);
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

/// That a network has learned another game.
pub fn other_game(network: &str, learned: Game, game: Game) -> Option<String> {
    (game != learned).then(|| format!("{network} learned {learned} and judges {game} by that"))
}

/// That a game is solved, and looked up instead of asking a network.
pub fn looked_up(game: Game) -> String {
    format!("{game} is looked up in the table of the solved game")
}

/// That outcomes do not tell what is counted.
pub fn untold(scoring: Scoring, game: Game) -> Option<String> {
    if scoring.is_told_by(game) {
        return None;
    }
    let nearest = scoring.nearest(game);
    let by = if nearest == scoring {
        "judged as if they did".to_owned()
    } else {
        format!("judged by {nearest}")
    };
    Some(format!("wins, gammons and backgammons of {game} do not tell {scoring}: {by}"))
}

/// That the last roll counts, which verdicts and rollouts know nothing of, and that another game's gammons
/// are not its own.
fn last_roll(situation: &Situation) -> Option<String> {
    let game = situation.game;
    let counts = matches!(game, Game::Early(_)) && situation.scoring.is_none();
    counts.then(|| {
        format!(
            "what {game} counts for a double that wins, or for a loser who is not home, is left out: backgammon's gammons are judged instead"
        )
    })
}

/// That chances to win a match are those of matches with a cube. With both one point away there is none
/// to turn.
fn match_equities(situation: &Situation) -> Option<String> {
    let away = situation.away()?;
    scores(situation.game).filter(|_| away != BySide { on_roll: 1, opponent: 1 })
}

/// The same of all scores of a game.
pub fn scores(game: Game) -> Option<String> {
    (!game.has_cube())
        .then(|| format!("scores of {game} are judged by match equities of play with a cube"))
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
            note.contains("a double that wins, or for a loser who is not home, is left out"),
            "{note}"
        );
        // A scale that is agreed knows nothing of rolls.
        let agreed = |scoring| of(Situation { scoring: Some(scoring), ..early });
        assert!(agreed(Scoring::Single).is_empty());
        assert_eq!(
            agreed(Scoring::OynMars),
            ["wins, gammons and backgammons of early do not tell oyn-mars: judged as if they did"]
        );
        assert!(agreed(Scoring::Nardi4)[0].ends_with("do not tell nardi4: judged by oyn-mars"));
        for game in Game::ALL {
            let stakes = Stakes::Match { length: 5, crawford: false };
            let table = Situation { stakes, ..Situation::new(game.start(), game) };
            let told =
                of(table).iter().any(|note| note.contains("match equities of play with a cube"));
            assert_eq!(told, !game.has_cube(), "{game}");
            let last = Situation { score: BySide { on_roll: 4, opponent: 4 }, ..table };
            assert!(!of(last).iter().any(|note| note.contains("match equities")), "{game}");
        }
    }
}
