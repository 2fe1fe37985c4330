//! A stream that fails when the peer stops reading.

use std::{
    io::{self, ErrorKind, IoSlice},
    pin::Pin,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// A stream whose writes fail if nothing can be sent for a given time. Otherwise, a client that
/// never reads responses would hold its connection forever.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    timeout: Duration,
    /// Deadline while a write is pending.
    deadline: Pin<Box<Sleep>>,
    is_pending: bool,
}

impl<S> WriteTimeout<S> {
    pub(crate) fn new(stream: S, timeout: Duration) -> Self {
        Self { stream, timeout, deadline: Box::pin(sleep(timeout)), is_pending: false }
    }

    /// Returns the result of a write, or an error if it has been pending for too long.
    fn check_deadline<T>(
        &mut self,
        context: &mut Context<'_>,
        written: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.is_pending = false;
            return written;
        }
        if !self.is_pending {
            self.is_pending = true;
            self.deadline.as_mut().reset(Instant::now() + self.timeout);
        }
        ready!(self.deadline.as_mut().poll(context));
        Poll::Ready(Err(ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.check_deadline(context, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.check_deadline(context, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.stream).poll_flush(context);
        self.check_deadline(context, flushed)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let shut = Pin::new(&mut self.stream).poll_shutdown(context);
        self.check_deadline(context, shut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    const TIMEOUT: Duration = Duration::from_millis(60);

    #[tokio::test]
    async fn write_fails_if_peer_never_reads() {
        let (ours, _theirs) = duplex(16);
        let mut stream = WriteTimeout::new(ours, TIMEOUT);
        let error = stream.write_all(&[0; 1000]).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn slow_reader_gets_everything() {
        let (ours, mut theirs) = duplex(16);
        let mut stream = WriteTimeout::new(ours, TIMEOUT);
        let reader = tokio::spawn(async move {
            let (mut all, mut some) = (0, [0; 16]);
            loop {
                // The whole transfer takes longer than the timeout of a single write.
                sleep(TIMEOUT / 6).await;
                match theirs.read(&mut some).await.unwrap() {
                    0 => return all,
                    count => all += count,
                }
            }
        });
        stream.write_all(&[0; 400]).await.unwrap();
        drop(stream);
        assert_eq!(reader.await.unwrap(), 400);
    }
}
