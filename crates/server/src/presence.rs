//! Clients that are waited for: a connection shared between its stream and what watches it.
//!
//! A client that closes its side of the connection after a request may still read the answer, or may
//! be gone: both look the same until something is written to it. So while an answer is being worked
//! out, such a client is sent `100 Continue` from time to time, which every client of HTTP/1.1 must
//! skip: one that is gone resets the connection, and the work for it stops.

use socket2::SockRef;
use std::{
    future::{pending, poll_fn},
    io::{self, ErrorKind, IoSlice},
    net::Shutdown,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, Interest, ReadBuf},
    net::TcpStream,
    sync::Notify,
    time::sleep,
};

/// Most answers are there by then, and need no probe.
const FIRST_PROBE: Duration = Duration::from_millis(500);
const NEXT_PROBE: Duration = Duration::from_secs(2);
/// A client nearby that is gone has said so by then.
const RESET: Duration = Duration::from_millis(50);
const PROBE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// A connection.
#[derive(Debug)]
struct Line {
    stream: TcpStream,
    /// Something waits to be sent.
    is_full: AtomicBool,
    /// Nothing waits any more.
    emptied: Notify,
}

/// The stream of a connection.
#[derive(Debug)]
pub(crate) struct Stream(Arc<Line>);

/// The other end of a connection, as far as can be known.
#[derive(Clone, Debug)]
pub(crate) struct Client(Arc<Line>);

/// A connection as a stream, and the client at its other end.
pub(crate) fn watched(stream: TcpStream) -> (Stream, Client) {
    let emptied = Notify::new();
    let line = Arc::new(Line { stream, is_full: AtomicBool::new(false), emptied });
    (Stream(Arc::clone(&line)), Client(line))
}

impl Client {
    /// Waits until the client has taken what was written to it before. A client that asks without
    /// reading is not answered further, so its answers take no memory.
    pub(crate) async fn has_room(&self) {
        while self.0.is_full.load(Ordering::Acquire) {
            let emptied = self.0.emptied.notified();
            if self.0.is_full.load(Ordering::Acquire) {
                emptied.await;
            }
        }
    }

    /// Does something unless the client goes before it is done. Nothing may have been answered to its
    /// request yet. `may_probe` says whether the client knows `100 Continue`.
    pub(crate) async fn unless_gone<T>(
        &self,
        may_probe: bool,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let (mut work, mut gone) = (pin!(work), pin!(self.gone(may_probe)));
        poll_fn(|context| match work.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending => gone.as_mut().poll(context).map(|()| None),
        })
        .await
    }

    /// Waits until the client is gone.
    async fn gone(&self, may_probe: bool) {
        let stream = &self.0.stream;
        // Data of the next request may come before the end does.
        loop {
            match stream.ready(Interest::READABLE).await {
                Ok(ready) if ready.is_read_closed() => break,
                Ok(_) => sleep(FIRST_PROBE).await,
                Err(_) => return,
            }
        }
        if !may_probe {
            // It cannot be asked whether it is still there.
            return pending().await;
        }
        let mut pause = FIRST_PROBE;
        loop {
            if self.is_reset().await {
                return;
            }
            sleep(pause).await;
            pause = NEXT_PROBE;
            if self.0.is_full.load(Ordering::Acquire) {
                continue;
            }
            match stream.try_write(PROBE) {
                Ok(written) if written == PROBE.len() => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                _ => return,
            }
            sleep(RESET).await;
        }
    }

    /// Whether the client has refused what was sent to it.
    async fn is_reset(&self) -> bool {
        let both = Interest::READABLE | Interest::WRITABLE;
        self.0.stream.ready(both).await.map_or(true, |ready| ready.is_write_closed())
    }
}

impl Stream {
    /// Does something with the socket as soon as it can be written to.
    fn write<T>(
        &self,
        context: &mut Context<'_>,
        write: impl Fn(&TcpStream) -> io::Result<T>,
    ) -> Poll<io::Result<T>> {
        loop {
            match self.0.stream.poll_write_ready(context) {
                Poll::Ready(ready) => ready?,
                Poll::Pending => {
                    self.0.is_full.store(true, Ordering::Release);
                    return Poll::Pending;
                }
            }
            match write(&self.0.stream) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                written => {
                    if self.0.is_full.swap(false, Ordering::AcqRel) {
                        self.0.emptied.notify_waiters();
                    }
                    return Poll::Ready(written);
                }
            }
        }
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.0.stream.poll_read_ready(context))?;
            match self.0.stream.try_read(buffer.initialize_unfilled()) {
                Ok(count) => {
                    buffer.advance(count);
                    return Poll::Ready(Ok(()));
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                Err(error) => return Poll::Ready(Err(error)),
            }
        }
    }
}

impl AsyncWrite for Stream {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream| stream.try_write(bytes))
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.write(context, |stream| stream.try_write_vectored(slices))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<io::Result<()>> {
        // The client reads the end of the answer before a reset, which closing the socket sends where
        // bytes of a refused request are unread.
        match SockRef::from(&self.0.stream).shutdown(Shutdown::Write) {
            // The client has closed the connection already.
            Err(error) if error.kind() == ErrorKind::NotConnected => Poll::Ready(Ok(())),
            shut => Poll::Ready(shut),
        }
    }
}
