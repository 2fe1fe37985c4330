//! The engine, and questions to it.

use crate::{
    arrays::rows,
    faults::{failed, nonsense, refused},
    interrupt::interruptible,
    natural::Natural,
    network::{self, Network},
    positions::Positions,
    process::Process,
};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;
use sheshbesh_evaluator::{
    Depth, EvaluationCache, InvalidDepth, Settings,
    bearoff::{Cache, Tables},
};
use sheshbesh_network::Probabilities;
use sheshbesh_questions::{Engines, Refusal, ask};
use std::sync::Arc;

/// Most threads that are started.
pub(crate) const MOST_THREADS: usize = 1024;

/// Megabytes that a cache takes at most.
const LARGEST_CACHE: usize = 1 << 16;

/// Chances and equities of many positions.
type Judged<'py> = (Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<f32>>);

/// Networks with all that they judge with, and threads of their own. `sheshbesh.Engine` is it with
/// answers as objects.
#[pyclass(frozen, subclass, module = "sheshbesh._native")]
pub(crate) struct Engine {
    engines: Engines,
    process: Process,
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (network = None, name = None, threads = Natural(0), cache_megabytes = Natural(64), tables = true))]
    fn new(
        py: Python<'_>,
        network: Option<&Bound<'_, Network>>,
        name: Option<&str>,
        threads: Natural<usize>,
        cache_megabytes: Natural<usize>,
        tables: bool,
    ) -> PyResult<Self> {
        let (Natural(threads), Natural(cache_megabytes)) = (threads, cache_megabytes);
        let threads = checked_threads(threads)?;
        if !(1..=LARGEST_CACHE).contains(&cache_megabytes) {
            return Err(nonsense(format_args!(
                "cache_megabytes is from 1 to {LARGEST_CACHE}, not {cache_megabytes}"
            )));
        }
        let network = network.map(Bound::get);
        let name = name.or(network.map(|network| &*network.name)).unwrap_or("shesh");
        py.detach(|| {
            let cache = EvaluationCache::new(cache_megabytes);
            // Nobody who asks waits for what is made once.
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
            Ok(Self { engines: engines.map_err(failed)?, process: Process::this() })
        })
    }

    /// How many threads it has.
    #[getter]
    fn threads(&self) -> usize {
        self.engines.engine().threads()
    }

    /// The answer to a question as JSON, both being those of the server.
    fn ask_json(&self, py: Python<'_>, question: &str, request: &str) -> PyResult<String> {
        let engines = self.engines()?;
        interruptible(py, |stop| {
            let watch = &mut |_: &str| !stop.is_due();
            ask(engines, question, request.as_bytes(), stop, watch)
                .map_err(|refusal| refused(&refusal, ""))
        })
    }

    /// The answers to many requests of one question, shared among the threads.
    fn ask_all_json(
        &self,
        py: Python<'_>,
        question: &str,
        requests: Vec<String>,
    ) -> PyResult<Vec<String>> {
        let engines = self.engines()?;
        interruptible(py, |stop| {
            let one = |(index, request): (usize, &String)| {
                // Quick questions end before they look at it.
                if stop.is_due() {
                    return Err((index, Refusal::stopped("the search was stopped")));
                }
                let watch = &mut |_: &str| !stop.is_due();
                ask(engines, question, request.as_bytes(), stop, watch)
                    .map_err(|refusal| (index, refusal))
            };
            let requests = requests.par_iter().enumerate();
            let answers: Vec<_> = engines.engine().install(|| requests.map(one).collect());
            let answers: Result<Vec<String>, _> = answers.into_iter().collect();
            answers.map_err(|(index, refusal)| refused(&refusal, &format!("position {index}: ")))
        })
    }

    /// Cubeless chances `float32 [N, 5]` and equities `[N]` of positions before the roll.
    fn evaluate_all<'py>(
        &self,
        py: Python<'py>,
        positions: &Positions,
        ply: Natural<u32>,
    ) -> PyResult<Judged<'py>> {
        let depth = depth(ply.0)?;
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
    /// The networks, ready to be asked.
    ///
    /// # Errors
    /// In a child of the process that the engine was made in.
    pub(crate) fn engines(&self) -> PyResult<&Engines> {
        self.process.check()?;
        Ok(&self.engines)
    }
}

/// A number of threads that can be started.
pub(crate) fn checked_threads(threads: usize) -> PyResult<usize> {
    if threads > MOST_THREADS {
        return Err(nonsense(format_args!("threads are at most {MOST_THREADS}, not {threads}")));
    }
    Ok(threads)
}

/// So many plies.
pub(crate) fn depth(ply: u32) -> PyResult<Depth> {
    ply.to_string().parse().map_err(|error: InvalidDepth| nonsense(error))
}

/// The tables of the user's cache folder; where it cannot be written, they are made in memory.
pub(crate) fn tables_of_user() -> Tables {
    match Cache::of_user() {
        Some(cache) => Tables::cached(cache, |_| {}),
        None => Tables::in_memory(),
    }
}
