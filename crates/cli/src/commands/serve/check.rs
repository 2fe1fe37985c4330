//! Health check of a running server, for containers without `curl` and for service managers.

use crate::error::CliError;
use std::{
    io::{ErrorKind, Read, Write},
    net::{SocketAddr, TcpStream},
    time::{Duration, Instant},
};

/// Time limit for the whole check.
const PATIENCE: Duration = Duration::from_secs(5);
/// Longest status line that is read, in bytes.
const STATUS_LINE: usize = 256;

/// Requests the list of games from the server at an address.
///
/// # Errors
///
/// Fails if nothing listens there, or if there is no answer with status 200 within five seconds.
pub fn check(address: SocketAddr) -> Result<(), CliError> {
    let line = status_line(address).map_err(|error| {
        let why = match error.kind() {
            // A read timeout is one or the other, by platform.
            ErrorKind::WouldBlock | ErrorKind::TimedOut => format!("waited {PATIENCE:?}"),
            _ => error.to_string(),
        };
        CliError::Failed(format!("no answer from http://{address}: {why}"))
    })?;
    let mut words = line.split_ascii_whitespace();
    match (words.next(), words.next()) {
        (Some("HTTP/1.1"), Some("200")) => Ok(()),
        (Some("HTTP/1.1"), Some(status)) => {
            Err(CliError::Failed(format!("http://{address} answers with status {status}")))
        }
        _ => {
            Err(CliError::Failed(format!("http://{address} does not answer as a server of shesh")))
        }
    }
}

/// Returns the first line of the answer.
fn status_line(address: SocketAddr) -> std::io::Result<String> {
    let end = Instant::now() + PATIENCE;
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // In one piece: a peer that answers its first part might close the connection before the second.
    let request =
        format!("GET /api/v1/games HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes())?;
    let mut line = Vec::new();
    let mut part = [0; 64];
    while !line.contains(&b'\n') && line.len() < STATUS_LINE {
        // A zero timeout would be an error of another kind.
        let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut part)? {
            0 => break,
            read => line.extend_from_slice(&part[..read]),
        }
    }
    let first = line.split(|&byte| byte == b'\n').next().unwrap_or_default();
    Ok(String::from_utf8_lossy(first).into_owned())
}
