//! Skill of an engine that plays games.

use clap::Args;
use sheshbesh_arena::Skill;

/// Skill of the engine.
#[derive(Args)]
pub struct SkillOption {
    /// Strength as a performance rating (PR): 0 is full strength, 2 to 30 errs like
    /// people; or beginner (25), casual (20), intermediate (15), advanced (10),
    /// expert (6), world-class (4)
    #[arg(long = "level", value_name = "PR", default_value_t = Skill::FULL)]
    pub skill: Skill,
}
