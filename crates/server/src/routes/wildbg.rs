//! Compatibility with the HTTP API of wildbg, so its clients can use this server.
//!
//! A position is given as `p0` to `p25`: positive for the player on roll (`x`), who moves from 24
//! down to 1, and negative for the opponent (`o`). `p25` is the bar of `x`, `p0` that of `o`.
//! `x-away` and `o-away` are the points that each player needs to win the match; 0 means a money
//! game, and is the deerror.

use crate::app::App;
use axum::{
    Router,
    extract::{Query, State},
    http::{StatusCode, Uri, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Serialize;
use sheshbesh_api::{
    limits::MATCH_LENGTH,
    queries::{BestQuery, CubeQuery, SearchOptions},
};
use sheshbesh_evaluator::{Depth, EvaluationLevel, cube::CubeAction};
use sheshbesh_movegen::{
    Answer, BAR, BySide, Dice, Game, OFF, POINTS, Position, Situation, Stakes, notation, quoted,
};
use sheshbesh_network::Probabilities;
use sheshbesh_service::{ApiError, shorten};
use std::{collections::BTreeMap, sync::Arc};

/// wildbg supports one game.
const GAME: Game = Game::Backgammon;
/// wildbg evaluates with its network alone and ranks plays by cubeless equity, as this API does.
const OPTIONS: SearchOptions = SearchOptions {
    level: Some(EvaluationLevel::Search(Depth::ONE)),
    filter: None,
    cubeful: Some(false),
};

pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/move", get(moves)).route("/eval", get(eval))
}

/// All legal plays, best first.
#[derive(Serialize)]
struct Moves {
    moves: Vec<Move>,
}

/// A play as checker moves; empty if no move is possible.
#[derive(Serialize)]
struct Move {
    play: Vec<Step>,
    probabilities: Chances,
}

/// A checker moved by one number of the roll.
#[derive(Serialize)]
struct Step {
    from: u8,
    to: u8,
}

/// Outcome probabilities for the player who moves; gammons include backgammons.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Chances {
    win: f32,
    win_g: f32,
    win_bg: f32,
    lose_g: f32,
    lose_bg: f32,
}

impl From<Probabilities> for Chances {
    fn from(p: Probabilities) -> Self {
        Self {
            win: p.win,
            win_g: p.win_gammon,
            win_bg: p.win_backgammon,
            lose_g: p.lose_gammon,
            lose_bg: p.lose_backgammon,
        }
    }
}

/// Evaluation of a position before the roll.
#[derive(Serialize)]
struct Eval {
    cube: Cube,
    probabilities: Chances,
}

/// Double and take decisions for a centred cube, with their equities.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Cube {
    double: bool,
    accept: bool,
    equity_cubeless: f32,
    equity_no_double: f32,
    equity_double_take: f32,
}

/// An error in wildbg's format, `{"message": …}`.
struct WildbgError(StatusCode, String);

impl WildbgError {
    fn bad(message: impl ToString) -> Self {
        Self(StatusCode::BAD_REQUEST, shorten(message.to_string()))
    }
}

impl From<ApiError> for WildbgError {
    fn from(error: ApiError) -> Self {
        let status = StatusCode::from_u16(error.status());
        Self(status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR), error.to_string())
    }
}

impl IntoResponse for WildbgError {
    fn into_response(self) -> Response {
        json(self.0, &BTreeMap::from([("message", self.1)]))
    }
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status, kind, serde_json::to_string(value).expect("it has no keys but strings"))
        .into_response()
}

/// Numeric query parameters by name.
struct QueryNumbers(BTreeMap<String, i32>);

impl QueryNumbers {
    /// Parses a query. Unknown parameters are ignored, as wildbg does.
    fn read(uri: &Uri) -> Result<Self, WildbgError> {
        let query = Query::<Vec<(String, String)>>::try_from_uri(uri);
        let Query(pairs) = query.map_err(|error| WildbgError::bad(error.body_text()))?;
        let mut numbers = BTreeMap::new();
        for (name, value) in pairs {
            let is_point = name.strip_prefix('p').is_some_and(|index| index.parse::<u8>().is_ok());
            if !is_point && !matches!(name.as_str(), "die1" | "die2" | "x-away" | "o-away") {
                continue;
            }
            // A plus sign decodes to a space.
            let number = value.trim().parse().map_err(|_| {
                WildbgError::bad(format_args!(
                    "{name} must be a whole number, not {}.",
                    quoted(&value)
                ))
            })?;
            numbers.insert(name, number);
        }
        Ok(Self(numbers))
    }

    fn get(&self, name: &str) -> i32 {
        self.0.get(name).copied().unwrap_or(0)
    }

    fn dice(&self) -> Result<Dice, WildbgError> {
        let die = |name: &str| {
            let found = self.0.get(name).copied();
            found.ok_or_else(|| WildbgError::bad(format_args!("The parameter {name} is missing.")))
        };
        let dice = [die("die1")?, die("die2")?].map(|die| u8::try_from(die).unwrap_or(0));
        Dice::new(dice[0], dice[1])
            .ok_or_else(|| WildbgError::bad("Dice values must be between 1 and 6."))
    }

    fn position(&self) -> Result<Position, WildbgError> {
        let [mut own, mut other] = [[0u8; 26]; 2];
        for index in OFF..=BAR {
            let checkers = self.get(&format!("p{index}"));
            let count = u8::try_from(checkers.unsigned_abs()).unwrap_or(u8::MAX);
            match (index, checkers) {
                (_, 0) => {}
                (OFF, 1..) => {
                    return Err(WildbgError::bad(
                        "p0 is the bar of the opponent and must be 0 or less.",
                    ));
                }
                (BAR, ..0) => {
                    return Err(WildbgError::bad(
                        "p25 is the bar of the player and must be 0 or more.",
                    ));
                }
                (OFF, _) => other[usize::from(BAR)] = count,
                (_, 1..) => own[usize::from(index)] = count,
                _ => other[usize::from(GAME.view().other(index))] = count,
            }
        }
        for (side, counts) in [('x', &mut own), ('o', &mut other)] {
            let total: u32 =
                counts[1..=usize::from(BAR)].iter().map(|&count| u32::from(count)).sum();
            let off = u32::from(GAME.checkers()).checked_sub(total).ok_or_else(|| {
                let all = GAME.checkers();
                WildbgError::bad(format_args!(
                    "Player {side} has more than {all} checkers on the board."
                ))
            })?;
            counts[usize::from(OFF)] = off as u8;
        }
        GAME.position(&own, &other).map_err(|error| WildbgError::bad(format_args!("{error}.")))
    }

    /// Position, stakes and score of the query.
    fn situation(&self) -> Result<Situation, WildbgError> {
        let situation = Situation::new(self.position()?, GAME);
        let away = BySide { on_roll: self.get("x-away"), opponent: self.get("o-away") };
        if away == BySide::default() {
            return Ok(situation);
        }
        let points = away
            .map(|away| u16::try_from(away).ok().filter(|away| (1..=MATCH_LENGTH).contains(away)));
        let (Some(own), Some(other)) = (points.on_roll, points.opponent) else {
            let message =
                format_args!("x-away and o-away must both be 0, or both from 1 to {MATCH_LENGTH}.")
                    .to_string();
            return Err(WildbgError::bad(message));
        };
        let length = own.max(other);
        let score = BySide { on_roll: length - own, opponent: length - other };
        Ok(Situation { stakes: Stakes::Match { length, crawford: false }, score, ..situation })
    }
}

/// Handles `/move`: legal plays, best first.
async fn moves(State(app): State<Arc<App>>, uri: Uri) -> Result<Response, WildbgError> {
    let numbers = QueryNumbers::read(&uri)?;
    let (dice, situation) = (numbers.dice()?, numbers.situation()?);
    let Situation { position, .. } = situation;
    if GAME.end(&position, None).is_some() {
        return Err(WildbgError::bad("The game is over: there is nothing to play."));
    }
    let ranked = app.pool.run(move |engine, stop| {
        let ranked = BestQuery::new(situation, dice, OPTIONS)?.ranking(engine, stop)?;
        let moves = ranked.into_iter().map(|play| {
            let steps = notation::checker_moves(GAME, &position, dice, &play.position);
            let steps = steps.ok_or_else(|| ApiError::internal("a play cannot be written"))?;
            Ok(Move {
                play: steps.iter().map(|step| Step { from: step.from, to: step.to }).collect(),
                probabilities: play.probabilities.into(),
            })
        });
        moves.collect::<Result<_, ApiError>>()
    });
    Ok(json(StatusCode::OK, &Moves { moves: ranked.await? }))
}

/// Handles `/eval`: evaluation and cube decision.
async fn eval(State(app): State<Arc<App>>, uri: Uri) -> Result<Response, WildbgError> {
    let situation = QueryNumbers::read(&uri)?.situation()?;
    if GAME.end(&situation.position, None).is_some() {
        return Err(WildbgError::bad("The game is over: there is nothing to evaluate."));
    }
    let evaluated = app.pool.run(move |engine, stop| {
        let decision = CubeQuery::new(situation, OPTIONS)?.decision(engine, stop)?;
        let probabilities = Probabilities::from(decision.outcomes);
        let points = |worth| decision.scale.points(worth);
        let doubles = [CubeAction::DoubleTake, CubeAction::DoubleBeaver, CubeAction::DoublePass];
        Ok(Eval {
            cube: Cube {
                double: doubles.contains(&decision.action()),
                accept: decision.response() != Answer::Pass,
                equity_cubeless: probabilities.equity(),
                equity_no_double: points(decision.no_double),
                equity_double_take: points(decision.double_take),
            },
            probabilities: probabilities.into(),
        })
    });
    Ok(json(StatusCode::OK, &evaluated.await?))
}

/// The query's point numbers equal the board's indices.
const _: () = assert!(POINTS + 1 == BAR && OFF == 0);
