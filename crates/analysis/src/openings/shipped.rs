//! Rollouts that come with the program.

use super::{InvalidOpenings, OpeningsFile};
use sheshbesh_movegen::Game;

/// Files of `shesh openings roll`, by game, in the order of [`Game::ALL`].
const FILES: &[(Game, &str)] = &[
    (Game::Backgammon, include_str!("../../data/openings/backgammon.jsonl")),
    (Game::Nackgammon, include_str!("../../data/openings/nackgammon.jsonl")),
    (Game::LongGammon, include_str!("../../data/openings/long-gammon.jsonl")),
    (Game::Hypergammon, include_str!("../../data/openings/hypergammon.jsonl")),
    (Game::Snake, include_str!("../../data/openings/snake.jsonl")),
    (Game::PORTES, include_str!("../../data/openings/portes.jsonl")),
    (Game::TAVLA, include_str!("../../data/openings/tavla.jsonl")),
    (Game::OLD_ENGLISH, include_str!("../../data/openings/old-english.jsonl")),
    (Game::Misere, include_str!("../../data/openings/misere.jsonl")),
    (Game::Irish, include_str!("../../data/openings/irish.jsonl")),
    (Game::EARLY, include_str!("../../data/openings/early.jsonl")),
    (Game::PLAKOTO, include_str!("../../data/openings/plakoto.jsonl")),
    (Game::TAPA, include_str!("../../data/openings/tapa.jsonl")),
    (Game::FEVGA, include_str!("../../data/openings/fevga.jsonl")),
    (Game::LONG_NARDI, include_str!("../../data/openings/long-nardi.jsonl")),
    (Game::NARD, include_str!("../../data/openings/nard.jsonl")),
    (Game::GUL_BARA, include_str!("../../data/openings/gul-bara.jsonl")),
    (Game::GYULBAR, include_str!("../../data/openings/gyulbar.jsonl")),
    (Game::CRAZY_GYULBAR, include_str!("../../data/openings/crazy-gyulbar.jsonl")),
    (Game::JACQUET, include_str!("../../data/openings/jacquet.jsonl")),
    (Game::DUTCH, include_str!("../../data/openings/dutch.jsonl")),
    (Game::ACEY_DEUCEY, include_str!("../../data/openings/acey-deucey.jsonl")),
    (Game::RUSSIAN, include_str!("../../data/openings/russian.jsonl")),
    (Game::TABULA, include_str!("../../data/openings/tabula.jsonl")),
    (Game::MATADOR, include_str!("../../data/openings/matador.jsonl")),
    (Game::American, include_str!("../../data/openings/american.jsonl")),
    (Game::CHASE, include_str!("../../data/openings/chase.jsonl")),
    (Game::ICELANDIC, include_str!("../../data/openings/icelandic.jsonl")),
];

impl OpeningsFile {
    /// Games whose rollouts come with the program.
    pub fn shipped_games() -> impl Iterator<Item = Game> {
        FILES.iter().map(|&(game, _)| game)
    }

    /// Rollouts of a game that come with the program; `None` if it is played with options.
    ///
    /// ```
    /// use sheshbesh_analysis::openings::OpeningsFile;
    /// use sheshbesh_movegen::Game;
    /// let file = OpeningsFile::shipped(Game::Backgammon).expect("backgammon has rollouts")?;
    /// let roll = file.openings.iter().find(|opening| opening.question.roll == "31");
    /// assert_eq!(roll.map(|opening| opening.plays[0].play.as_str()), Some("8/5 6/5"));
    /// // Games with options have none.
    /// assert!(OpeningsFile::shipped("tapa:mother=immediate".parse()?).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the file cannot be parsed, which tests rule out.
    pub fn shipped(game: Game) -> Option<Result<Self, InvalidOpenings>> {
        let (_, text) = FILES.iter().find(|&&(of, _)| of == game)?;
        Some(Self::parse(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EngineId;
    use crate::openings::{Opening, OpeningScore, OpeningSettings, Plan};

    #[test]
    fn rollouts_that_ship_are_whole() {
        assert!(OpeningsFile::shipped_games().eq(Game::ALL));
        for game in OpeningsFile::shipped_games() {
            let file = OpeningsFile::shipped(game).unwrap().unwrap();
            assert_eq!(file.header.game, game.to_string());
            let usual = OpeningSettings::default();
            assert_eq!(
                (file.header.settings.difference, file.header.settings.games),
                (usual.difference, usual.games)
            );
            let scores = match game {
                Game::Backgammon => OpeningScore::ALL.to_vec(),
                _ => vec![OpeningScore::Money],
            };
            // A game without a reply would not be whole with them.
            let replies = file.openings.iter().any(|opening| opening.question.after.is_some());
            let plan = Plan { game, scores, replies };
            assert!(plan.begins_with(&file.openings), "{game}");
            assert_eq!(plan.next(&file.openings), None, "{game}");
        }
    }

    #[test]
    fn rollouts_that_ship_are_by_the_networks_that_ship() {
        for game in OpeningsFile::shipped_games() {
            let file = OpeningsFile::shipped(game).unwrap().unwrap();
            let network = sheshbesh_weights::network(game).unwrap();
            let id = EngineId::with_network("shesh", network);
            assert_eq!(file.header.engine.weights_crc32, id.weights_crc32, "{game}");
        }
    }

    /// Plays that published rollouts put first or close to it: those of several programs in the
    /// Backgammon FAQ, question 11 (1995), and those at all scores of a match to 7 points at
    /// <https://www.bkgm.com/rgb/rgb.cgi?view+907>.
    const PUBLISHED: [(&str, &[&str]); 15] = [
        ("21", &["13/11 6/5", "24/23 13/11"]),
        ("31", &["8/5 6/5"]),
        ("41", &["24/23 13/9", "13/9 6/5"]),
        ("51", &["24/23 13/8", "13/8 6/5"]),
        ("61", &["13/7 8/7"]),
        ("32", &["24/21 13/11", "13/11 13/10"]),
        ("42", &["8/4 6/4"]),
        ("52", &["24/22 13/8", "13/11 13/8"]),
        ("62", &["24/18 13/11", "24/16"]),
        ("43", &["24/20 13/10", "24/21 13/9", "13/10 13/9"]),
        ("53", &["8/3 6/3"]),
        ("63", &["24/18 13/10", "24/15"]),
        ("54", &["24/20 13/8", "13/9 13/8"]),
        ("64", &["24/14", "24/18 13/9", "8/2 6/2"]),
        ("65", &["24/13"]),
    ];

    /// The plays of replies within 0.02 of the best, by first roll, first play and roll: Tom Keith's
    /// cubeless rollouts at <https://www.bkgm.com/openings/replyrollouts.html>.
    const PUBLISHED_REPLIES: [(&str, &str, &str, &[&str]); 13] = [
        ("21", "24/23 13/11", "11", &["24/22 6/5(2)", "24/23 6/5(3)"]),
        ("21", "24/23 13/11", "21", &["24/21", "24/23 13/11"]),
        ("21", "24/23 13/11", "52", &["24/22 13/8", "13/11 13/8"]),
        ("21", "24/23 13/11", "54", &["24/20 13/8", "24/15", "13/9 13/8"]),
        ("21", "13/11 6/5", "11", &["24/20*", "8/7(2) 6/5(2)"]),
        ("21", "13/11 6/5", "52", &["24/22 13/8", "13/11 13/8", "13/8 6/4"]),
        ("21", "13/11 6/5", "54", &["24/20* 13/8"]),
        ("31", "8/5 6/5", "11", &["24/22 6/5(2)", "8/7(2) 6/5(2)"]),
        ("31", "8/5 6/5", "52", &["24/22 13/8"]),
        ("31", "8/5 6/5", "54", &["13/9 13/8"]),
        ("32", "24/21 13/11", "11", &["6/4*(2)"]),
        ("32", "24/21 13/11", "52", &["13/8 6/4*"]),
        ("32", "24/21 13/11", "54", &["13/4*"]),
    ];

    #[test]
    fn the_best_replies_are_those_of_published_rollouts() {
        let file = OpeningsFile::shipped(Game::Backgammon).unwrap().unwrap();
        for (first_roll, first_play, roll, published) in PUBLISHED_REPLIES {
            let is_wanted = |opening: &&Opening| {
                let question = &opening.question;
                question.score == OpeningScore::Money
                    && question.roll == roll
                    && question.after.as_ref().is_some_and(|first| {
                        (first.roll.as_str(), first.play.as_str()) == (first_roll, first_play)
                    })
            };
            let opening = file.openings.iter().find(is_wanted).unwrap();
            assert!(published.contains(&opening.plays[0].play.as_str()), "{opening:?}");
        }
    }

    #[test]
    fn the_best_plays_are_those_of_published_rollouts() {
        let file = OpeningsFile::shipped(Game::Backgammon).unwrap().unwrap();
        let money = |opening: &&Opening| {
            opening.question.score == OpeningScore::Money && opening.question.after.is_none()
        };
        for opening in file.openings.iter().filter(money) {
            let roll = opening.question.roll.as_str();
            let (_, published) = PUBLISHED.iter().find(|(of, _)| *of == roll).unwrap();
            assert!(published.contains(&opening.plays[0].play.as_str()), "{opening:?}");
        }
    }
}
