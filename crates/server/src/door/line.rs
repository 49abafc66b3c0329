//! The line to a client: it breaks when the client reads nothing for too long.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep};

use super::Guest;

/// What is known about a line while it is in use.
#[derive(Default)]
pub(super) struct LineState {
    /// Whether something was received since the last answer.
    is_half_received: AtomicBool,
}

impl LineState {
    /// Whether something was received since the last answer.
    pub(super) fn is_half_received(&self) -> bool {
        self.is_half_received.load(Ordering::Relaxed)
    }
}

/// The line to a client. A write that makes no progress for some time fails.
pub(super) struct Line {
    stream: TcpStream,
    patience: Duration,
    /// When a stalled write fails; allocated by the first that stalls.
    deadline: Option<Pin<Box<Sleep>>>,
    is_stalled: bool,
    state: Arc<LineState>,
    guest: Guest,
}

impl Line {
    pub(super) fn new(stream: TcpStream, patience: Duration, state: Arc<LineState>, guest: Guest) -> Line {
        Line { stream, patience, deadline: None, is_stalled: false, state, guest }
    }

    /// The result of a write, or an error if the client has not read for too long.
    fn checked(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.is_stalled = false;
            self.state.is_half_received.store(false, Ordering::Relaxed);
            return written;
        }
        let until = Instant::now() + self.patience;
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(until)));
        if !self.is_stalled {
            self.is_stalled = true;
            deadline.as_mut().reset(until);
        }
        std::task::ready!(deadline.as_mut().poll(cx));
        self.guest.note_slow_reader();
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if buffer.filled().len() > before {
            self.state.is_half_received.store(true, Ordering::Relaxed);
        }
        read
    }
}

impl AsyncWrite for Line {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.checked(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, slices);
        self.checked(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
