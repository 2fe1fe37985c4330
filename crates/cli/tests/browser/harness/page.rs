//! User actions on the page: reading, pressing, dragging and typing.

use super::{driver::Driver, folder, processes::site};
use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use std::{
    path::Path,
    thread::sleep,
    time::{Duration, Instant},
};

/// Timeout of an answer of the page.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(50);

/// Screen of the browser, in CSS pixels.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
    /// True for touch, false for a mouse.
    pub touch: bool,
}

impl Screen {
    pub const DESKTOP: Self = Self { width: 1280, height: 800, touch: false };
    pub const PHONE: Self = Self { width: 360, height: 740, touch: true };

    /// A touch screen.
    pub const fn touched(width: u32, height: u32) -> Self {
        Self { width, height, touch: true }
    }
}

/// JavaScript that scrolls an element into view and gives its middle on the screen.
fn middle_script(css: &str) -> String {
    let css = json!(css);
    format!(
        "(() => {{ const seen = (e) => e.checkVisibility() && e.getBoundingClientRect().width > 0;\
         const e = [...document.querySelectorAll({css})].find(seen);\
         const inside = () => {{ const b = e.getBoundingClientRect();\
         return b.top >= 0 && b.bottom <= innerHeight; }};\
         if (!inside()) e.scrollIntoView({{block: 'center', behavior: 'instant'}});\
         const b = e.getBoundingClientRect();\
         return [b.left + b.width / 2, b.top + b.height / 2]; }})()"
    )
}

/// The point at an index of a list of coordinates.
fn point(list: &Value, index: usize) -> (f64, f64) {
    (list[index].as_f64().unwrap(), list[index + 1].as_f64().unwrap())
}

/// A browser showing the page. Its methods fail the test after a timeout.
#[derive(Debug)]
pub struct Page {
    driver: Driver,
    address: String,
    screen: Screen,
}

impl Page {
    /// Opens the start of the page.
    pub(super) fn open(address: &str, screen: Screen) -> Self {
        let page = Self { driver: Driver::start(screen), address: address.to_owned(), screen };
        page.go("");
        page
    }

    /// Sends a command of WebDriver.
    fn command(&self, path: &str, body: Value) -> Value {
        self.driver.post(path, &body).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Navigates to an address of the page, such as `#analyse`.
    pub fn go(&self, route: &str) {
        self.command("url", json!({ "url": format!("{}/{route}", self.address) }));
        self.wait_for_network();
    }

    /// Waits until the static site has loaded the network with which the tests were written.
    fn wait_for_network(&self) {
        if site().is_some() {
            self.until("document.documentElement.dataset.network === 'shipped'");
        }
    }

    /// Reloads the page.
    pub fn reload(&self) {
        self.command("refresh", json!({}));
        self.wait_for_network();
    }

    /// Part of the URL after the server's address.
    pub fn route(&self) -> String {
        let url = self.driver.get("url").unwrap();
        let route = url.as_str().unwrap().strip_prefix(&self.address).expect("it stays here");
        route.trim_start_matches('/').to_owned()
    }

    /// Runs a script without a result.
    pub(super) fn run(&self, script: &str) {
        self.command("execute/sync", json!({ "script": script, "args": [] }));
    }

    /// Evaluates a JavaScript expression; awaits promises.
    pub fn eval(&self, expression: &str) -> Value {
        let script = format!(
            "const done = arguments[0]; Promise.resolve().then(() => ({expression}))\
             .then((value) => done({{value}}), (error) => done({{error: String(error)}}));"
        );
        let answer = self.command("execute/async", json!({ "script": script, "args": [] }));
        assert!(answer["error"].is_null(), "{expression}: {}", answer["error"]);
        answer["value"].clone()
    }

    /// Waits until a JavaScript expression is true.
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

    /// Waits for a visible element; returns the first of several.
    #[track_caller]
    pub fn wait(&self, css: &str) -> String {
        let start = Instant::now();
        loop {
            for found in self.driver.find(css) {
                // The element may have disappeared.
                let shown = self.driver.get(&format!("element/{found}/displayed"));
                if shown.is_ok_and(|shown| shown == true) {
                    return found;
                }
            }
            assert!(start.elapsed() < PATIENCE, "there is no {css}");
            sleep(PAUSE);
        }
    }

    /// Number of elements, visible or not.
    pub fn count(&self, css: &str) -> usize {
        self.driver.find(css).len()
    }

    /// Visible text of an element.
    #[track_caller]
    pub fn text(&self, css: &str) -> String {
        let element = self.wait(css);
        // The element may be redrawn while it is read.
        let text = self.driver.get(&format!("element/{element}/text")).unwrap_or_default();
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an element's text contains these words.
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

    /// Attribute of an element.
    #[track_caller]
    pub fn attribute(&self, css: &str, name: &str) -> Option<String> {
        let element = self.wait(css);
        let value = self.driver.get(&format!("element/{element}/attribute/{name}")).unwrap();
        value.as_str().map(str::to_owned)
    }

    /// Presses the middle of an element, by mouse or touch.
    #[track_caller]
    pub fn press(&self, css: &str) {
        let at = self.resting(css);
        let steps = json!([moved(at, 0), {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]);
        self.pointer(steps);
    }

    /// Presses the right button of the mouse in the middle of an element.
    #[track_caller]
    pub fn press_right(&self, css: &str) {
        let at = self.resting(css);
        let steps = json!([moved(at, 0), {"type": "pointerDown", "button": 2},
            {"type": "pointerUp", "button": 2}]);
        self.pointer(steps);
    }

    /// Drags from the middle of one element to the middle of another.
    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) {
        let (from, to) = self.resting_pair(from, to);
        let half = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        let steps = json!([moved(from, 0), {"type": "pointerDown", "button": 0}, moved(half, 60),
            moved(to, 60), {"type": "pointerUp", "button": 0}]);
        self.pointer(steps);
    }

    /// Drags with real touch events, which the browser may treat as scrolling; pointers of
    /// WebDriver never scroll.
    #[track_caller]
    pub fn drag_by_finger(&self, from: &str, to: &str) {
        let (from, to) = self.resting_pair(from, to);
        self.swipe(from, to);
    }

    /// Swipes from one point of the screen to another.
    pub fn swipe(&self, from: (f64, f64), to: (f64, f64)) {
        const STEPS: u32 = 12;
        self.touch("touchStart", Some(from));
        for step in 1..=STEPS {
            let share = f64::from(step) / f64::from(STEPS);
            let at = (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
            self.touch("touchMove", Some(at));
            sleep(Duration::from_millis(16));
        }
        // Pause before lifting the finger: otherwise the page is flung, and the next tap ends the
        // fling instead of clicking.
        sleep(Duration::from_millis(200));
        self.touch("touchEnd", None);
    }

    fn touch(&self, kind: &str, at: Option<(f64, f64)>) {
        let points: Vec<Value> = at.iter().map(|(x, y)| json!({ "x": x, "y": y })).collect();
        self.devtools("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points }));
    }

    /// Sends a command of the DevTools protocol.
    fn devtools(&self, name: &str, params: Value) {
        self.command("goog/cdp/execute", json!({ "cmd": name, "params": params }));
    }

    /// Middle of an element once the layout is stable.
    #[track_caller]
    fn resting(&self, css: &str) -> (f64, f64) {
        self.resting_pair(css, css).0
    }

    /// Middles of two elements once the layout is stable: late content above them and scrolling
    /// move them, and a click would land beside them. Elements that never rest are taken where they
    /// are after a second.
    #[track_caller]
    fn resting_pair(&self, first: &str, second: &str) -> ((f64, f64), (f64, f64)) {
        self.wait(first);
        self.wait(second);
        let (first, second) = (middle_script(first), middle_script(second));
        let at = self.eval(&format!(
            "(async () => {{ const places = () => [...{first}, ...{second}];\
             let before = places();\
             for (let frame = 0; frame < 60; frame++) {{\
             await new Promise((drawn) => requestAnimationFrame(drawn));\
             const now = places();\
             if (String(now) === String(before)) break;\
             before = now; }}\
             return before; }})()"
        ));
        (point(&at, 0), point(&at, 2))
    }

    /// Scrolls an element into view; returns its middle on the screen.
    #[track_caller]
    pub fn middle(&self, css: &str) -> (f64, f64) {
        self.wait(css);
        point(&self.eval(&middle_script(css)), 0)
    }

    fn pointer(&self, steps: Value) {
        let kind = if self.screen.touch { "touch" } else { "mouse" };
        let body = json!({ "actions": [{ "type": "pointer", "id": kind,
            "parameters": { "pointerType": kind }, "actions": steps }] });
        self.command("actions", body);
    }

    /// Presses keys one after the other at the focus: letters, or names such as `Enter`, `Tab` and
    /// `ArrowLeft`.
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

    /// Focuses an element, like the tab key.
    #[track_caller]
    pub fn focus(&self, css: &str) {
        self.wait(css);
        self.eval(&format!("document.querySelector({}).focus()", json!(css)));
    }

    /// Replaces the text of a field.
    #[track_caller]
    pub fn fill(&self, css: &str, text: &str) {
        let field = self.wait(css);
        self.command(&format!("element/{field}/clear"), json!({}));
        self.command(&format!("element/{field}/value"), json!({ "text": text }));
    }

    /// Selects an option of a list by its value.
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
        // On a busy machine a click can get lost.
        for _ in 0..3 {
            self.command(&format!("element/{option}/click"), json!({}));
            if self.eval("window.heard") == true {
                return;
            }
        }
        panic!("{css} does not take {value}");
    }

    /// Selects a file in a file field.
    pub fn give(&self, css: &str, path: &Path) {
        let field = self.wait(css);
        let text = path.canonicalize().unwrap();
        self.command(&format!("element/{field}/value"), json!({ "text": text.to_str().unwrap() }));
    }

    /// Drops a file with a name and a text onto an element.
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

    /// Changes a setting, and reloads the page.
    pub fn set(&self, name: &str, value: &str) {
        self.eval(&format!(
            "(() => {{ const kept = JSON.parse(localStorage.getItem('shesh.settings') ?? '{{}}');\
             kept[{}] = {value}; localStorage.setItem('shesh.settings', JSON.stringify(kept)); }})()",
            json!(name)
        ))
        ;
        self.reload();
    }

    /// Saves a screenshot as `NAME.png`.
    pub fn picture(&self, name: &str) {
        let picture = self.driver.get("screenshot").unwrap();
        let picture = BASE64_STANDARD.decode(picture.as_str().unwrap()).unwrap();
        std::fs::write(folder().join(format!("{name}.png")), picture).unwrap();
    }

    /// Problems of the page: errors in its log, violations of its content security policy, requests
    /// to other machines. Error statuses of the server do not count.
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
            // Internal pages of the browser, and data made by the page, cause no network requests.
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

/// Character of a key in WebDriver.
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
