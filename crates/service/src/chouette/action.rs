//! Actions of a chouette, as requested and as performed.

use crate::table::{PerSeat, Step};
use serde::{Deserialize, Serialize};
use sheshbesh_movegen::Win;
use utoipa::ToSchema;

/// An action in a chouette. Dice are not included, since the server rolls them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
#[schema(as = ChouetteAction)]
pub(crate) enum Action {
    /// Opening roll: the box and the captain roll one die each, and the higher one begins.
    Opening,
    /// Rolls the dice, without a double.
    Roll,
    /// Does not double before a roll of another player.
    Hold,
    /// Doubles cubes before a roll.
    Double {
        /// The cubes: indices of the members to whom they belong.
        cubes: Vec<usize>,
    },
    /// Plays the roll. Exactly one of `play` and `position_id` is required.
    Play {
        /// Play in standard notation, such as `8/5 6/5`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        play: Option<String>,
        /// ID of the resulting position, from the opponent's point of view.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        position_id: Option<String>,
    },
    /// Accepts the turned cube.
    Take,
    /// Declines it and loses this game.
    Pass,
    /// Accepts it and redoubles at once, keeping it.
    Beaver,
    /// Redoubles once more in response to a beaver.
    Raccoon,
    /// The box offers the cubes that were passed to the only member who has taken.
    OfferExtras,
    /// The box keeps them.
    KeepExtras,
    /// The member takes the offered cubes over.
    TakeExtras,
    /// The member does not want them.
    RefuseExtras,
    /// Offers to resign all games of the side.
    Resign {
        /// Size of the offered loss.
        win: Win,
    },
    /// Accepts an offered resignation.
    Accept,
    /// Declines it and plays on.
    Refuse,
    /// Starts the next game.
    NextGame,
}

/// A performed action, including the dice.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ChouetteDid)]
pub(crate) struct Event {
    /// Player who acted; absent for the opening roll and the start of the next game. Of several
    /// people who double together, the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) player: Option<usize>,
    /// The action. A play has both notations.
    #[serde(flatten)]
    pub(super) action: Action,
    /// The cube that was answered: index of the member to whom it belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) cube: Option<usize>,
    /// Dice that were rolled or played, such as `31`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) dice: Option<String>,
    /// Dice of the opening roll: of the box (`bottom`) and of the captain (`top`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) opening: Option<PerSeat<u8>>,
    /// Checker moves of the play, in a legal order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) steps: Option<Vec<Step>>,
}
