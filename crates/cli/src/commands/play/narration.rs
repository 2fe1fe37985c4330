//! Prints the events of a game, and the board from the player's view.

use super::{
    game_loop::PlaySession,
    seats::{ENGINE, YOU, ending_of_verb, subject},
};
use crate::{error::CliError, terminal::print};
use sheshbesh_analysis::board::{self, Names};
use sheshbesh_movegen::{
    Action, BySeat, Decision, Ending, Game, GameResult, Position, Session, Situation, Stakes,
};

impl PlaySession {
    /// Prints information before a game.
    pub(super) fn announce(&self) -> Result<(), CliError> {
        if !self.referee.series().is_single() {
            let (number, game) = (self.referee.games() + 1, self.referee.table().game);
            print(&format!("Game {number} is {game}.\n"))?;
        }
        let table = self.referee.table();
        if table.game.has_cube() && matches!(table.stakes, Stakes::Match { crawford: true, .. }) {
            print("This is the Crawford game: doubling is not allowed.\n")?;
        }
        match self.referee.began() {
            Some(first) if self.referee.turns() == 0 => {
                let (who, s) = (subject(first), ending_of_verb(first));
                print(&format!("{who} start{s}, having won the previous game.\n"))
            }
            _ => Ok(()),
        }
    }

    /// Prints an action; `before` is the table before it.
    pub(super) fn tell(
        &self,
        before: &Situation,
        decision: Decision,
        action: Action,
    ) -> Result<(), CliError> {
        let cube = self.referee.table().cube.value();
        match (action, decision.seat()) {
            (Action::OpeningRoll(dice), _) => self.tell_opening(dice, before.cube.value()),
            (Action::Play(result), Some(ENGINE)) => {
                let Decision::Play { dice, .. } = decision else { return Ok(()) };
                let words = board::play_words(before.game, &before.position, dice, &result);
                print(&format!("The engine plays {words}\n\n"))
            }
            (Action::Take, Some(ENGINE)) if matches!(decision, Decision::Double { .. }) => {
                print(&format!("The engine takes: the cube is on {cube}.\n"))
            }
            (Action::Take, Some(ENGINE)) => print(&format!("{}\n", self.cube_words())),
            (Action::Pass, Some(ENGINE)) => print("The engine passes.\n"),
            (Action::Beaver, Some(ENGINE)) => {
                print(&format!("The engine beavers: the cube is on {cube}.\n"))
            }
            (Action::Raccoon, Some(ENGINE)) => {
                print(&format!("The engine raccoons. {}\n", self.cube_words()))
            }
            (Action::Roll(dice), Some(seat)) if self.referee.result().is_some() => {
                let (who, s) = (subject(seat), ending_of_verb(seat));
                print(&format!("{who} roll{s} once more: {dice}.\n"))
            }
            (Action::NextGame, _) => self.announce(),
            _ => Ok(()),
        }
    }

    fn tell_opening(&self, dice: BySeat<u8>, cube_before: u32) -> Result<(), CliError> {
        let (yours, engines) = (dice[YOU], dice[ENGINE]);
        let cube = self.referee.table().cube.value();
        if let Some(first) = self.referee.table().game.begins(dice) {
            let begin = if first == YOU { "You start" } else { "The engine starts" };
            print(&format!("You roll {yours}, the engine {engines}. {begin}.\n\n"))
        } else if cube != cube_before {
            print(&format!("Both roll {yours}: the cube goes to {cube}.\n"))
        } else {
            Ok(())
        }
    }

    pub(super) fn tell_result(&self, result: GameResult) -> Result<(), CliError> {
        let GameResult { winner, points, ending } = result;
        if matches!(ending, Ending::Played(_)) {
            print(&format!("{}\n", self.draw()))?;
        }
        let how = match ending {
            Ending::Passed => "by a pass".to_owned(),
            Ending::Settled | Ending::TurnLimit => "by agreement".to_owned(),
            Ending::Played(win) | Ending::Resigned(win) => format!("a {}", win.name()),
        };
        let plural = if points == 1 { "point" } else { "points" };
        match winner.map(|winner| (subject(winner), ending_of_verb(winner))) {
            Some((who, s)) => print(&format!("{who} win{s} {how}, {points} {plural}.\n"))?,
            None if ending == Ending::TurnLimit => {
                print("The turn limit is reached: the game is drawn.\n")?;
            }
            None => print("The game is drawn.\n")?,
        }
        if !self.referee.has_winner() {
            return Ok(());
        }
        let score = self.referee.score();
        let (yours, engines) = (score[YOU], score[ENGINE]);
        let of = match self.referee.rules().cube.session {
            Session::Match { length, .. } => format!(" in a match to {length}"),
            Session::Money { .. } => String::new(),
        };
        print(&format!("The score is {yours} to {engines}{of}.\n\n"))?;
        match self.referee.to_decide() {
            Decision::MatchOver { winner } => {
                print(&format!("{} win{} the match.\n", subject(winner), ending_of_verb(winner)))
            }
            _ => Ok(()),
        }
    }

    /// Draws the table from the player's view.
    pub(super) fn draw(&self) -> String {
        let table = self.referee.table();
        let position = match table.seat {
            YOU => table.position,
            ENGINE => table.position.swapped(),
        };
        let mut text = draw_for_you(table.game, &position);
        if self.has_cube() {
            let owner = match table.cube.owner().map(|side| table.seat.of(side)) {
                None => "centred",
                Some(YOU) => "yours",
                Some(ENGINE) => "the engine's",
            };
            text.push_str(&format!("The cube is on {}, {owner}.\n", table.cube.value()));
        }
        text
    }

    /// Describes the cube after a beaver.
    fn cube_words(&self) -> String {
        let table = self.referee.table();
        let owner = match table.cube.owner().map(|side| table.seat.of(side)) {
            Some(YOU) => "yours",
            _ => "the engine's",
        };
        format!("The cube is on {}, and {owner}.", table.cube.value())
    }
}

pub(super) fn draw_for_you(game: Game, position: &Position) -> String {
    board::draw(game, position, Names { own: "you", other: "shesh" })
}
