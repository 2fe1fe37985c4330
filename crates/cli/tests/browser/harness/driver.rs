//! Minimal WebDriver client: JSON over HTTP to a chromedriver on this machine.
//!
//! The libraries (thirtyfour, fantoccini) enable features of `serde_json` and `syn`. With them a
//! test build would differ from the shipped program, and would compile all of Burn again.

use super::{
    page::Screen,
    processes::{Chromedriver, browser, create_profile, text},
};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpStream},
    time::Duration,
};

/// Timeout of a command.
const PATIENCE: Duration = Duration::from_secs(60);
/// JSON key of an element's ID in WebDriver.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with its own driver and profile folder; ends when dropped.
#[derive(Debug)]
pub struct Driver {
    // Dropped before the folder.
    program: Chromedriver,
    session: String,
    _profile: tempfile::TempDir,
}

impl Driver {
    /// Starts a browser with a screen size; it can reach only this machine.
    pub fn start(screen: Screen) -> Self {
        let profile = create_profile();
        let Screen { width, height, touch } = screen;
        let arguments = [
            "--headless=new".to_owned(),
            // The sandbox does not work for root in containers.
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--lang=en-GB".to_owned(),
            "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1".to_owned(),
            format!("--window-size={width},{height}"),
            format!("--user-data-dir={}", text(profile.path())),
        ];
        // The page gets the whole screen, regardless of the browser's own controls.
        let metrics = json!({"width": width, "height": height, "pixelRatio": 1.0,
            "touch": touch, "mobile": touch});
        let options = json!({
            "args": arguments,
            "binary": browser().map(|file| text(&file)),
            "mobileEmulation": { "deviceMetrics": metrics },
        });
        let asked = json!({ "capabilities": { "alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": options,
            "goog:loggingPrefs": { "browser": "ALL", "performance": "ALL" },
            "unhandledPromptBehavior": "ignore",
        } } });
        let program = Chromedriver::start();
        let answer = command(program.port, "POST", "/session", &asked).expect("a browser starts");
        let session = answer["sessionId"].as_str().expect("a session has an ID").to_owned();
        Self { program, session, _profile: profile }
    }

    /// Sends a command of the session, by its path after `session/ID/`.
    ///
    /// # Errors
    /// Returns the error message of the driver.
    pub fn post(&self, path: &str, body: &Value) -> Result<Value, String> {
        command(self.program.port, "POST", &format!("/session/{}/{path}", self.session), body)
    }

    /// Sends a query of the session, by its path after `session/ID/`.
    ///
    /// # Errors
    /// Returns the error message of the driver.
    pub fn get(&self, path: &str) -> Result<Value, String> {
        command(
            self.program.port,
            "GET",
            &format!("/session/{}/{path}", self.session),
            &Value::Null,
        )
    }

    /// IDs of the elements that match a selector.
    pub fn find(&self, css: &str) -> Vec<String> {
        let asked = json!({ "using": "css selector", "value": css });
        let found = self.post("elements", &asked).unwrap_or_else(|error| panic!("{css}: {error}"));
        let ids = found.as_array().into_iter().flatten();
        ids.map(|element| element[ELEMENT].as_str().expect("an ID").to_owned()).collect()
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // The browser ends with its session, the driver with its value.
        let path = format!("/session/{}", self.session);
        let _ = command(self.program.port, "DELETE", &path, &Value::Null);
    }
}

/// Sends a request to a driver, and returns the value of the answer.
fn command(port: u16, method: &str, path: &str, body: &Value) -> Result<Value, String> {
    let answer = exchange(port, method, path, body).map_err(|error| error.to_string())?;
    let value = &answer["value"];
    match value["error"].as_str() {
        Some(error) => Err(format!("{error}: {}", value["message"].as_str().unwrap_or_default())),
        None => Ok(value.clone()),
    }
}

fn exchange(port: u16, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end().to_ascii_lowercase();
        if let Some(said) = line.strip_prefix("content-length:") {
            length = said.trim().parse().map_err(std::io::Error::other)?;
        }
        if line.is_empty() {
            break;
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer)?;
    serde_json::from_slice(&answer).map_err(std::io::Error::other)
}
