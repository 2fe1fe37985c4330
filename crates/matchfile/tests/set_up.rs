//! Positions that are set up with their dice.

use sheshbesh_matchfile::{
    Event, Format, Options, Reading, WriteFormat, find_export_losses, read, write,
};

const XG: &str = "\
XGID=--BBCCD-A---b----b-ecc----:0:0:1:31:0:0:0:7:10

X:Ada   O:Ben

Score is X:0 O:0 7 pt.(s) match.
Cube: 1
X to play 31
";
const SNOWIE: &str =
    "7;0;0;0;0;Ada;Ben;0;2;5;2;-1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;6;1;";
const SGF: &str = "(;FF[4]GM[6]CA[UTF-8]MI[length:7][game:0][ws:0][bs:0]PW[Ada]PB[Ben]\
    \n;AE[a:y]PL[B]AW[f][f][f][f][f][h][h][h][m][m][m][m][m][x][x]AB[s][s][s][s][s][q][q][q][l][l][l][l][l][a][a]DI[31])";
const GNU: &str = "\
The score (after 0 games) is: gnubg 0, root 0 (match to 3 points)

Move number 3:  root to play 62

 GNU Backgammon  Position ID: uPsMBgC2uycAAA
                 Match ID   : cAlrAAAAAAAE
";

fn read_one(text: &str) -> Reading {
    let reading = read(text.as_bytes(), &Options::default()).unwrap();
    assert_eq!(reading.warnings, [], "{text}");
    reading
}

fn events(reading: &Reading) -> Vec<&Event> {
    reading.record.games[0].entries.iter().map(|entry| &entry.event).collect()
}

#[test]
fn dice_are_set_up_with_the_board() {
    for (text, format, dice) in [
        (XG, Format::XgText, "31"),
        (SNOWIE, Format::Snowie, "61"),
        (SGF, Format::Sgf, "31"),
        (GNU, Format::GnuText, "62"),
    ] {
        let reading = read_one(text);
        assert_eq!(reading.format, format);
        let all = events(&reading);
        assert!(matches!(all[0], Event::SetBoard(_)), "{all:?}");
        assert_eq!(all.last(), Some(&&Event::SetDice(dice.parse().unwrap())), "{text}");
        // Every format keeps the dice.
        for format in WriteFormat::ALL {
            let written = write(&reading.record, format);
            assert_eq!(events(&read_one(&written)), all, "{format}\n{written}");
            let losses = find_export_losses(&reading.record, &written);
            assert!(
                !losses
                    .iter()
                    .any(|loss| matches!(loss, sheshbesh_matchfile::ExportLoss::Actions(_)))
            );
        }
    }
}

#[test]
fn dice_that_are_set_up_may_be_played() {
    let played = [
        SGF.replace("DI[31])", "DI[31]\n;B[31qtst])"),
        SGF.replace("DI[31])", "\n;DI[31]\n;B[31qtst])"),
        " 7 point match\n\n Game 1\n Ada : 0                 Ben : 0\n\
         ; Set Pos=-b----E-C---eE---c-e----B-/0\n; Set Dice=31\n  1) 31: 8/5 6/5\n"
            .to_owned(),
    ];
    for text in played {
        let reading = read_one(&text);
        let all = events(&reading);
        assert!(
            matches!(all[..], [Event::SetBoard(_), Event::SetDice(_), Event::Play { .. }]),
            "{text}\n{all:?}"
        );
        for format in WriteFormat::ALL {
            let written = write(&reading.record, format);
            assert_eq!(events(&read_one(&written)), all, "{format}\n{written}");
        }
    }
}

/// GNU Backgammon writes this for a position without a play.
#[test]
fn a_position_without_a_play_stays_one() {
    let text = format!("{GNU}\n* root cannot move\n\nRolled 62:\n*    Cannot move\n");
    assert_eq!(events(&read_one(&text)), events(&read_one(GNU)));
}

/// A roll after a play is a roll, even if it is not played.
#[test]
fn dice_of_a_game_are_rolled() {
    let text = "(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]\n;B[31qtst]\n;PL[W]DI[43])";
    let reading = read_one(text);
    assert_eq!(events(&reading).last(), Some(&&Event::Roll("43".parse().unwrap())));
    let text = SGF.replace("DI[31])", "\n;B[31qtst]\n;PL[W]DI[43])");
    let reading = read_one(&text);
    assert_eq!(events(&reading).last(), Some(&&Event::Roll("43".parse().unwrap())));
}
