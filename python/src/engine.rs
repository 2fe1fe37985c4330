//! The engine and its queries.

use crate::{
    arrays::rows,
    errors::{failed, nonsense, refused},
    fork_guard::ForkGuard,
    interrupt::interruptible,
    network::{self, Network},
    positions::Positions,
    unsigned::Unsigned,
};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use sheshbesh_api::{
    Engines, QueryError, dispatch,
    limits::{CACHE_MB, THREADS},
};
use sheshbesh_evaluator::{
    Depth, EvaluationCache, InvalidDepth, Settings,
    bearoff::{Cache, Tables},
};
use sheshbesh_network::Probabilities;
use std::sync::Arc;

/// Probabilities and equities of many positions.
type Judged<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<f32>>);

/// Networks with tables, a cache and their own threads. `sheshbesh.Engine` adds answers as objects.
#[pyclass(frozen, subclass, module = "sheshbesh._native")]
pub(crate) struct Engine {
    engines: Engines,
    process: ForkGuard,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (network = None, name = None, threads = Unsigned(0), cache_megabytes = Unsigned(64), tables = true))]
    fn new(
        py: Python<'_>,
        network: Option<&Bound<'_, Network>>,
        name: Option<&str>,
        threads: Unsigned<usize>,
        cache_megabytes: Unsigned<usize>,
        tables: bool,
    ) -> PyResult<Self> {
        let (Unsigned(threads), Unsigned(cache_megabytes)) = (threads, cache_megabytes);
        let threads = checked_threads(threads)?;
        if !(1..=CACHE_MB as usize).contains(&cache_megabytes) {
            return Err(nonsense(format_args!(
                "cache_megabytes is from 1 to {CACHE_MB}, not {cache_megabytes}"
            )));
        }
        let network = network.map(Bound::get);
        let name = name.or(network.map(|network| &*network.name)).unwrap_or("shesh");
        py.detach(|| {
            let cache = EvaluationCache::new(cache_megabytes);
            // Build cache and tables now, so that no query waits for them.
            cache.make();
            let tables = tables.then(tables_of_user);
            tables.iter().for_each(Tables::make);
            let settings = Settings {
                tables: tables.map(Arc::new),
                cache: Some(Arc::new(cache)),
                cubeful: false,
                ..Settings::default()
            };
            let networks = network::all(network);
            let engines = Engines::new(networks[0], &networks[1..], name, settings, threads);
            Ok(Self { engines: engines.map_err(failed)?, process: ForkGuard::this() })
        })
    }

    /// Number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.engines.engine().threads()
    }

    /// Answers a query in JSON; queries and answers are those of the server.
    fn ask_json(&self, py: Python<'_>, question: &str, request: &str) -> PyResult<String> {
        let engines = self.engines()?;
        interruptible(py, |stop| {
            let watch = &mut |_: &str| !stop.is_due();
            dispatch(engines, question, request.as_bytes(), stop, watch)
                .map_err(|refusal| refused(&refusal, ""))
        })
    }

    /// Answers many requests of one kind of query, in parallel.
    fn ask_all_json(
        &self,
        py: Python<'_>,
        question: &str,
        requests: Vec<String>,
    ) -> PyResult<Vec<String>> {
        let engines = self.engines()?;
        interruptible(py, |stop| {
            let one = |(index, request): (usize, &String)| {
                // Quick queries end without polling the flag.
                if stop.is_due() {
                    return Err((index, QueryError::stopped("the search was stopped")));
                }
                let watch = &mut |_: &str| !stop.is_due();
                dispatch(engines, question, request.as_bytes(), stop, watch)
                    .map_err(|refusal| (index, refusal))
            };
            let requests = requests.par_iter().enumerate();
            let answers: Vec<_> = engines.engine().install(|| requests.map(one).collect());
            let answers: Result<Vec<String>, _> = answers.into_iter().collect();
            answers.map_err(|(index, refusal)| refused(&refusal, &format!("position {index}: ")))
        })
    }

    /// Cubeless probabilities `float32 [N, 5]` and equities `[N]` of positions before the roll.
    fn evaluate_all<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        ply: Unsigned<u32>,
    ) -> PyResult<Judged<'py>> {
        let depth = checked_depth(ply.0)?;
        let engine = self.engines()?.engine();
        let (chances, equities) = interruptible(py, |stop| {
            let all = engine.evaluate_all(positions.game, &positions.list, depth, stop);
            let all = all.map_err(nonsense)?;
            let mut chances = Vec::with_capacity(5 * all.len());
            let mut equities = Vec::with_capacity(all.len());
            for outcomes in all {
                equities.push(outcomes.equity());
                let five = Probabilities::from(outcomes);
                chances.extend([
                    five.win,
                    five.win_gammon,
                    five.win_backgammon,
                    five.lose_gammon,
                    five.lose_backgammon,
                ]);
            }
            Ok((chances, equities))
        })?;
        Ok((rows(py, chances, 5)?, PyArray1::from_vec(py, equities)))
    }
}

impl Engine {
    /// Returns the engines.
    ///
    /// # Errors
    /// `CannotAnswer` in a process forked from the one that created the engine.
    pub(crate) fn engines(&self) -> PyResult<&Engines> {
        self.process.check()?;
        Ok(&self.engines)
    }
}

/// Checks a number of threads; 0 means one per processor.
pub(crate) fn checked_threads(threads: usize) -> PyResult<usize> {
    if threads > usize::from(THREADS) {
        return Err(nonsense(format_args!("threads are at most {THREADS}, not {threads}")));
    }
    Ok(threads)
}

/// Converts a number of plies to a search depth.
pub(crate) fn checked_depth(ply: u32) -> PyResult<Depth> {
    ply.to_string().parse().map_err(|error: InvalidDepth| nonsense(error))
}

/// Tables in the user's cache folder; in memory if the folder is missing or not writable.
pub(crate) fn tables_of_user() -> Tables {
    match Cache::of_user() {
        Some(cache) => Tables::cached(cache, |_| {}),
        None => Tables::in_memory(),
    }
}
