//! Tutor: warns before a mistake is final, gives hints in steps, and rates the player's decisions.

use crate::{
    args::{AnalyzerSettings, Networks, Weights, parse_loss},
    error::CliError,
};
use clap::Args;
use sheshbesh_analysis::{
    match_analysis::{Decision, DecisionKind, MatchAnalyzer, Preset, Thresholds, kind_and_event},
    tutor::{Attempts, STEPS, hint, warning},
};
use sheshbesh_movegen::{Action, Decision as ToDecide, Situation, either, listed};

/// The player's number in a match record; the player sits at the bottom.
const YOUR_NUMBER: u8 = 2;

/// Tutor options.
#[derive(Args)]
pub struct TutorOptions {
    /// Enable the tutor: warnings before a mistake is final, hints in steps, and ratings at the end
    #[arg(long)]
    tutor: bool,
    /// Minimum loss of an error, which the tutor warns of (EMG)
    #[arg(long, value_name = "LOSS", requires = "tutor", default_value_t = 0.02, value_parser = parse_loss)]
    tutor_from: f64,
    /// Minimum loss of a blunder (EMG)
    #[arg(long, value_name = "LOSS", requires = "tutor", default_value_t = 0.08, value_parser = parse_loss)]
    tutor_blunder: f64,
    #[arg(
        long,
        value_name = "NAME",
        requires = "tutor",
        default_value_t,
        value_parser = parse_preset,
        help = format!("Analysis depth of the tutor: {}", either(&Preset::PROMPT.map(Preset::name)))
    )]
    tutor_preset: Preset,
}

fn parse_preset(name: &str) -> Result<Preset, String> {
    let preset = name.parse().ok().filter(|preset| Preset::PROMPT.contains(preset));
    preset.ok_or_else(|| format!("presets are {}", listed(&Preset::PROMPT.map(Preset::name))))
}

impl TutorOptions {
    /// Creates the tutor, if enabled, with the networks that play.
    pub(super) fn build(
        &self,
        networks: &Networks,
        weights: &Weights,
        no_tables: bool,
    ) -> Result<Option<Tutor>, CliError> {
        let Self { tutor, tutor_from: error, tutor_blunder: blunder, tutor_preset } = *self;
        if !tutor {
            return Ok(None);
        }
        if error > blunder {
            return Err(CliError::BadInput(format!(
                "the loss of an error, {error}, exceeds that of a blunder, {blunder}: set \
                 --tutor-blunder to {error} or more"
            )));
        }
        let analyzer = AnalyzerSettings::new(tutor_preset, no_tables).build(
            networks.main(),
            &networks.others(),
            &weights.name(),
        );
        let thresholds = Thresholds { error, blunder, ..analyzer.settings().thresholds };
        let attempts = Attempts::new(YOUR_NUMBER, thresholds);
        Ok(Some(Tutor { analyzer, attempts, open: Open::default() }))
    }
}

/// Evaluates the player's decisions before they are final.
pub(super) struct Tutor {
    analyzer: MatchAnalyzer,
    attempts: Attempts,
    open: Open,
}

/// The player's current decision.
#[derive(Default)]
struct Open {
    first: Option<Decision>,
    /// The last attempt, with a warning.
    warned: Option<Decision>,
    /// Number of hints shown.
    hints: u8,
    /// True if a hint was shown before the first attempt.
    helped: bool,
}

impl Tutor {
    /// Text before the first game.
    pub(super) fn greeting(&self) -> String {
        let Thresholds { error, .. } = self.attempts.thresholds();
        format!(
            "The tutor warns before you lose {error:.3} or more (preset {}).\n\
             Type hint for help; each hint shows more.\n\n",
            self.analyzer.settings().preset.name()
        )
    }

    /// Evaluates an attempted action. Returns a warning, or `None` if the action is final.
    pub(super) fn consider(
        &mut self,
        table: &Situation,
        to_decide: ToDecide,
        action: Action,
    ) -> Result<Option<String>, CliError> {
        let Some((kind, event)) = kind_and_event(to_decide, action) else { return Ok(None) };
        let decision =
            self.analyzer.decision(table, kind, Some(&event)).map_err(CliError::failed)?;
        let Some(decision) = decision else {
            self.open = Open::default();
            return Ok(None);
        };
        self.open.first.get_or_insert_with(|| decision.clone());
        let text = warning(&decision, self.attempts.thresholds());
        self.open.warned = Some(decision);
        if text.is_none() {
            self.finalize();
        }
        Ok(text)
    }

    /// Makes the last attempt final.
    pub(super) fn finalize(&mut self) {
        let Open { first, warned, helped, .. } = std::mem::take(&mut self.open);
        if let (Some(first), Some(played)) = (first, warned) {
            self.attempts.take(first, played, helped);
        }
    }

    /// Discards the current decision, since the game was resigned.
    pub(super) fn discard(&mut self) {
        self.open = Open::default();
    }

    /// Returns the next hint; repeats the last one when there are no more.
    pub(super) fn hint(
        &mut self,
        table: &Situation,
        to_decide: ToDecide,
    ) -> Result<String, CliError> {
        let Some(kind) = DecisionKind::of(to_decide) else { return Ok(String::new()) };
        let decision = match &self.open.warned {
            Some(decision) => Some(decision.clone()),
            None => self.analyzer.decision(table, kind, None).map_err(CliError::failed)?,
        };
        let Some(decision) = decision else {
            return Ok("Turning the cube would change nothing.\n".to_owned());
        };
        let open = &mut self.open;
        open.helped |= open.first.is_none();
        open.hints = (open.hints + 1).min(STEPS);
        hint(&self.analyzer, table, &decision, open.hints).map_err(CliError::failed)
    }

    /// Returns the ratings of a finished game, and starts a new count.
    pub(super) fn game_over(&mut self) -> String {
        let text =
            self.attempts.this_game().map(|game| format!("\nYour decisions:\n{}", game.words()));
        self.attempts.next_game();
        text.unwrap_or_default()
    }

    /// Returns the ratings at the end of the session: of an unfinished game, and of several games.
    pub(super) fn goodbye(&self) -> String {
        let all = self.attempts.all();
        let unfinished = self
            .attempts
            .this_game()
            .map(|game| format!("\nYour decisions in this unfinished game:\n{}", game.words()));
        let several = (all.games > 1)
            .then(|| format!("\nYour decisions in {} games:\n{}", all.games, all.words()));
        [unfinished, several].into_iter().flatten().collect()
    }
}
