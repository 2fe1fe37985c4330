//! Sentences about a chouette.

use super::session::ChouetteSession;
use sheshbesh_analysis::board::{self, Names};
use sheshbesh_movegen::{
    Action, Chouette, ChouetteAction, ChouetteDecision, Decision, Dice, PairResult, Position, Seat,
    listed,
};

impl ChouetteSession {
    pub(super) fn name(&self, player: usize) -> &str {
        &self.seating.names[player]
    }

    /// Names of the players who hold some cubes.
    pub(super) fn holders(&self, pairs: &[usize]) -> String {
        self.list(pairs.iter().map(|&pair| self.chouette.holder(pair)))
    }

    /// Names of the members of the team to whom some cubes belonged at the start of the game.
    pub(super) fn members(&self, pairs: &[usize]) -> String {
        self.list(pairs.iter().map(|&pair| self.chouette.line()[pair + 1]))
    }

    /// Names of players, each once.
    fn list(&self, players: impl Iterator<Item = usize>) -> String {
        let mut names: Vec<&str> = Vec::new();
        for name in players.map(|player| self.name(player)) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        listed(&names)
    }

    /// Sentences before a game.
    pub(super) fn announcement(&self) -> String {
        let line = self.chouette.line();
        let (boss, captain) = (self.name(line[0]), self.name(line[1]));
        let waiting: Vec<&str> = line[2..].iter().map(|&player| self.name(player)).collect();
        let number = self.chouette.games() + 1;
        format!(
            "Game {number}: {boss} is the box, {captain} the captain, then {}.\n",
            listed(&waiting)
        )
    }

    /// The board from the view of the player on roll, or of the side that answers, with the cubes.
    pub(super) fn drawing(&self) -> String {
        let table = self.chouette.board().table();
        let viewer = match self.chouette.to_decide() {
            ChouetteDecision::Answer { player, .. }
            | ChouetteDecision::TakeExtras { player, .. }
            | ChouetteDecision::OfferExtras { player, .. } => self.side_of(player),
            ChouetteDecision::Resignation { seat, .. } => seat,
            _ => table.seat,
        };
        let position = if viewer == table.seat { table.position } else { table.position.swapped() };
        let [own, other] = [viewer, !viewer].map(|seat| self.name(self.chouette.mover(seat)));
        let mut text = format!("\n{}", board::draw(table.game, &position, Names { own, other }));
        if table.game.has_cube() && table.largest_cube > 0 {
            text.push_str(&self.cubes());
        }
        text.push('\n');
        text
    }

    fn side_of(&self, player: usize) -> Seat {
        if player == self.chouette.box_player() { Chouette::BOX } else { Chouette::TEAM }
    }

    /// The cubes of the game, such as `Cubes: Bob 2 (Bob), Cleo 1 (centred).`
    fn cubes(&self) -> String {
        let cube = |pair: usize| {
            let table = self.chouette.table(pair);
            let owner = match table.cube.owner().map(|side| table.seat.of(side)) {
                None => "centred",
                Some(Chouette::BOX) => "the box's",
                Some(Chouette::TEAM) => "own",
            };
            let member = self.name(self.chouette.line()[pair + 1]);
            let holder = self.name(self.chouette.holder(pair));
            let played = if holder == member { String::new() } else { format!(", with {holder}") };
            format!("{member} {} ({owner}{played})", table.cube.value())
        };
        let cubes: Vec<String> = self.chouette.open_pairs().map(cube).collect();
        match cubes.len() {
            0 => String::new(),
            _ => format!("Cubes: {}.\n", cubes.join(", ")),
        }
    }

    /// Sentences about an action; `before` is the chouette before it.
    pub(super) fn told(
        &self,
        before: &Chouette,
        decision: &ChouetteDecision,
        action: &ChouetteAction,
    ) -> String {
        let mover = |seat| self.name(before.mover(seat));
        match (decision, action) {
            (_, ChouetteAction::Board(Action::OpeningRoll(dice))) => {
                let [boss, captain] = Seat::BOTH.map(mover);
                let rolls = format!("{boss} rolls {}, {captain} {}", dice.bottom, dice.top);
                match self.chouette.board().to_decide().seat() {
                    Some(first) => format!("{rolls}. {} starts.\n", mover(first)),
                    None => format!("{rolls}.\n"),
                }
            }
            (
                ChouetteDecision::Play { player, dice, .. },
                ChouetteAction::Board(Action::Play(result)),
            ) => self.told_play(before, *player, *dice, result),
            (_, ChouetteAction::Board(Action::Resign(win))) => {
                let player = decision.player().map_or("", |player| self.name(player));
                format!("{player} offers to resign a {}.\n", win.name())
            }
            (_, ChouetteAction::Board(Action::Refuse)) => {
                let player = decision.player().map_or("", |player| self.name(player));
                format!("{player} refuses and plays on.\n")
            }
            (ChouetteDecision::Roll { seat, .. }, ChouetteAction::Double(pairs)) => match *seat {
                Chouette::BOX => {
                    let boss = self.name(before.box_player());
                    format!("{boss} doubles {}.\n", self.holders(pairs))
                }
                Chouette::TEAM => format!("Doubled by {}.\n", self.holders(pairs)),
            },
            (
                ChouetteDecision::Answer { player, pair, decision },
                ChouetteAction::Answer(answer),
            ) => self.told_answer(*player, *pair, *decision, *answer, before),
            (
                ChouetteDecision::OfferExtras { player, pairs },
                ChouetteAction::OfferExtras(true),
            ) => {
                format!("{} offers the cubes of {}.\n", self.name(*player), self.members(pairs))
            }
            (ChouetteDecision::TakeExtras { player, pairs }, ChouetteAction::TakeExtras(takes)) => {
                let (name, members) = (self.name(*player), self.members(pairs));
                if *takes {
                    format!("{name} takes over the cubes of {members}.\n")
                } else {
                    format!("{name} does not want the cubes of {members}.\n")
                }
            }
            (_, ChouetteAction::NextGame) => format!("\n{}", self.announcement()),
            _ => String::new(),
        }
    }

    fn told_play(&self, before: &Chouette, player: usize, dice: Dice, result: &Position) -> String {
        let table = before.board().table();
        let name = self.name(player);
        if *result == table.game.passed(&table.position, dice) {
            return format!("{name} rolls {dice} and cannot move.\n");
        }
        let words = board::play_words(table.game, &table.position, dice, result);
        format!("{name} plays {words}\n")
    }

    fn told_answer(
        &self,
        player: usize,
        pair: usize,
        decision: Decision,
        answer: Action,
        before: &Chouette,
    ) -> String {
        let name = self.name(player);
        let holder = self.name(self.chouette.holder(pair));
        let is_box = player == before.box_player();
        let with_holder =
            |word: &str| if is_box { format!(" {word} {holder}") } else { String::new() };
        let (of, against) = (with_holder("of"), with_holder("against"));
        let value = self.chouette.cube(pair).value();
        let turned = match decision {
            Decision::Beaver { .. } => "beaver",
            Decision::Raccoon { .. } => "raccoon",
            _ => "double",
        };
        let mut text = match answer {
            Action::Pass => format!("{name} passes the {turned}{of}.\n"),
            Action::Beaver => format!("{name} beavers{against}: the cube is on {value}.\n"),
            Action::Raccoon => format!("{name} raccoons{against}: the cube is on {value}.\n"),
            _ => format!("{name} takes the {turned}{of}: the cube is on {value}.\n"),
        };
        let captain = self.chouette.captain();
        if captain != before.captain() {
            text.push_str(&format!("{} is the captain now.\n", self.name(captain)));
        }
        text
    }

    /// Results of a game that is over, and the scores.
    pub(super) fn settlement(&self) -> String {
        let boss = self.name(self.chouette.box_player());
        let mut text = String::from("\n");
        for PairResult { member, holder, paid, result } in self.chouette.results() {
            let holder_name = self.name(holder);
            if holder != member {
                let member = self.name(member);
                text.push_str(&format!("{member} pays {holder_name} {paid} for taking over.\n"));
            }
            let points = result.points;
            text.push_str(&match result.winner {
                Some(Chouette::BOX) => format!("{boss} wins {points} from {holder_name}.\n"),
                Some(Chouette::TEAM) => format!("{holder_name} wins {points} from {boss}.\n"),
                None => format!("{boss} and {holder_name} draw.\n"),
            });
        }
        text.push_str(&self.standing());
        text
    }

    /// The scores, the highest first.
    pub(super) fn standing(&self) -> String {
        let scores = self.chouette.scores();
        let mut players: Vec<usize> = (0..scores.len()).collect();
        players.sort_by_key(|&player| -scores[player]);
        let of = |player: usize| format!("{} {:+}", self.name(player), scores[player]);
        let all: Vec<String> = players.into_iter().map(of).collect();
        format!("Scores: {}.\n", all.join(", "))
    }
}
