//! Detection of disconnected clients, by sharing a connection between its stream and an observer.
//!
//! A client that closes its sending side after a request may still read the response, or may be
//! gone. Both look the same until something is written. While a response is being computed, such a
//! client is therefore sent `100 Continue` from time to time, which every HTTP/1.1 client must
//! skip. A client that is gone resets the connection, and the work for it stops.

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

/// Delay before the first probe; most responses are ready earlier and need none.
const FIRST_PROBE: Duration = Duration::from_millis(500);
const NEXT_PROBE: Duration = Duration::from_secs(2);
/// Time in which a nearby client that is gone has reset the connection.
const RESET: Duration = Duration::from_millis(50);
const PROBE: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

/// A shared connection.
#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    /// True while output is waiting to be sent.
    is_full: AtomicBool,
    /// Notified when no output is waiting any more.
    emptied: Notify,
}

/// Stream of a connection.
#[derive(Debug)]
pub(crate) struct Stream(Arc<Connection>);

/// Handle to the peer of a connection.
#[derive(Clone, Debug)]
pub(crate) struct Client(Arc<Connection>);

/// Splits a connection into its stream and a handle to the client.
pub(crate) fn split_connection(stream: TcpStream) -> (Stream, Client) {
    let emptied = Notify::new();
    let connection = Arc::new(Connection { stream, is_full: AtomicBool::new(false), emptied });
    (Stream(Arc::clone(&connection)), Client(connection))
}

impl Client {
    /// Waits until the client has taken all earlier output. A client that sends requests without
    /// reading gets no further responses, so its responses take no memory.
    pub(crate) async fn has_room(&self) {
        while self.0.is_full.load(Ordering::Acquire) {
            let emptied = self.0.emptied.notified();
            if self.0.is_full.load(Ordering::Acquire) {
                emptied.await;
            }
        }
    }

    /// Runs a future unless the client disconnects first. Returns `None` if it does. No part of the
    /// response may have been sent yet. `may_probe` is true if the client understands
    /// `100 Continue`.
    pub(crate) async fn unless_gone<T>(
        &self,
        may_probe: bool,
        work: impl Future<Output = T>,
    ) -> Option<T> {
        let (mut work, mut gone) = (pin!(work), pin!(self.wait_until_gone(may_probe)));
        poll_fn(|context| match work.as_mut().poll(context) {
            Poll::Ready(done) => Poll::Ready(Some(done)),
            Poll::Pending => gone.as_mut().poll(context).map(|()| None),
        })
        .await
    }

    /// Resolves when the client is gone.
    async fn wait_until_gone(&self, may_probe: bool) {
        let stream = &self.0.stream;
        // Data of the next request may arrive before the end of the stream.
        loop {
            match stream.ready(Interest::READABLE).await {
                Ok(ready) if ready.is_read_closed() => break,
                Ok(_) => sleep(FIRST_PROBE).await,
                Err(_) => return,
            }
        }
        if !may_probe {
            // An HTTP/1.0 client cannot be probed.
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

    /// Returns true if the client has reset the connection.
    async fn is_reset(&self) -> bool {
        let both = Interest::READABLE | Interest::WRITABLE;
        self.0.stream.ready(both).await.map_or(true, |ready| ready.is_write_closed())
    }
}

impl Stream {
    /// Performs a socket write as soon as the socket is writable.
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
        // Lets the client read the end of the response before a reset. Closing the socket sends a
        // reset if bytes of a refused request are unread.
        match SockRef::from(&self.0.stream).shutdown(Shutdown::Write) {
            // The client has already closed the connection.
            Err(error) if error.kind() == ErrorKind::NotConnected => Poll::Ready(Ok(())),
            shut => Poll::Ready(shut),
        }
    }
}
