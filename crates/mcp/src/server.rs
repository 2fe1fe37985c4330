//! The server: reads requests of the protocol, runs tools on the engine, and writes the answers.

use crate::{match_report::MatchRequest, tool::Tool};
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation,
        ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig,
    },
    service::{RequestContext, ServerInitializeError},
    transport::stdio,
};
use serde_json::{Map, Value, json};
use sheshbesh_api::{Engines, QueryError, dispatch, json as request_json};
use sheshbesh_evaluator::Stop;
use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use tokio::sync::Semaphore;

/// Number of plays that `best_plays` returns by default: an assistant reads all of them.
const PLAYS: u16 = 10;

/// Text for assistants about the server.
const INSTRUCTIONS: &str = "Sheshbesh is a backgammon engine. Ask it instead of estimating: it \
    ranks plays, decides on the cube, evaluates positions and analyzes matches, in backgammon and \
    twenty-seven related games (`game`: portes, plakoto, fevga, long-nardi and others). Positions \
    are GNU Backgammon IDs or XGIDs from the view of the player on roll; equities are points per \
    game, and at a match score they are normalized.";

/// Server of the Model Context Protocol. Clones share the engine.
#[derive(Clone, Debug)]
pub struct Server {
    engines: Engines,
    time_limit: Duration,
    /// Tools use all threads of the engine, so one runs at a time.
    turn: Arc<Semaphore>,
}

/// Reason why a server ended.
#[derive(Debug)]
pub enum ServeError {
    /// The threads of the protocol could not be started, or failed.
    Io(io::Error),
    /// The client did not follow the protocol when it connected.
    Connection(String),
}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Io(error) => write!(f, "cannot run the server: {error}"),
            Self::Connection(reason) => write!(f, "the client cannot be served: {reason}"),
        }
    }
}

impl std::error::Error for ServeError {}

impl Server {
    /// Creates a server. A tool that takes longer than `time_limit` is stopped, with an error.
    #[must_use]
    pub fn new(engines: Engines, time_limit: Duration) -> Self {
        Self { engines, time_limit, turn: Arc::new(Semaphore::new(1)) }
    }

    /// Serves a client on standard input and output until it closes the input.
    ///
    /// # Errors
    /// When the server cannot start, or the client does not follow the protocol.
    pub fn serve_stdio(self) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .map_err(ServeError::Io)?;
        let served = runtime.block_on(async {
            let running = match self.serve(stdio()).await {
                Ok(running) => running,
                // The client left before it said anything.
                Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
                Err(error) => return Err(ServeError::Connection(error.to_string())),
            };
            let ended = running.waiting().await;
            ended.map(|_| ()).map_err(|error| ServeError::Io(io::Error::other(error)))
        });
        // A read of standard input cannot be cancelled.
        runtime.shutdown_background();
        served
    }

    /// Runs a tool.
    fn run(
        &self,
        tool: Tool,
        arguments: Map<String, Value>,
        stop: &Stop,
    ) -> Result<CallToolResult, QueryError> {
        let mut arguments = arguments;
        if tool == Tool::BestPlays {
            arguments.entry("plays").or_insert_with(|| PLAYS.into());
        }
        let request = Value::Object(arguments).to_string();
        let Some(question) = tool.question() else {
            let request: MatchRequest = request_json::read(request.as_bytes())?;
            let report = request.report(&self.engines, stop)?;
            return Ok(CallToolResult::success(vec![ContentBlock::text(report)]));
        };
        let answer = dispatch(&self.engines, question, request.as_bytes(), stop, &mut |_| true)?;
        // The text has the fields in the order of the API, without indentation.
        let text: String = answer.lines().map(str::trim_start).collect();
        let mut result = CallToolResult::success(vec![ContentBlock::text(text)]);
        result.structured_content = serde_json::from_str(&answer).map_err(QueryError::failed)?;
        Ok(result)
    }
}

/// A failed call, as the assistant reads it: a sentence, with its code if it has one.
fn refusal(error: &QueryError) -> CallToolResult {
    let mut result = CallToolResult::error(vec![ContentBlock::text(error.sentence.clone())]);
    let code = error.message.as_ref().map(|message| &message.code);
    result.structured_content = Some(json!({ "error": error.sentence, "code": code }));
    result
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let server = Implementation::new("sheshbesh", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(server.with_title("Sheshbesh"))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(Tool::ALL.map(Tool::described).into()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = Tool::of_name(&request.name) else {
            let message = format!("unknown tool {}", request.name);
            return Err(ErrorData::invalid_params(message, None));
        };
        let internal = |error: &dyn std::fmt::Display| {
            ErrorData::internal_error(format!("cannot run the tool: {error}"), None)
        };
        let turn =
            Arc::clone(&self.turn).acquire_owned().await.map_err(|error| internal(&error))?;
        let cancelled = Arc::new(AtomicBool::new(context.ct.is_cancelled()));
        let stop = Stop::on(Arc::clone(&cancelled)).or(Stop::at(Instant::now() + self.time_limit));
        let server = self.clone();
        let mut running = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            server.run(tool, request.arguments.unwrap_or_default(), &stop)
        });
        let done = tokio::select! {
            done = &mut running => done,
            () = context.ct.cancelled() => {
                cancelled.store(true, Ordering::Relaxed);
                running.await
            }
        };
        let result = done.map_err(|error| internal(&error))?;
        Ok(result.unwrap_or_else(|error| refusal(&error)).into())
    }
}
