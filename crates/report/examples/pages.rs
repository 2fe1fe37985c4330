//! Renders the output of `shesh analyze --json` as HTML pages: `pages DOCUMENT.json FOLDER`.

use sheshbesh_analysis::match_analysis::{Choice, Document};
use sheshbesh_report::pages::{render_index, render_match};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: pages DOCUMENT.json FOLDER".into());
    };
    let document: Document = serde_json::from_slice(&std::fs::read(file)?)?;
    let choice = Choice { errors: 0.02, most: usize::MAX };
    let folder = std::path::Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let mut links = Vec::new();
    for (analyzed, number) in document.matches.iter().zip(1..) {
        let name = format!("match-{number}.html");
        std::fs::write(folder.join(&name), render_match(analyzed, &document.engine, &choice))?;
        links.push(name);
    }
    std::fs::write(folder.join("index.html"), render_index(&document, &links, 0))?;
    Ok(())
}
