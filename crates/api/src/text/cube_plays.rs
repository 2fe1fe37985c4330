//! Best play by owner of the cube: the table of `shesh best --cubes`.

use crate::answers::{CubeOwner, CubePlay};

/// Mark of a cube with another best play than the present cube.
const MARK: char = '*';

/// Formats the best play with each cube; empty if there are none.
pub(super) fn cube_table(cubes: &[CubePlay]) -> String {
    let Some(present) = cubes.iter().find(|row| row.present) else { return String::new() };
    let names: Vec<String> = cubes.iter().map(name).collect();
    let width = names.iter().map(String::len).max().unwrap_or(0);
    let play_width = cubes.iter().map(|row| row.play.len()).max().unwrap_or(0);
    let mut text = "\nBest play by cube:\n\n".to_owned();
    for (row, name) in cubes.iter().zip(&names) {
        let CubePlay { play, equity, differs, .. } = row;
        let mark = if *differs { MARK } else { ' ' };
        let loss = match row.loss {
            Some(loss) if *differs => format!("  {} loses {loss:.4}", present.play),
            _ => String::new(),
        };
        push_line!(text, " {mark} {name:width$}  {play:play_width$}  {equity:+.4}{loss}");
    }
    if cubes.iter().any(|row| row.differs) {
        push_line!(text, "\n {MARK} another play than with the {}", describe_owner(present.owner));
    } else {
        text.push_str("\nThe same play is best with each cube.\n");
    }
    text
}

fn name(row: &CubePlay) -> String {
    let words = describe_owner(row.owner);
    if row.value > 1 { format!("{words} on {}", row.value) } else { words.to_owned() }
}

const fn describe_owner(owner: CubeOwner) -> &'static str {
    match owner {
        CubeOwner::Centred => "centred cube",
        CubeOwner::Own => "own cube",
        CubeOwner::Opponent => "opponent's cube",
    }
}
