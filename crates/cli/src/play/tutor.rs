//! A tutor at your side: warns before a mistake is final, helps step by step, and counts.

use crate::{
    failure::Failure,
    judging::{Judging, loss},
    options::{Networks, Weights},
};
use clap::Args;
use sheshbesh_analysis::{
    judged::{Decision, Judge, Kind, Preset, Thresholds, judged_as},
    tutor::{Attempts, STEPS, hint, warning},
};
use sheshbesh_movegen::{Action, Decision as ToDecide, Situation, listed};

/// Your number among players, as matches have it: you sit at the bottom.
const YOUR_NUMBER: u8 = 2;

/// Whether a tutor sits at your side, and what it is like.
#[derive(Args)]
pub struct TutorOptions {
    /// Be warned before a mistake is final, helped step by step, and told at the end how you played
    #[arg(long)]
    tutor: bool,
    /// Warn of what loses so much or more: an error (EMG)
    #[arg(long, value_name = "LOSS", requires = "tutor", default_value_t = 0.02, value_parser = loss)]
    tutor_from: f64,
    /// What loses so much or more is a blunder (EMG)
    #[arg(long, value_name = "LOSS", requires = "tutor", default_value_t = 0.08, value_parser = loss)]
    tutor_blunder: f64,
    #[arg(
        long,
        value_name = "NAME",
        requires = "tutor",
        default_value_t,
        value_parser = preset,
        help = format!("How thoroughly the tutor judges: {}", listed(&Preset::PROMPT.map(Preset::name)))
    )]
    tutor_preset: Preset,
}

fn preset(name: &str) -> Result<Preset, String> {
    let preset = name.parse().ok().filter(|preset| Preset::PROMPT.contains(preset));
    preset.ok_or_else(|| format!("there are {}", listed(&Preset::PROMPT.map(Preset::name))))
}

impl TutorOptions {
    /// The tutor, if there is to be one, with the networks that play.
    pub(super) fn tutor(
        &self,
        networks: &Networks,
        weights: &Weights,
        no_tables: bool,
    ) -> Result<Option<Tutor>, Failure> {
        let Self { tutor, tutor_from: error, tutor_blunder: blunder, tutor_preset } = *self;
        if !tutor {
            return Ok(None);
        }
        if error > blunder {
            return Err(Failure::BadInput(format!(
                "an error of {error} loses more than a blunder of {blunder}: give --tutor-blunder \
                 {error} or more"
            )));
        }
        let judge = Judging::of(tutor_preset, no_tables).judge(
            networks.main(),
            &networks.others(),
            &weights.name(),
        );
        let thresholds = Thresholds { error, blunder, ..judge.judges().thresholds };
        let attempts = Attempts::new(YOUR_NUMBER, thresholds);
        Ok(Some(Tutor { judge, attempts, open: Open::default() }))
    }
}

/// Judges what you decide before it is final.
pub(super) struct Tutor {
    judge: Judge,
    attempts: Attempts,
    open: Open,
}

/// The decision that you are at.
#[derive(Default)]
struct Open {
    first: Option<Decision>,
    /// What you have tried last, and been warned of.
    warned: Option<Decision>,
    /// Steps of help that you have seen.
    hints: u8,
    /// There was one before you tried anything.
    helped: bool,
}

impl Tutor {
    /// What is to be known before a game.
    pub(super) fn greeting(&self) -> String {
        let Thresholds { error, .. } = self.attempts.thresholds();
        format!(
            "The tutor warns before you lose {error:.3} or more (preset {}).\n\
             Say hint for help; each time it says more.\n\n",
            self.judge.judges().preset.name()
        )
    }

    /// Judges what you are about to do. Gives a warning, or nothing where it is final.
    pub(super) fn consider(
        &mut self,
        table: &Situation,
        to_decide: ToDecide,
        action: Action,
    ) -> Result<Option<String>, Failure> {
        let Some((kind, event)) = judged_as(to_decide, action) else { return Ok(None) };
        let judged = self.judge.decision(table, kind, Some(&event)).map_err(Failure::failed)?;
        let Some(decision) = judged else {
            self.open = Open::default();
            return Ok(None);
        };
        self.open.first.get_or_insert_with(|| decision.clone());
        let said = warning(&decision, self.attempts.thresholds());
        self.open.warned = Some(decision);
        if said.is_none() {
            self.insist();
        }
        Ok(said)
    }

    /// What you have tried last is final.
    pub(super) fn insist(&mut self) {
        let Open { first, warned, helped, .. } = std::mem::take(&mut self.open);
        if let (Some(first), Some(played)) = (first, warned) {
            self.attempts.take(first, played, helped);
        }
    }

    /// The decision is not made after all: the game is given up.
    pub(super) fn leave(&mut self) {
        self.open = Open::default();
    }

    /// The next step of help; the last one is given again and again.
    pub(super) fn hint(
        &mut self,
        table: &Situation,
        to_decide: ToDecide,
    ) -> Result<String, Failure> {
        let Some(kind) = Kind::of(to_decide) else { return Ok(String::new()) };
        let decision = match &self.open.warned {
            Some(decision) => Some(decision.clone()),
            None => self.judge.decision(table, kind, None).map_err(Failure::failed)?,
        };
        let Some(decision) = decision else {
            return Ok("Turning the cube could change nothing.\n".to_owned());
        };
        let open = &mut self.open;
        open.helped |= open.first.is_none();
        open.hints = (open.hints + 1).min(STEPS);
        hint(&self.judge, table, &decision, open.hints).map_err(Failure::failed)
    }

    /// Says how you have played when a game is over; the next one is counted by itself.
    pub(super) fn game_over(&mut self) -> String {
        let said =
            self.attempts.this_game().map(|game| format!("\nYour decisions:\n{}", game.words()));
        self.attempts.next_game();
        said.unwrap_or_default()
    }

    /// Says how you have played when you leave, or a match is over.
    pub(super) fn goodbye(&self) -> String {
        let all = self.attempts.all();
        let unfinished = self.attempts.this_game().map(|game| {
            format!("\nYour decisions in this game, as far as it went:\n{}", game.words())
        });
        let several = (all.games > 1)
            .then(|| format!("\nYour decisions in {} games:\n{}", all.games, all.words()));
        [unfinished, several].into_iter().flatten().collect()
    }
}
