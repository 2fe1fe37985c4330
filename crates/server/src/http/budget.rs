//! Memory budget: bytes held for clients, summed over all connections.
//!
//! The budget counts request bodies, the data parsed from them, responses until they are sent or
//! their connection ends, and job results until they are dropped. Requests beyond the budget get
//! status 503.

use super::answer::respond;
use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use hyper::body::{Frame, SizeHint};
use sheshbesh_service::{ApiError, HttpError};
use std::{
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
    thread,
    time::{Duration, Instant},
};
use tokio::{
    sync::{Mutex, OwnedSemaphorePermit, Semaphore},
    time::{sleep, timeout},
};

/// Bodies and responses up to this size, in bytes, are never refused, so short requests succeed
/// while large responses fill the budget. All connections together hold at most 16 MB of them.
const ALWAYS_ACCEPTED: usize = 16 << 10;
/// Maximum time that work waits for its turn.
const TURN_TIMEOUT: Duration = Duration::from_secs(60);
/// Maximum time that work waits for memory once it has its turn.
const MEMORY_TIMEOUT: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);
/// Work that needs more than this, in bytes, waits for memory one at a time, so smaller work can
/// pass it.
const LARGE_WORK: usize = 16 << 20;

/// Memory budget of a server. Clones share the same counter.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Arc<Counter>);

#[derive(Debug)]
struct Counter {
    total: usize,
    /// Maximum of held bytes: the total, or less for a part of the budget.
    limit: usize,
    held: AtomicUsize,
    /// Limits the number of concurrent tasks, in order of arrival. Waiting tasks hold only their
    /// bodies, which leaves room for other bodies.
    turns: Arc<Semaphore>,
    /// Queue of large work that waits for memory, in order of arrival.
    large: Mutex<()>,
}

/// Memory budgets of a server.
#[derive(Clone, Debug)]
pub(crate) struct Budgets {
    /// Budget for request bodies, responses and job results.
    pub(crate) all: Budget,
    /// Share of the budget for request bodies. The rest stays free for responding to accepted
    /// requests.
    pub(crate) bodies: Budget,
}

impl Budget {
    /// Creates a budget of `total` bytes.
    pub(crate) fn new(total: usize) -> Self {
        Self::limited(total, total)
    }

    /// Creates a separately counted part of the budget, of `limit` bytes.
    pub(crate) fn part(&self, limit: usize) -> Self {
        Self::limited(self.total(), limit.min(self.total()))
    }

    fn limited(total: usize, limit: usize) -> Self {
        let processors = thread::available_parallelism().map_or(1, usize::from);
        Self(Arc::new(Counter {
            total,
            limit,
            held: AtomicUsize::new(0),
            turns: Arc::new(Semaphore::new(processors.max(2))),
            large: Mutex::new(()),
        }))
    }

    /// Total size in bytes.
    pub(crate) fn total(&self) -> usize {
        self.0.total
    }

    /// Bytes currently held.
    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        self.0.held.load(Ordering::Relaxed)
    }

    /// Creates an empty claim, which can grow.
    pub(crate) fn empty_claim(&self) -> Claim {
        Claim { budget: self.clone(), bytes: 0 }
    }

    /// Claims bytes.
    ///
    /// # Errors
    /// If they do not fit.
    pub(crate) fn claim(&self, bytes: usize) -> Result<Claim, ApiError> {
        let mut claim = self.empty_claim();
        claim.resize(bytes)?;
        Ok(claim)
    }

    /// Claims memory for work on data that is already counted as `held` bytes, and waits for a
    /// turn. The turn ends when the permit is dropped. `need` is an estimate, so work that has the
    /// budget to itself is never refused because of it.
    ///
    /// # Errors
    /// If no turn comes in time, or if other claims do not leave room in time.
    pub(crate) async fn claim_for_work(
        &self,
        need: usize,
        held: usize,
    ) -> Result<(Claim, OwnedSemaphorePermit), ApiError> {
        let need = self.cap_need(need, held);
        let turn = timeout(TURN_TIMEOUT, async {
            let large = if need > LARGE_WORK { Some(self.0.large.lock().await) } else { None };
            (large, Arc::clone(&self.0.turns).acquire_owned().await)
        });
        let (_large, turn) = turn.await.map_err(|_| ApiError::busy(HttpError::FilesWaiting, 5))?;
        let turn = turn.map_err(ApiError::internal)?;
        let deadline = Instant::now() + MEMORY_TIMEOUT;
        loop {
            match self.claim(need) {
                Err(_) if Instant::now() < deadline => sleep(PAUSE).await,
                claimed => return Ok((claimed?, turn)),
            }
        }
    }

    /// Limits the need of work to the part of the budget that its request does not hold.
    fn cap_need(&self, need: usize, held: usize) -> usize {
        need.min(self.total().saturating_sub(held))
    }

    /// Builds the error for a claim that does not fit.
    fn exhausted_error(&self, bytes: usize) -> ApiError {
        let total = self.total();
        if bytes > total {
            return ApiError::unavailable(HttpError::TooMuchMemory(total));
        }
        ApiError::busy(HttpError::MemoryInUse(total), 5)
    }

    /// Counts a response until it is sent, or replaces it with status 503 if it does not fit.
    fn count(&self, response: Response) -> Response {
        if response.extensions().get::<Counted>().is_some() {
            return response;
        }
        let claim = match response.body().size_hint().exact() {
            // Events come one at a time and are small, so they are counted but never refused.
            None => None,
            Some(size) => {
                let mut claim = self.empty_claim();
                if let Err(error) = claim.receive(usize::try_from(size).unwrap_or(usize::MAX)) {
                    return respond(error);
                }
                Some(claim)
            }
        };
        let budget = self.clone();
        response.map(|body| Body::new(CountedBody { body, claim, budget }))
    }

    /// Claims a few bytes even if the budget is exhausted.
    fn force_claim(&self, bytes: usize) -> Claim {
        self.0.held.fetch_add(bytes, Ordering::Relaxed);
        Claim { budget: self.clone(), bytes }
    }
}

/// Claimed bytes of a budget, released on drop.
#[derive(Debug)]
pub(crate) struct Claim {
    budget: Budget,
    bytes: usize,
}

impl Claim {
    /// Resizes the claim.
    ///
    /// # Errors
    /// If the additional bytes do not fit; the claim stays unchanged.
    pub(crate) fn resize(&mut self, bytes: usize) -> Result<(), ApiError> {
        let Counter { limit, held, .. } = &*self.budget.0;
        if bytes <= self.bytes {
            held.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        } else {
            let more = bytes - self.bytes;
            let fits = |held: usize| held.checked_add(more).filter(|sum| *sum <= *limit);
            held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
                .map_err(|_| self.budget.exhausted_error(bytes))?;
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Grows a claim for work, limited like [`Budget::claim_for_work`].
    ///
    /// # Errors
    /// If other claims do not leave room.
    pub(crate) fn grow_for_work(&mut self, need: usize, held: usize) -> Result<(), ApiError> {
        let need = self.budget.cap_need(need, held);
        self.resize(need.max(self.bytes))
    }

    /// Like [`Claim::resize`], for a body of which `bytes` bytes have arrived; small bodies are
    /// never refused.
    ///
    /// # Errors
    /// If they do not fit.
    pub(crate) fn receive(&mut self, bytes: usize) -> Result<(), ApiError> {
        if bytes > ALWAYS_ACCEPTED || bytes <= self.bytes {
            return self.resize(bytes);
        }
        self.budget.0.held.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        self.bytes = bytes;
        Ok(())
    }

    /// Splits off a part of the claim.
    pub(crate) fn split(&mut self, bytes: usize) -> Self {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        Self { budget: self.budget.clone(), bytes }
    }

    /// Wraps bytes so that the claim lives as long as any slice of them.
    pub(crate) fn hold(self, bytes: impl AsRef<[u8]> + Send + 'static) -> Bytes {
        Bytes::from_owner(Held { bytes, _claim: self })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.budget.0.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// Owner of counted bytes.
struct Held<T> {
    bytes: T,
    _claim: Claim,
}

impl<T: AsRef<[u8]>> AsRef<[u8]> for Held<T> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// A response body whose bytes are counted until they are sent.
struct CountedBody {
    body: Body,
    /// Remaining claim of a body of known length.
    claim: Option<Claim>,
    budget: Budget,
}

impl HttpBody for CountedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        let Self { claim, budget, .. } = &mut *self;
        Poll::Ready(frame.map(|frame| {
            Ok(frame?.map_data(|bytes| {
                let claim = match claim {
                    Some(claim) => claim.split(bytes.len()),
                    None => budget.force_claim(bytes.len()),
                };
                claim.hold(bytes)
            }))
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Extension that marks a response whose bytes are already counted.
#[derive(Clone, Copy)]
struct Counted;

/// A JSON response whose bytes are already counted.
pub(crate) struct CountedJson(pub(crate) Bytes);

impl IntoResponse for CountedJson {
    fn into_response(self) -> Response {
        let kind = [(axum::http::header::CONTENT_TYPE, "application/json")];
        let mut response = (kind, self.0).into_response();
        response.extensions_mut().insert(Counted);
        response
    }
}

/// Middleware that counts responses.
pub(crate) async fn count_response(
    State(budget): State<Budget>,
    request: Request,
    next: Next,
) -> Response {
    budget.count(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::StatusCode;
    use http_body_util::BodyExt;

    #[test]
    fn claims_are_released() {
        let budget = Budget::new(100 << 10);
        let mut first = budget.claim(60 << 10).unwrap();
        assert!(budget.claim(41 << 10).is_err());
        first.resize(50 << 10).unwrap();
        let second = budget.claim(50 << 10).unwrap();
        assert!(first.resize(51 << 10).is_err());
        assert_eq!((first.bytes, budget.held()), (50 << 10, 100 << 10));
        let bytes = second.hold(vec![0; 50 << 10]);
        let part = bytes.slice(..1);
        drop(bytes);
        assert_eq!(budget.held(), 100 << 10);
        drop((part, first));
        assert_eq!(budget.held(), 0);
    }

    #[test]
    fn claim_beyond_total_has_its_own_message() {
        let budget = Budget::new(1 << 20);
        let too_large = budget.claim(2 << 20).unwrap_err().to_string();
        assert!(too_large.contains("more memory than the 1 MB"), "{too_large}");
        let _held = budget.claim(1 << 20).unwrap();
        let in_use = budget.claim(usize::MAX >> 1).unwrap_err().to_string();
        assert!(in_use.contains("more memory"), "{in_use}");
        let in_use = budget.claim(1 << 19).unwrap_err().to_string();
        assert!(in_use.contains("is in use: try again"), "{in_use}");
    }

    #[tokio::test]
    async fn responses_are_counted_until_their_last_byte_is_dropped() {
        let budget = Budget::new(1 << 20);
        let response = budget.count(vec![7_u8; 600 << 10].into_response());
        assert_eq!(budget.held(), 600 << 10);
        let refused = budget.count(vec![7_u8; 600 << 10].into_response());
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        let small = budget.count("short".into_response());
        assert_eq!(small.status(), StatusCode::OK);
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        assert_eq!((bytes.len(), bytes[0]), (600 << 10, 7));
        assert_eq!(budget.held(), (600 << 10) + "short".len());
        drop((bytes, small, refused));
        assert_eq!(budget.held(), 0);
    }
}
