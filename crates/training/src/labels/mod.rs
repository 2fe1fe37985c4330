//! Label files: positions of self-play games with their targets, stored so that several networks
//! can learn from them.
//!
//! Making labels takes longer than learning from them. A label folder holds a
//! [recipe](LabelRecipe), the network that plays and evaluates, and shards. A shard depends on
//! recipe, network and shard number alone, so a lost shard can be remade bit for bit, and several
//! machines can fill one folder.

mod error;
mod errors;
mod export;
mod folder;
mod label_set;
mod npy;
mod recipe;
mod shard;

pub use error::LabelError;
pub use errors::{LabelErrors, SiblingErrors};
pub use export::{Format, export};
pub use folder::{LabelFolder, LabelMaker, Shards};
pub use recipe::LabelRecipe;

pub(crate) use label_set::{FolderState, LabelSet};

/// File name of the recipe in a label folder.
const RECIPE: &str = "recipe.toml";
