//! A network as a player of a chouette: the box, the captain or another member of the team.

use crate::{
    decide::decide,
    network_player::{NetworkPlayer, ROUNDING},
    player::{Player, PlayerError, Turn, Visibility},
};
use sheshbesh_movegen::{
    Action, Chouette, ChouetteAction, ChouetteDecision, Phase, Position, Situation, Win,
};

/// A play in a chouette, with its value to a player over all their cubes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChouettePlay {
    /// Resulting position, seen by the opponent.
    pub position: Position,
    /// Points that the player can expect: the sum of the equities of the player's games, each times
    /// its cube.
    pub points: f32,
}

/// A network that decides for a player of a chouette.
///
/// The box plays against several cubes at once, so its best play has the highest sum of equities
/// over the cubes. A member of the team plays for their own cubes. Each cube is doubled and answered
/// by itself, as if its game were the only one.
pub struct ChouettePlayer {
    player: NetworkPlayer,
}

impl From<NetworkPlayer> for ChouettePlayer {
    fn from(player: NetworkPlayer) -> Self {
        Self { player }
    }
}

impl ChouettePlayer {
    /// Evaluates all legal plays of the roll to play for a player and the cubes that they play
    /// with, the best first. Empty without a roll or without cubes.
    ///
    /// A member of the team gets the values to themselves also when somebody else is captain; when
    /// the box has rolled, only the box may be asked.
    ///
    /// # Errors
    /// A player that cannot play.
    pub fn rank(
        &mut self,
        chouette: &Chouette,
        player: usize,
    ) -> Result<Vec<ChouettePlay>, PlayerError> {
        let results = chouette.board().legal_plays();
        let tables = distinct_tables(chouette, player);
        let mut plays: Vec<ChouettePlay> =
            results.iter().map(|&position| ChouettePlay { position, points: 0.0 }).collect();
        for (table, count) in &tables {
            let Phase::Rolled(dice) = table.phase else { return Ok(Vec::new()) };
            let Situation { game, ref position, .. } = *table;
            let turn = Turn { game, position, dice, results, table: Some(table) };
            let weight = (*count * table.cube.value()) as f32;
            for (play, evaluated) in plays.iter_mut().zip(self.player.compare(&turn)?) {
                play.points += weight * evaluated.value;
            }
        }
        if tables.is_empty() {
            return Ok(Vec::new());
        }
        plays.sort_by(|a, b| b.points.total_cmp(&a.points));
        Ok(plays)
    }

    /// Chooses the best play of the roll; see [`ChouettePlayer::rank`].
    fn choose(&mut self, chouette: &Chouette, player: usize) -> Result<Position, PlayerError> {
        let results = chouette.board().legal_plays();
        let tables = distinct_tables(chouette, player);
        if let [only] = results {
            return Ok(*only);
        }
        // If all cubes are alike, search as at any other table, where weak plays are not searched.
        if let [(table, _)] = &tables[..]
            && let Phase::Rolled(dice) = table.phase
        {
            let Situation { game, ref position, .. } = *table;
            let turn = Turn { game, position, dice, results, table: Some(table) };
            return Ok(results[self.player.choose(&turn)?]);
        }
        Ok(self.rank(chouette, player)?.first().map_or(results[0], |best| best.position))
    }

    /// Pairs that a player doubles before the roll, of those that may be doubled. The box decides
    /// for all of them, a member of the team for their own.
    ///
    /// # Errors
    /// A player that cannot play.
    pub fn doubles(
        &mut self,
        chouette: &Chouette,
        player: usize,
    ) -> Result<Vec<usize>, PlayerError> {
        let ChouetteDecision::Roll { may_double, .. } = chouette.to_decide() else {
            return Ok(Vec::new());
        };
        let mut doubled = Vec::new();
        for pair in chouette.pairs_of(player).filter(|pair| may_double.contains(pair)) {
            if self.player.doubles(chouette.table(pair))? {
                doubled.push(pair);
            }
        }
        Ok(doubled)
    }

    /// Decides for the player whose decision is next. Returns `None` if dice or the next game
    /// follow, or before a roll; see [`ChouettePlayer::doubles`].
    ///
    /// # Errors
    /// A player that cannot play.
    pub fn decide(&mut self, chouette: &Chouette) -> Result<Option<ChouetteAction>, PlayerError> {
        Ok(match chouette.to_decide() {
            ChouetteDecision::Opening
            | ChouetteDecision::Roll { .. }
            | ChouetteDecision::NextGame => None,
            ChouetteDecision::Play { player, .. } => {
                Some(ChouetteAction::Board(Action::Play(self.choose(chouette, player)?)))
            }
            ChouetteDecision::Answer { pair, .. } => {
                let referee = chouette.referee(pair);
                let answer = decide(&mut self.player, referee, Visibility::Cube)?;
                answer.map(ChouetteAction::Answer)
            }
            ChouetteDecision::OfferExtras { pairs, .. } => {
                let gain = self.gain_by_playing_on(chouette, &pairs)?;
                Some(ChouetteAction::OfferExtras(gain > 0.0))
            }
            ChouetteDecision::TakeExtras { pairs, .. } => {
                let gain = self.gain_by_playing_on(chouette, &pairs)?;
                Some(ChouetteAction::TakeExtras(gain <= 0.0))
            }
            ChouetteDecision::Resignation { player, offered, .. } => {
                let accepts = self.accepts(chouette, player, offered)?;
                let answer = if accepts { Action::Accept } else { Action::Refuse };
                Some(ChouetteAction::Board(answer))
            }
        })
    }

    /// Points that the box gains if doubles that were passed are played on with the cubes taken.
    fn gain_by_playing_on(
        &mut self,
        chouette: &Chouette,
        pairs: &[usize],
    ) -> Result<f32, PlayerError> {
        let mut gain = 0.0;
        for &pair in pairs {
            let table = chouette.table(pair);
            let decision = self.player.decision(table)?;
            gain += table.cube.value() as f32 * (decision.double_take - decision.double_pass);
        }
        Ok(gain)
    }

    /// True if a resignation costs the resigning side at least what playing on costs, over all cubes
    /// of the player who answers.
    fn accepts(
        &mut self,
        chouette: &Chouette,
        player: usize,
        offered: Win,
    ) -> Result<bool, PlayerError> {
        let (mut resigns, mut plays_on, mut cubes) = (0.0, 0.0, 0.0);
        for (table, count) in distinct_tables(chouette, player) {
            let weight = (count * table.cube.value()) as f32;
            let (lost, value) = self.player.resignation(&table, Visibility::Cube, offered)?;
            resigns += weight * lost;
            plays_on += weight * value;
            cubes += weight;
        }
        Ok(resigns <= plays_on + ROUNDING * cubes)
    }
}

/// The tables of a player's open games that differ, each with the number of games that are alike.
fn distinct_tables(chouette: &Chouette, player: usize) -> Vec<(Situation, u32)> {
    let mut tables: Vec<(Situation, u32)> = Vec::new();
    for pair in chouette.pairs_of(player) {
        let table = chouette.table(pair);
        match tables.iter_mut().find(|(known, _)| known.cube == table.cube) {
            Some((_, count)) => *count += 1,
            None => tables.push((*table, 1)),
        }
    }
    tables
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::network_player::CubePolicy;
    use sheshbesh_evaluator::{Depth, Evaluator, Settings};
    use sheshbesh_movegen::{
        BySeat, ChouetteRules, Consulting, CubeRules, Game, HouseRules, Session, TableRules,
        random::{die, game_rng, roll},
    };

    fn begun(players: usize, jacoby: bool) -> Chouette {
        let session = Session::Money { jacoby, beavers: true, automatic_doubles: 0 };
        let cube = CubeRules { session, largest_cube: 10 };
        let table = TableRules { cube, house_rules: HouseRules::USUAL };
        let rules = ChouetteRules { table, consulting: Consulting::Always, extras: true };
        Chouette::new(Game::Backgammon, rules, players).unwrap()
    }

    fn new_player() -> ChouettePlayer {
        let evaluator = Evaluator::new(sheshbesh_weights::shipped(), Settings::default());
        NetworkPlayer::new(evaluator, Depth::ONE, CubePolicy::Model).into()
    }

    fn on_board(chouette: &mut Chouette, action: Action) {
        chouette.apply(ChouetteAction::Board(action)).unwrap();
    }

    /// With one cube centred and one turned, the box's value is the sum of both games.
    #[test]
    fn the_box_plays_for_the_sum_of_its_cubes() {
        let mut chouette = begun(3, false);
        on_board(&mut chouette, Action::OpeningRoll(BySeat { bottom: 3, top: 1 }));
        let play = chouette.board().legal_plays()[0];
        on_board(&mut chouette, Action::Play(play));
        chouette.apply(ChouetteAction::Double(vec![0])).unwrap();
        chouette.apply(ChouetteAction::Answer(Action::Take)).unwrap();
        on_board(&mut chouette, Action::Roll("52".parse().unwrap()));
        let play = chouette.board().legal_plays()[0];
        on_board(&mut chouette, Action::Play(play));
        on_board(&mut chouette, Action::Roll("61".parse().unwrap()));
        let mut player = new_player();
        let ranked = player.rank(&chouette, 0).unwrap();
        assert_eq!(ranked.len(), chouette.board().legal_plays().len());
        assert!(ranked.windows(2).all(|two| two[0].points >= two[1].points));
        let mut of_pair = |pair: usize, of: &ChouettePlay| {
            let table = chouette.table(pair);
            let Phase::Rolled(dice) = table.phase else { panic!("a roll is to be played") };
            let ranked = player.player.rank(table, Visibility::Cube, dice).unwrap();
            let found = ranked.iter().find(|play| play.position == of.position).unwrap();
            found.value * table.cube.value() as f32
        };
        for play in [&ranked[0], &ranked[ranked.len() - 1]] {
            let sum = of_pair(0, play) + of_pair(1, play);
            assert!((sum - play.points).abs() < 1e-4, "{sum} {}", play.points);
        }
    }

    /// Three engines play games to their end; the points of all always sum to 0.
    #[test]
    fn engines_play_a_chouette() {
        let mut chouette = begun(3, true);
        let (mut player, mut rng) = (new_player(), game_rng(1, 0));
        let mut turn = None;
        while chouette.games() < 2 {
            let action = match chouette.to_decide() {
                ChouetteDecision::Opening => {
                    let (bottom, top) = (die(&mut rng), die(&mut rng));
                    ChouetteAction::Board(Action::OpeningRoll(BySeat { bottom, top }))
                }
                ChouetteDecision::Roll { seat, .. } => {
                    let mut doubled = Vec::new();
                    let now = Some((chouette.games(), chouette.board().turns()));
                    if turn != now {
                        let of = match seat {
                            Chouette::BOX => vec![chouette.box_player()],
                            Chouette::TEAM => chouette.line()[1..].to_vec(),
                        };
                        for one in of {
                            doubled.extend(player.doubles(&chouette, one).unwrap());
                        }
                    }
                    turn = now;
                    if doubled.is_empty() {
                        ChouetteAction::Board(Action::Roll(roll(Game::Backgammon, &mut rng)))
                    } else {
                        ChouetteAction::Double(doubled)
                    }
                }
                ChouetteDecision::NextGame => ChouetteAction::NextGame,
                _ => player.decide(&chouette).unwrap().unwrap(),
            };
            chouette.apply(action).unwrap();
            assert_eq!(chouette.scores().iter().sum::<i64>(), 0);
        }
        assert!(chouette.scores().iter().any(|&points| points != 0));
    }
}
