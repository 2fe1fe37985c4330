//! Notes on the limitations of a verdict.

use sheshbesh_movegen::{BySide, Game, Scoring, Situation, codes};

/// A limitation of a verdict, as a sentence without its full stop.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationNote {
    /// The network was trained on another game.
    #[error("{network} was trained for {learned}, so its evaluation of {game} is approximate")]
    OtherGame {
        /// Name of the network.
        network: String,
        /// Game that it learned.
        learned: Game,
        /// Game of the situation.
        game: Game,
    },
    /// A solved game is looked up in a tablebase, without a network.
    #[error("{0} is solved and looked up in a table")]
    LookedUp(Game),
    /// The outcomes of the game do not determine the points of the scoring scale.
    #[error(
        "wins, gammons and backgammons of {game} do not determine {scoring}: evaluated as if they \
         did"
    )]
    Untold {
        /// The scoring scale.
        scoring: Scoring,
        /// The game.
        game: Game,
    },
    /// The same, and a similar scale is used.
    #[error(
        "wins, gammons and backgammons of {game} do not determine {scoring}: evaluated by {nearest}"
    )]
    Nearest {
        /// The scoring scale.
        scoring: Scoring,
        /// The scale used.
        nearest: Scoring,
        /// The game.
        game: Game,
    },
    /// The game's scoring depends on the last roll, which verdicts and rollouts ignore;
    /// backgammon's gammons are evaluated in place of the game's own.
    #[error(
        "the points of {0} for winning with a double or against a loser who is not home are \
         ignored before the bearoff: backgammon's gammons count instead"
    )]
    LastRoll(Game),
    /// Match winning chances come from match equities for play without a cube.
    #[error("scores of {0} are evaluated with match equities for play without a cube")]
    Scores(Game),
}

codes! {
    EvaluationNote {
        Self::OtherGame { network, learned, game } => "note.other-game" { network, learned, game },
        Self::LookedUp(game) => "note.looked-up" { game },
        Self::Untold { scoring, game } => "note.untold" { scoring = scoring.name(), game },
        Self::Nearest { scoring, nearest, game } => "note.nearest" {
            scoring = scoring.name(), nearest = nearest.name(), game,
        },
        Self::LastRoll(game) => "note.last-roll" { game },
        Self::Scores(game) => "note.scores" { game },
    }
}

impl EvaluationNote {
    /// Returns notes on the limitations of verdicts on a situation. `network` names the network and
    /// `learned` is the game it was trained on.
    pub fn list(network: &str, learned: Game, situation: &Situation) -> Vec<Self> {
        let game = situation.game;
        [
            Self::other_game(network, learned, game),
            situation.scoring.and_then(|scoring| Self::untold(scoring, game)),
            Self::last_roll(situation),
            Self::match_equities(situation),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// Note that all scores of a game are evaluated with match equities for play
    /// without a cube, if it has none.
    pub fn scores(game: Game) -> Option<Self> {
        (!game.has_cube()).then_some(Self::Scores(game))
    }

    fn other_game(network: &str, learned: Game, game: Game) -> Option<Self> {
        (game != learned).then(|| Self::OtherGame { network: network.to_owned(), learned, game })
    }

    fn untold(scoring: Scoring, game: Game) -> Option<Self> {
        if scoring.is_determined_in(game) {
            return None;
        }
        let nearest = scoring.nearest(game);
        Some(if nearest == scoring {
            Self::Untold { scoring, game }
        } else {
            Self::Nearest { scoring, nearest, game }
        })
    }

    fn last_roll(situation: &Situation) -> Option<Self> {
        let game = situation.game;
        let counts = matches!(game, Game::Early(_)) && situation.scoring.is_none();
        counts.then_some(Self::LastRoll(game))
    }

    /// With both players one point away the cube is irrelevant, and there is no note.
    fn match_equities(situation: &Situation) -> Option<Self> {
        let away = situation.away()?;
        Self::scores(situation.game).filter(|_| away != BySide { on_roll: 1, opponent: 1 })
    }
}

/// Returns the sentences of [`EvaluationNote::list`].
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
    EvaluationNote::list(network, learned, situation).iter().map(ToString::to_string).collect()
}

/// Notes that the network was trained on another game.
pub fn other_game(network: &str, learned: Game, game: Game) -> Option<String> {
    EvaluationNote::other_game(network, learned, game).map(|note| note.to_string())
}

/// Notes that a solved game is looked up in a tablebase, without a network.
pub fn solved_game(game: Game) -> String {
    EvaluationNote::LookedUp(game).to_string()
}

/// Notes that the outcomes of the game do not determine the points of a scoring scale.
pub fn untold(scoring: Scoring, game: Game) -> Option<String> {
    EvaluationNote::untold(scoring, game).map(|note| note.to_string())
}

/// Notes that all scores of a game are evaluated with match equities for play without a cube, if it
/// has none.
pub fn scores(game: Game) -> Option<String> {
    EvaluationNote::scores(game).map(|note| note.to_string())
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
            let told = of(table)
                .iter()
                .any(|note| note.contains("match equities for play without a cube"));
            assert_eq!(told, !game.has_cube(), "{game}");
            let last = Situation { score: BySide { on_roll: 4, opponent: 4 }, ..table };
            assert!(!of(last).iter().any(|note| note.contains("match equities")), "{game}");
        }
    }
}
