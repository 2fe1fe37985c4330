//! Memory budget: the bytes that are held for clients, counted over all connections.
//!
//! Counted are request bodies, what they are turned into, answers until they are sent or their
//! connection ends, and the results of jobs until they are forgotten. What does not fit is refused
//! with 503.

use crate::fault::Fault;
use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{Request, State},
    http::StatusCode,
    middleware::Next,
    response::{IntoResponse, Response},
};
use hyper::body::{Frame, SizeHint};
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

/// Bodies and answers of up to so many bytes are not refused, so that short questions are answered
/// while large answers fill the budget. The connections hold 16 MB of them at most.
const SMALL: usize = 16 << 10;
/// Time that work waits for its turn.
const LONGEST_QUEUE: Duration = Duration::from_secs(60);
/// Time that work whose turn it is waits for memory.
const PATIENCE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(20);
/// Work that needs more waits for memory one at a time, so that smaller work passes it.
const LARGE_WORK: usize = 16 << 20;

/// The budget of a server; clones share it.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Arc<Counter>);

#[derive(Debug)]
struct Counter {
    total: usize,
    /// What may be held of the total: all of it, or less by a part of it.
    limit: usize,
    held: AtomicUsize,
    /// Work is done by a few at a time, in order: what waits holds its body alone, so others find room
    /// for theirs.
    turns: Arc<Semaphore>,
    /// Large work that waits for memory does so in the order in which it came.
    large: Mutex<()>,
}

impl Budget {
    /// A budget of so many bytes.
    pub(crate) fn new(total: usize) -> Self {
        Self::limited(total, total)
    }

    /// A part of a budget that counts by itself, of so many bytes.
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

    /// Bytes in all.
    pub(crate) fn total(&self) -> usize {
        self.0.total
    }

    /// Bytes that are held now.
    #[cfg(test)]
    pub(crate) fn held(&self) -> usize {
        self.0.held.load(Ordering::Relaxed)
    }

    /// A claim of nothing, to be grown.
    pub(crate) fn nothing(&self) -> Claim {
        Claim { budget: self.clone(), bytes: 0 }
    }

    /// Claims bytes.
    ///
    /// # Errors
    /// When they do not fit.
    pub(crate) fn claim(&self, bytes: usize) -> Result<Claim, Fault> {
        let mut claim = self.nothing();
        claim.resize(bytes)?;
        Ok(claim)
    }

    /// Claims memory for work on something that is held already as `held` bytes, and waits for its turn;
    /// the turn ends with the value. The need is an estimate, so work that has the budget to itself is
    /// never refused for it.
    ///
    /// # Errors
    /// When there is no turn, or other claims do not leave room in time.
    pub(crate) async fn claim_for_work(
        &self,
        need: usize,
        held: usize,
    ) -> Result<(Claim, OwnedSemaphorePermit), Fault> {
        let need = self.at_most(need, held);
        let turn = timeout(LONGEST_QUEUE, async {
            let large = if need > LARGE_WORK { Some(self.0.large.lock().await) } else { None };
            (large, Arc::clone(&self.0.turns).acquire_owned().await)
        });
        let (_large, turn) = turn.await.map_err(|_| {
            Fault::busy("too many files are waiting to be read: ask again in some seconds", 5)
        })?;
        let turn = turn.map_err(Fault::ours)?;
        let late = Instant::now() + PATIENCE;
        loop {
            match self.claim(need) {
                Err(_) if Instant::now() < late => sleep(PAUSE).await,
                claimed => return Ok((claimed?, turn)),
            }
        }
    }

    /// The need of work, or all that is not held by its request where that is less.
    fn at_most(&self, need: usize, held: usize) -> usize {
        need.min(self.total().saturating_sub(held))
    }

    /// A refusal of more bytes.
    fn exhausted(&self, bytes: usize) -> Fault {
        let total = self.total();
        let told = size(total);
        if bytes > total {
            let sentence = format_args!(
                "this needs more memory than the {told} that the server has for requests and \
                 answers: shesh serve --memory sets it"
            );
            return Fault::new(StatusCode::SERVICE_UNAVAILABLE, sentence);
        }
        let sentence = format_args!(
            "the memory for requests and answers, {told}, is in use: ask again in some seconds"
        );
        Fault::busy(sentence, 5)
    }

    /// Counts an answer until it is sent, or answers 503 instead.
    fn counted(&self, response: Response) -> Response {
        if response.extensions().get::<Counted>().is_some() {
            return response;
        }
        let claim = match response.body().size_hint().exact() {
            // Events come one at a time and are small: they are counted, and not refused.
            None => None,
            Some(size) => {
                let mut claim = self.nothing();
                if let Err(fault) = claim.receive(usize::try_from(size).unwrap_or(usize::MAX)) {
                    return fault.into_response();
                }
                Some(claim)
            }
        };
        let budget = self.clone();
        response.map(|body| Body::new(CountedBody { body, claim, budget }))
    }

    /// A claim of few bytes, which is granted even where the budget is used up.
    fn forced(&self, bytes: usize) -> Claim {
        self.0.held.fetch_add(bytes, Ordering::Relaxed);
        Claim { budget: self.clone(), bytes }
    }
}

/// A number of bytes in words.
pub(crate) fn size(bytes: usize) -> String {
    match bytes >> 20 {
        0 => format!("{bytes} bytes"),
        megabytes => format!("{megabytes} MB"),
    }
}

/// Bytes of a budget, which are given back with the value.
#[derive(Debug)]
pub(crate) struct Claim {
    budget: Budget,
    bytes: usize,
}

impl Claim {
    /// Claims another number of bytes.
    ///
    /// # Errors
    /// When more are wanted than fit; the claim stays as it is.
    pub(crate) fn resize(&mut self, bytes: usize) -> Result<(), Fault> {
        let Counter { limit, held, .. } = &*self.budget.0;
        if bytes <= self.bytes {
            held.fetch_sub(self.bytes - bytes, Ordering::Relaxed);
        } else {
            let more = bytes - self.bytes;
            let fits = |held: usize| held.checked_add(more).filter(|sum| *sum <= *limit);
            held.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fits)
                .map_err(|_| self.budget.exhausted(bytes))?;
        }
        self.bytes = bytes;
        Ok(())
    }

    /// Claims more for work, as far as [`Budget::claim_for_work`] does.
    ///
    /// # Errors
    /// When other claims do not leave room.
    pub(crate) fn grow_for_work(&mut self, need: usize, held: usize) -> Result<(), Fault> {
        let need = self.budget.at_most(need, held);
        self.resize(need.max(self.bytes))
    }

    /// As [`Claim::resize`], for a body of which so many bytes have come: small ones are not refused.
    ///
    /// # Errors
    /// When they do not fit.
    pub(crate) fn receive(&mut self, bytes: usize) -> Result<(), Fault> {
        if bytes > SMALL || bytes <= self.bytes {
            return self.resize(bytes);
        }
        self.budget.0.held.fetch_add(bytes - self.bytes, Ordering::Relaxed);
        self.bytes = bytes;
        Ok(())
    }

    /// A part of the claim by itself.
    pub(crate) fn split(&mut self, bytes: usize) -> Self {
        let bytes = bytes.min(self.bytes);
        self.bytes -= bytes;
        Self { budget: self.budget.clone(), bytes }
    }

    /// Bytes that keep the claim for as long as any part of them is held.
    pub(crate) fn hold(self, bytes: impl AsRef<[u8]> + Send + 'static) -> Bytes {
        Bytes::from_owner(Held { bytes, _claim: self })
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.budget.0.held.fetch_sub(self.bytes, Ordering::Relaxed);
    }
}

/// The owner of bytes that are counted.
struct Held<T> {
    bytes: T,
    _claim: Claim,
}

impl<T: AsRef<[u8]>> AsRef<[u8]> for Held<T> {
    fn as_ref(&self) -> &[u8] {
        self.bytes.as_ref()
    }
}

/// A body whose bytes are counted until they are sent.
struct CountedBody {
    body: Body,
    /// What is counted already of a body whose length is known.
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
                    None => budget.forced(bytes.len()),
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

/// Marks an answer whose bytes are counted already.
#[derive(Clone, Copy)]
struct Counted;

/// An answer of JSON whose bytes are counted already.
pub(crate) struct CountedJson(pub(crate) Bytes);

impl IntoResponse for CountedJson {
    fn into_response(self) -> Response {
        let kind = [(axum::http::header::CONTENT_TYPE, "application/json")];
        let mut response = (kind, self.0).into_response();
        response.extensions_mut().insert(Counted);
        response
    }
}

/// Counts what is answered.
pub(crate) async fn counted(
    State(budget): State<Budget>,
    request: Request,
    next: Next,
) -> Response {
    budget.counted(next.run(request).await)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt;

    #[test]
    fn claims_are_given_back() {
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
    fn what_never_fits_is_said_to() {
        let budget = Budget::new(1 << 20);
        let too_large = budget.claim(2 << 20).unwrap_err().to_string();
        assert!(too_large.contains("more memory than the 1 MB"), "{too_large}");
        let _held = budget.claim(1 << 20).unwrap();
        let in_use = budget.claim(usize::MAX >> 1).unwrap_err().to_string();
        assert!(in_use.contains("more memory"), "{in_use}");
        let in_use = budget.claim(1 << 19).unwrap_err().to_string();
        assert!(in_use.contains("is in use: ask again"), "{in_use}");
    }

    #[tokio::test]
    async fn answers_are_counted_until_their_last_byte_is_dropped() {
        let budget = Budget::new(1 << 20);
        let response = budget.counted(vec![7_u8; 600 << 10].into_response());
        assert_eq!(budget.held(), 600 << 10);
        let refused = budget.counted(vec![7_u8; 600 << 10].into_response());
        assert_eq!(refused.status(), StatusCode::SERVICE_UNAVAILABLE);
        let small = budget.counted("short".into_response());
        assert_eq!(small.status(), StatusCode::OK);
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        assert_eq!((bytes.len(), bytes[0]), (600 << 10, 7));
        assert_eq!(budget.held(), (600 << 10) + "short".len());
        drop((bytes, small, refused));
        assert_eq!(budget.held(), 0);
    }
}
