//! The page as somebody uses it: what is seen, pressed, dragged and typed.

use super::{driver::Driver, folder};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use std::{
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

/// So long the page has for an answer.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(50);

/// What the page is shown on.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    /// Touched, not clicked.
    pub touch: bool,
}

impl Screen {
    pub const DESKTOP: Self = Self { width: 1280, height: 800, touch: false };
    pub const PHONE: Self = Self { width: 360, height: 740, touch: true };

    /// A screen that is touched.
    pub const fn touched(width: u32, height: u32) -> Self {
        Self { width, height, touch: true }
    }
}

/// A browser with the page in it. Its methods fail the test where something does not come in time.
#[derive(Debug)]
pub struct Page {
    driver: Driver,
    address: String,
    screen: Screen,
}

impl Page {
    /// Opens the page where it begins.
    pub(super) fn open(address: &str, screen: Screen) -> Self {
        let page = Self { driver: Driver::start(screen), address: address.to_owned(), screen };
        page.go("");
        page
    }

    /// A command of WebDriver.
    fn command(&self, path: &str, body: Value) -> Value {
        self.driver.post(path, &body).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Goes to an address of the page, such as `#analyse`.
    pub fn go(&self, route: &str) {
        self.command("url", json!({ "url": format!("{}/{route}", self.address) }));
    }

    /// Loads the page again.
    pub fn reload(&self) {
        self.command("refresh", json!({}));
    }

    /// The address behind the server's.
    pub fn route(&self) -> String {
        let url = self.driver.get("url").unwrap();
        let route = url.as_str().unwrap().strip_prefix(&self.address).expect("it stays here");
        route.trim_start_matches('/').to_owned()
    }

    /// Runs a script without an answer.
    pub(super) fn run(&self, script: &str) {
        self.command("execute/sync", json!({ "script": script, "args": [] }));
    }

    /// What an expression of JavaScript gives, promises awaited.
    pub fn eval(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; Promise.resolve().then(() => ({expression}))\
             .then((value) => done({{value}}), (error) => done({{error: String(error)}}));"
        );
        let answer = self.command("execute/async", json!({ "script": script, "args": [] }));
        assert!(answer["error"].is_null(), "{expression}: {}", answer["error"]);
        answer["value"].clone()
    }

    /// Waits until an expression of JavaScript is true.
    #[track_caller]
    pub fn until(&self, expression: &str) {
        let start = Instant::now();
        while !self.eval(&format!("Boolean({expression})")).as_bool().unwrap_or(false) {
            if start.elapsed() > PATIENCE {
                let shown = self.eval("document.querySelector('main').innerText");
                panic!(
                    "this does not become true: {expression}\nThe page says: {}",
                    shown.as_str().unwrap_or_default()
                );
            }
            sleep(PAUSE);
        }
    }

    /// An element that is seen, as soon as there is one; of several the first.
    #[track_caller]
    pub fn wait(&self, css: &str) -> String {
        let start = Instant::now();
        loop {
            for found in self.driver.find(css) {
                // It may be gone again.
                let shown = self.driver.get(&format!("element/{found}/displayed"));
                if shown.is_ok_and(|shown| shown == true) {
                    return found;
                }
            }
            assert!(start.elapsed() < PATIENCE, "there is no {css}");
            sleep(PAUSE);
        }
    }

    /// How many elements there are, seen or not.
    pub fn count(&self, css: &str) -> usize {
        self.driver.find(css).len()
    }

    /// The text of an element, as it is seen.
    #[track_caller]
    pub fn text(&self, css: &str) -> String {
        let element = self.wait(css);
        // The element may be drawn anew while it is read.
        let text = self.driver.get(&format!("element/{element}/text")).unwrap_or_default();
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an element's text has these words in it.
    #[track_caller]
    pub fn says(&self, css: &str, words: &str) {
        let start = Instant::now();
        loop {
            let text = self.text(css);
            if text.contains(words) {
                return;
            }
            assert!(start.elapsed() < PATIENCE, "{css} says {text:?}, not {words:?}");
            sleep(PAUSE);
        }
    }

    /// An attribute of an element.
    #[track_caller]
    pub fn attribute(&self, css: &str, name: &str) -> Option<String> {
        let element = self.wait(css);
        let value = self.driver.get(&format!("element/{element}/attribute/{name}")).unwrap();
        value.as_str().map(str::to_owned)
    }

    /// Presses an element in its middle: by mouse, or by a finger on a touch screen.
    #[track_caller]
    pub fn press(&self, css: &str) {
        let at = self.middle(css);
        let steps = json!([moved(at, 0), {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]);
        self.pointer(steps);
    }

    /// Drags from the middle of an element to that of another.
    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        let (from, to) = (self.middle(from), self.middle(to));
        let half = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let steps = json!([moved(from, 0), {"type": "pointerDown", "button": 0}, moved(half, 60),
            moved(to, 60), {"type": "pointerUp", "button": 0}]);
        self.pointer(steps);
    }

    /// Drags by a finger, as the browser gets it from a touch screen: it may take the movement for
    /// scrolling, which WebDriver's pointers never do.
    #[track_caller]
    pub fn drag_by_finger(&self, from: &str, to: &str) {
        let places = || (self.middle(from), self.middle(to));
        // What is still to be shown above the board moves it, and so does scrolling to a place.
        let (mut before, mut now) = (places(), places());
        while now != before {
            sleep(PAUSE);
            (before, now) = (now, places());
        }
        self.swipe(now.0, now.1);
    }

    /// Moves a finger over the screen from one point to another.
    pub fn swipe(&self, from: (f64, f64), to: (f64, f64)) {
        const STEPS: u32 = 12;
        self.touch("touchStart", Some(from));
        for step in 1..=STEPS {
            let share = f64::from(step) / f64::from(STEPS);
            let at = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            self.touch("touchMove", Some(at));
            sleep(Duration::from_millis(16));
        }
        // A finger that leaves while it moves flings the page, and the browser takes the next tap for
        // the end of that, not for a click.
        sleep(Duration::from_millis(200));
        self.touch("touchEnd", None);
    }

    fn touch(&self, kind: &str, at: Option<(f64, f64)>) {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        self.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// A command of the DevTools protocol.
    fn devtools(&self, name: &str, params: Value) {
        self.command("goog/cdp/execute", json!({ "cmd": name, "params": params }));
    }

    /// The middle of an element on the screen, scrolled to where it is seen.
    #[track_caller]
    pub fn middle(&self, css: &str) -> (f64, f64) {
        self.wait(css);
        let css = serde_json::to_string(css).unwrap();
        let found = format!(
            "(() => {{ const seen = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 0;\
             const e = [...document.querySelectorAll({css})].find(seen);\
             const inside = () => {{ const b = e.getBoundingClientRect();\
             return b.top >= 0 && b.bottom <= innerHeight; }};\
             if (!inside()) e.scrollIntoView({{block: 'center', behavior: 'instant'}});\
             const b = e.getBoundingClientRect();\
             return [b.left + b.width / 2, b.top + b.height / 2]; }})()"
        );
        let at = self.eval(&found);
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    fn pointer(&self, steps: Value) {
        let kind = if self.screen.touch { "touch" } else { "mouse" };
        let body = json!({ "actions": [{ "type": "pointer", "id": kind,
            "parameters": { "pointerType": kind }, "actions": steps }] });
        self.command("actions", body);
    }

    /// Presses keys one after the other where the focus is: letters as they are, others by their
    /// names, such as `Enter`, `Tab`, `ArrowLeft`.
    pub fn keys(&self, keys: &[&str]) {
        let steps: Vec<Value> = keys
            .iter()
            .map(|key| key_value(key))
            .flat_map(|value| {
                [
                    json!({"type": "keyDown", "value": value}),
                    json!({"type": "keyUp", "value": value}),
                ]
            })
            .collect();
        let body = json!({ "actions": [{ "type": "key", "id": "keys", "actions": steps }] });
        self.command("actions", body);
    }

    /// Brings the focus to an element, as the tab key would.
    #[track_caller]
    pub fn focus(&self, css: &str) {
        self.wait(css);
        self.eval(&format!("document.querySelector({}).focus()", json!(css)));
    }

    /// Writes into a field instead of what is there.
    #[track_caller]
    pub fn fill(&self, css: &str, text: &str) {
        let field = self.wait(css);
        self.command(&format!("element/{field}/clear"), json!({}));
        self.command(&format!("element/{field}/value"), json!({ "text": text }));
    }

    /// Chooses from a list, by value.
    #[track_caller]
    pub fn choose(&self, css: &str, value: &str) {
        self.wait(css);
        let options = self.driver.find(&format!("{css} option[value='{value}']"));
        let option = options.first().unwrap_or_else(|| panic!("{css} has no {value}"));
        self.run(&format!(
            "const list = document.querySelector({}); window.heard = list.value === {};\
             list.addEventListener('change', () => {{ window.heard = true; }}, {{once: true}});",
            json!(css),
            json!(value)
        ));
        // On a busy machine a click can come to nothing.
        for _ in 0..3 {
            self.command(&format!("element/{option}/click"), json!({}));
            if self.eval("window.heard") == true {
                return;
            }
        }
        panic!("{css} does not take {value}");
    }

    /// Gives a file to a field for files.
    pub fn give(&self, css: &str, path: &Path) {
        let field = self.wait(css);
        let text = path.canonicalize().unwrap();
        self.command(&format!("element/{field}/value"), json!({ "text": text.to_str().unwrap() }));
    }

    /// Drops a file with that name and text onto an element.
    pub fn drop_file(&self, css: &str, name: &str, text: &str) {
        self.wait(css);
        self.eval(&format!(
            "(() => {{ const dropped = new DataTransfer();\
             dropped.items.add(new File([{}], {}));\
             for (const type of ['dragenter', 'dragover', 'drop'])\
             document.querySelector({}).dispatchEvent(new DragEvent(type,\
             {{bubbles: true, cancelable: true, dataTransfer: dropped}})); }})()",
            json!(text),
            json!(name),
            json!(css)
        ));
    }

    /// Answers a question that the page asks in a dialog of the browser.
    pub fn accept(&self) {
        self.command("alert/accept", json!({}));
    }

    /// Sets something as the settings do, and loads the page with it.
    pub fn set(&self, name: &str, value: &str) {
        self.eval(&format!(
            "(() => {{ const kept = JSON.parse(localStorage.getItem('shesh.settings') ?? '{{}}');\
             kept[{}] = {value}; localStorage.setItem('shesh.settings', JSON.stringify(kept)); }})()",
            json!(name)
        ))
        ;
        self.reload();
    }

    /// A picture of what is seen, as `NAME.png`.
    pub fn picture(&self, name: &str) {
        let picture = self.driver.get("screenshot").unwrap();
        let picture = BASE64_STANDARD.decode(picture.as_str().unwrap()).unwrap();
        std::fs::write(folder().join(format!("{name}.png")), picture).unwrap();
    }

    /// What no page should do: errors in its log, breaches of its policy, requests that leave the
    /// machine. That the server refused something is no error.
    pub(super) fn odd(&self) -> Vec<String> {
        let mut odd = Vec::new();
        for entry in self.log("browser") {
            let message = entry["message"].as_str().unwrap_or_default();
            let refused = message.contains("the server responded with a status of 4");
            if entry["level"] == "SEVERE" && !refused {
                odd.push(message.to_owned());
            }
        }
        for entry in self.log("performance") {
            let entry: Value = serde_json::from_str(entry["message"].as_str().unwrap()).unwrap();
            let message = &entry["message"];
            if message["method"] != "Network.requestWillBeSent" {
                continue;
            }
            let url = message["params"]["request"]["url"].as_str().unwrap_or_default();
            let here = format!("{}/", self.address);
            // The browser's own pages, and what pages make themselves, go nowhere.
            let inside =
                [here.as_str(), "data:", "blob:", "chrome:", "chrome-untrusted:", "about:"];
            if !inside.iter().any(|start| url.starts_with(start)) {
                odd.push(format!("a request leaves the machine: {url}"));
            }
        }
        odd
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        let found = self.command("se/log", json!({ "type": kind }));
        found.as_array().cloned().unwrap_or_default()
    }
}

fn moved((x, y): (f64, f64), milliseconds: u32) -> Value {
    json!({"type": "pointerMove", "duration": milliseconds, "x": x.round() as i64,
        "y": y.round() as i64})
}

/// A key as WebDriver writes it.
fn key_value(name: &str) -> String {
    let code = match name {
        "Backspace" => '\u{e003}',
        "Tab" => '\u{e004}',
        "Enter" => '\u{e007}',
        "Escape" => '\u{e00c}',
        "End" => '\u{e010}',
        "Home" => '\u{e011}',
        "ArrowLeft" => '\u{e012}',
        "ArrowUp" => '\u{e013}',
        "ArrowRight" => '\u{e014}',
        "ArrowDown" => '\u{e015}',
        _ => return name.to_owned(),
    };
    code.to_string()
}
