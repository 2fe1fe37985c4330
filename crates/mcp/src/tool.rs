//! The tools: questions of the API under the names that assistants see, and match analysis.

use crate::{match_report::MatchRequest, schema::schema_of};
use rmcp::model::{self, ToolAnnotations};
use serde_json::{Map, Value};
use sheshbesh_api::{
    BestRequest, CubeRequest, EvaluateRequest, ExplainRequest, PlaysRequest, PositionRequest,
};
use std::sync::Arc;

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    BestPlays,
    CubeAction,
    Evaluate,
    Explain,
    LegalPlays,
    ReadPosition,
    AnalyzeMatch,
}

impl Tool {
    pub(crate) const ALL: [Self; 7] = [
        Self::BestPlays,
        Self::CubeAction,
        Self::Evaluate,
        Self::Explain,
        Self::LegalPlays,
        Self::ReadPosition,
        Self::AnalyzeMatch,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::BestPlays => "best_plays",
            Self::CubeAction => "cube_action",
            Self::Evaluate => "evaluate",
            Self::Explain => "explain",
            Self::LegalPlays => "legal_plays",
            Self::ReadPosition => "read_position",
            Self::AnalyzeMatch => "analyze_match",
        }
    }

    pub(crate) fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }

    const fn title(self) -> &'static str {
        match self {
            Self::BestPlays => "Rank the plays of a roll",
            Self::CubeAction => "Decide on the doubling cube",
            Self::Evaluate => "Evaluate a position",
            Self::Explain => "Explain one play against another",
            Self::LegalPlays => "List the legal plays of a roll",
            Self::ReadPosition => "Read a position",
            Self::AnalyzeMatch => "Analyze a match",
        }
    }

    const fn description(self) -> &'static str {
        match self {
            Self::BestPlays => {
                "Ranks the legal plays of a roll, best first, with equities, winning and gammon \
                 probabilities and the loss of each against the best. Positions are GNU Backgammon \
                 position IDs, XGIDs or boards, from the view of the player on roll; `dice` is a \
                 roll such as 31. Returns the ten best plays unless `plays` says otherwise."
            }
            Self::CubeAction => {
                "Decides whether the player on roll doubles and whether the opponent takes, with the \
                 equities of no double, double/take and double/pass, for money or at a match score. \
                 With `explain`, adds the reasons in numbers: market losers, take points, gammon \
                 values. Accepts outcome probabilities (`chances`) instead of a position."
            }
            Self::Evaluate => {
                "Evaluates a position before the roll: equity and the probabilities of wins, gammons \
                 and backgammons of both sides, from the view of the player on roll."
            }
            Self::Explain => {
                "Compares two plays of a roll in sentences with numbers: which rolls, outcomes and \
                 features of the board make the difference. Compares the best two plays unless \
                 `plays` names one or two."
            }
            Self::LegalPlays => {
                "Lists the legal plays of a roll without judging them, as a tree of single moves and \
                 the resulting positions."
            }
            Self::ReadPosition => {
                "Describes a position: checkers on each point, bar and off, pips of both sides, cube \
                 and score, and the same position in every ID that other programs read."
            }
            Self::AnalyzeMatch => {
                "Analyzes a match file, such as .mat, .sgf, .xg or a list of position IDs, decision by \
                 decision: rating, luck and biggest mistakes of both players, as a Markdown report. \
                 Give the contents as `text`, or the path of a file as `file`."
            }
        }
    }

    /// The question of the API that the tool asks; `None` for match analysis.
    pub(crate) const fn question(self) -> Option<&'static str> {
        match self {
            Self::BestPlays => Some("best"),
            Self::CubeAction => Some("cube"),
            Self::Evaluate => Some("evaluate"),
            Self::Explain => Some("explain"),
            Self::LegalPlays => Some("plays"),
            Self::ReadPosition => Some("position"),
            Self::AnalyzeMatch => None,
        }
    }

    /// JSON schema of the arguments.
    fn schema(self) -> Arc<Map<String, Value>> {
        match self {
            Self::BestPlays => schema_of::<BestRequest>(),
            Self::CubeAction => schema_of::<CubeRequest>(),
            Self::Evaluate => schema_of::<EvaluateRequest>(),
            Self::Explain => schema_of::<ExplainRequest>(),
            Self::LegalPlays => schema_of::<PlaysRequest>(),
            Self::ReadPosition => schema_of::<PositionRequest>(),
            Self::AnalyzeMatch => schema_of::<MatchRequest>(),
        }
    }

    /// The tool as the protocol describes it.
    pub(crate) fn described(self) -> model::Tool {
        let hints = ToolAnnotations::with_title(self.title())
            .read_only(true)
            .idempotent(true)
            .open_world(false);
        model::Tool::new(self.name(), self.description(), self.schema())
            .with_title(self.title())
            .with_annotations(hints)
    }
}
