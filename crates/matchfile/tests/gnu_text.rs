//! GNU Backgammon's text in several languages. All games are made up.

mod common;

use common::random_match;
use sheshbesh_matchfile::{Event, Format, How, Match, Options, Problem, Reading, read_all};
use sheshbesh_movegen::{Game, Phase, Seat, notation, testing::Random};
use std::fmt::Write;

/// Labels and sentences of a language, with @ for a name and # for a play or a number. The
/// program's name, the labels of IDs and of the cube, and dates are as in the program's
/// translation.
struct Language {
    name: &'static str,
    program: &'static str,
    position: &'static str,
    around: &'static str,
    cube: &'static str,
    date: &'static str,
    score: &'static str,
    number: &'static str,
    moves: &'static str,
    dances: &'static str,
    takes: &'static str,
    passes: &'static str,
    wins: &'static str,
}

const LANGUAGES: [Language; 13] = [
    Language {
        name: "English",
        program: "GNU Backgammon",
        position: "Position ID",
        around: "Match ID",
        cube: "(Cube: #)",
        date: "Date: 02/28/26",
        score: "The score (after # games) is",
        number: "Move number #: ",
        moves: "* @ moves #",
        dances: "* @ cannot move",
        takes: "* @ accepts",
        passes: "* @ rejects",
        wins: "@ wins # points",
    },
    Language {
        name: "Czech",
        program: "GNU Backgammon",
        position: "ID pozice",
        around: "ID zápasu",
        cube: "(Kostka: #)",
        date: "Datum: 28.2.2026",
        score: "Skóre (po # hrách) je",
        number: "Tah číslo #: ",
        moves: "* @ hraje #",
        dances: "* @ nemůže táhnout",
        takes: "* @ přijímá",
        passes: "* @ odmítá",
        wins: "@ vyhrává # body",
    },
    Language {
        name: "Danish",
        program: "GNU Backgammon",
        position: "Positions ID: ",
        around: "MatchID",
        cube: "(Cube: #)",
        date: "Dato: 28-02-2026",
        score: "Stillingen (efter # partier) er",
        number: "Træk nummer #: ",
        moves: "* @ flytter #",
        dances: "* @ kan ikke flytte",
        takes: "* @ tager",
        passes: "* @ passer",
        wins: "@ vinder # point",
    },
    Language {
        name: "German",
        program: "GNU Backgammon",
        position: "Position ID",
        around: "Match ID",
        cube: "(Doppler: #)",
        date: "Datum: 28.02.2026",
        score: "Der Spielstand (nach # Partien) ist",
        number: "Zug Nr. #: ",
        moves: "*.@ zieht #",
        dances: "*.@ kann nicht ziehen",
        takes: "* @ nimmt an",
        passes: "* @ lehnt ab",
        wins: "@ gewinnt # Punkte",
    },
    Language {
        name: "Greek",
        program: "Τάβλι GNU",
        position: "Position ID",
        around: "Match ID",
        cube: "(Cube: #)",
        date: "Date: 28/02/2026",
        score: "The score (after # games) is",
        number: "Move number #: ",
        moves: "* @ moves #",
        dances: "* @ cannot move",
        takes: "* @ accepts",
        passes: "* @ rejects",
        wins: "@ wins # points",
    },
    Language {
        name: "Spanish",
        program: "GNU Backgammon",
        position: "ID de posición",
        around: "ID de partida",
        cube: "(Cubo: #)",
        date: "Fecha: 28/02/26",
        score: "El marcador (después de # juegos) es",
        number: "Movimiento número #: ",
        moves: "* @ mueve #",
        dances: "* @ no puede mover",
        takes: "* @ acepta",
        passes: "* @ rechaza",
        wins: "@ gana # puntos",
    },
    Language {
        name: "Finnish",
        program: "GNU Backgammon",
        position: "Peliaseman ID",
        around: "Ottelun ID",
        cube: "(Kuutio: #)",
        date: "Päivä: 28.02.2026",
        score: "Tulos (# pelatun pelin)",
        number: "Siirto numero #: ",
        moves: "* @ siirto #",
        dances: "* @ ei voi suorittaa siirtoa",
        takes: "* @ hyväksyi",
        passes: "* @ hylkäsi",
        wins: "@ voitti pistein #",
    },
    Language {
        name: "French",
        program: "GNU Backgammon",
        position: "ID de position",
        around: "ID de match",
        cube: "(Videau : #)",
        date: "Date\u{a0}: 28/02/2026",
        score: "Le score (après # parties) est ",
        number: "Coup numéro #\u{a0}: ",
        moves: "* @ joue #",
        dances: "* @ ne peut pas jouer",
        takes: "* @ prend",
        passes: "* @ refuse",
        wins: "@ gagne # points",
    },
    Language {
        name: "Italian",
        program: "GNU Backgammon",
        position: "ID Posizione",
        around: "ID Match",
        cube: "(Cubo a: #)",
        date: "Data: 28/02/2026",
        score: "Il punteggio (dopo # games) è",
        number: "Mossa numero #: ",
        moves: "* @ mosse #",
        dances: "* @ non può muovere",
        takes: "* @ accetta",
        passes: "* @ rifiuta",
        wins: "@ vince # punti",
    },
    Language {
        name: "Japanese",
        program: "GNU Backgammon",
        position: "Position ID",
        around: "Match ID",
        cube: "(キューブ: #)",
        date: "Date: 2026年02月28日",
        score: "スコア (# ゲーム後)",
        number: "手番号 #: ",
        moves: "* @ の手 #",
        dances: "* @ はムーブできません。",
        takes: "* @ はテイク",
        passes: "* @ はパス",
        wins: "@ の勝ち # 点",
    },
    Language {
        name: "Romanian",
        program: "Table GNU      ",
        position: "Position ID",
        around: "Match ID",
        cube: "(Cub: #)",
        date: "Data: 28.02.2026",
        score: "Scorul (după # jocuri) este",
        number: "Mutare număr #:",
        moves: "* @ mutări #",
        dances: "* @ nu poate muta",
        takes: "* @ acceptă",
        passes: "* @ refuză",
        wins: "@ wins # points",
    },
    Language {
        name: "Russian",
        program: "GNU Backgammon (Короткие нарды)",
        position: "Position ID",
        around: "Match ID",
        cube: "(Cube: #)",
        date: "Дата: 28.02.2026",
        score: "Счёт (после # игр)",
        number: "Ход номер: #: ",
        moves: "* @ ходит #",
        dances: "* @ не может ходить",
        takes: "* @ принимает",
        passes: "* @ отказывается",
        wins: "@ выигрывает # очка",
    },
    Language {
        name: "Turkish",
        program: "GNU Backgammon",
        position: "Position ID",
        around: "Match ID",
        cube: "(Cube: #)",
        date: "Date: 28-02-2026",
        score: "Skor (# oyundan sonra)",
        number: "Hamle no #: ",
        moves: "* @ # oynuyor",
        dances: "* @ oynayamıyor",
        takes: "* @ kabul ediyor",
        passes: "* @ reddediyor",
        wins: "@ # sayı kazandı",
    },
];

fn fill_in(sentence: &str, name: &str, what: &str) -> String {
    sentence.replace('#', what).replace('@', name)
}

/// Formats a match as GNU Backgammon does. Boards have only their edges, since the IDs hold the
/// positions.
fn write_text(record: &Match, language: &Language) -> String {
    let mut text = String::new();
    for (count, game) in record.games.iter().enumerate() {
        let [top, bottom] = [Seat::Top, Seat::Bottom].map(|seat| &record.players[seat].name);
        let score = fill_in(language.score, "", &count.to_string());
        let _ = writeln!(
            text,
            "{score}: {top} {}, {bottom} {} (to {} points)\n\n{}\n",
            game.score.top, game.score.bottom, record.length, language.date
        );
        for (number, step) in (1..).zip(game.replay(record).unwrap()) {
            let step = step.unwrap();
            let table = step.table;
            let name = &record.players[step.entry.seat].name;
            let id = table.gnu_id();
            let (position, around) = id.split_once(':').unwrap();
            let number = fill_in(language.number, "", &number.to_string());
            let cube = fill_in(language.cube, "", &table.cube.value().to_string());
            let Language { program, position: label, around: around_label, .. } = language;
            let _ = writeln!(text, "{number} {name} ...\n\n {program:<15} {label}: {position}");
            let _ = writeln!(text, "                 {around_label}   : {around}");
            let [above, below] = [Seat::Top, Seat::Bottom].map(|seat| {
                let owns = table.cube.owner().map(|side| table.seat.of(side)) == Some(seat);
                if owns { format!(" {cube}") } else { String::new() }
            });
            let _ =
                writeln!(text, " +13-14-15-16-17-18------19-20-21-22-23-24-+     O: {top}{above}");
            let _ = writeln!(
                text,
                " +12-11-10--9--8--7-------6--5--4--3--2--1-+     X: {bottom}{below}\n"
            );
            let _ = match &step.entry.event {
                Event::Play { dice, result } => {
                    let play = notation::write(table.game, &table.position, *dice, result).unwrap();
                    let is_pass = play == notation::PASS;
                    let sentence = if is_pass { language.dances } else { language.moves };
                    writeln!(text, "{}", fill_in(sentence, name, if is_pass { "" } else { &play }))
                }
                Event::Double => writeln!(text, "* {name} doubles"),
                Event::Take => writeln!(text, "{}", fill_in(language.takes, name, "")),
                Event::Pass => writeln!(text, "{}", fill_in(language.passes, name, "")),
                _ => Ok(()),
            };
            if let Phase::Rolled(dice) = table.phase {
                let _ = writeln!(
                    text,
                    "\nRolled {dice}:\n*    1. Cubeful 0-ply    8/5 6/5      Eq.: +0.009\n"
                );
            }
        }
        let result = game.result.unwrap();
        let winner = &record.players[result.winner.unwrap()].name;
        let _ = writeln!(text, "{}\n", fill_in(language.wins, winner, &result.points.to_string()));
    }
    text
}

#[track_caller]
fn only(text: &str) -> Reading {
    let readings = read_all(text.as_bytes(), &Options::default()).unwrap();
    let [reading] = <[Reading; 1]>::try_from(readings).unwrap();
    assert_eq!(reading.format, Format::GnuText);
    reading
}

#[test]
fn matches_are_read_in_every_language() {
    for (seed, length) in [(4, 1), (5, 3), (6, 5), (7, 7), (8, 9)] {
        let record = random_match(Game::Backgammon, length, &mut Random::new(seed));
        for language in &LANGUAGES {
            let text = write_text(&record, language);
            let context = format!("{} to {length}, seed {seed}\n{text}", language.name);
            let read = only(&text);
            assert_eq!(read.warnings, [], "{context}");
            let again = read.record.without_lines();
            for (again, game) in again.games.iter().zip(&record.games) {
                assert_eq!(again.entries, game.entries, "{context}");
                assert_eq!((again.score, again.crawford), (game.score, game.crawford));
                let end = |of: &sheshbesh_matchfile::GameRecord| {
                    of.result.map(|result| (result.winner, result.points))
                };
                assert_eq!(end(again), end(game), "{context}");
            }
            assert_eq!((again.games.len(), again.length), (record.games.len(), length));
            assert_eq!(again.players, record.players, "{context}");
            if language.name != "Greek" {
                assert_eq!(again.about.date, record.about.date, "{context}");
            }
        }
    }
}

/// A German export, in which some sentences about the cube are not translated.
const GERMAN: &str = "\
The score (after 0 games) is: Ada 0, Ben 0 (match to 7 points)

Match Information:

Zug Nr. 1:  Ada to play 31

 GNU Backgammon  Position ID: 4HPwATDgc/ABMA
                 Match ID   : MIDlAAAAAAAE

*.Ada zieht 8/5 6/5

Zug Nr. 2:  Ben to play 42

 GNU Backgammon  Position ID: sGfwATDgc/ABMA
                 Match ID   : cAnqAAAAAAAE

*.Ben zieht 8/4 6/4

Zug Nr. 3:  Ada on roll, cube decision?

 GNU Backgammon  Position ID: mGfwATCwZ/ABMA
                 Match ID   : MAHgAAAAAAAE

* Ada doubles

Move number 4:  Ada doubles to 2

 GNU Backgammon  Position ID: mGfwATCwZ/ABMA
                 Match ID   : MBngAAAAAAAE

* Ben nimmt an

Zug Nr. 5:  Ada to play 61

 GNU Backgammon  Position ID: mGfwATCwZ/ABMA
                 Match ID   : EQHnAAAAAAAE

*.Ada zieht 13/7 8/7
";

fn events(reading: &Reading) -> Vec<(Seat, &Event)> {
    reading.record.games[0].entries.iter().map(|entry| (entry.seat, &entry.event)).collect()
}

#[test]
fn german_is_read_as_english() {
    let german = only(GERMAN);
    assert_eq!((&*german.warnings, german.record.games.len()), (&[][..], 1));
    let [(_, Event::Play { .. }), (_, Event::Play { .. }), double, take, (_, Event::Play { .. })] =
        &events(&german)[..]
    else {
        panic!("{german:?}");
    };
    assert_eq!((double, take), (&(Seat::Top, &Event::Double), &(Seat::Bottom, &Event::Take)));
    let english = GERMAN
        .replace("*.", "* ")
        .replace("zieht", "moves")
        .replace("nimmt an", "accepts")
        .replace("Zug Nr.", "Move number");
    assert_eq!(only(&english), german);
}

/// An answer that no other line explains gives a warning and no entry.
#[test]
fn what_is_not_understood_is_said() {
    let (cut, _) = GERMAN.split_once("Zug Nr. 5").unwrap();
    let reading = only(cut);
    let problem = Problem::NotUnderstood("Ben nimmt an".to_owned());
    assert_eq!(reading.warnings[0].problem, problem);
    assert_eq!(events(&reading).last(), Some(&(Seat::Top, &Event::Double)));
    // With a result below, the answer is known: the player who doubled wins the value of the cube.
    let passed = only(&format!("{cut}\nAda gewinnt 1 Punkt\n"));
    assert_eq!(passed.warnings, []);
    assert_eq!(passed.record.games[0].result.map(|result| result.how), Some(How::Passed));
    // A missing play follows from the next table.
    let unsaid = GERMAN.replace("zieht 8/4 6/4", "zieht irgendwie");
    assert_eq!(only(&unsaid), only(GERMAN));
    let without = GERMAN.replace("*.Ben zieht 8/4 6/4\n", "");
    assert_eq!(only(&without).record.without_lines(), only(GERMAN).record.without_lines());
    // The last play has no next table.
    let last = GERMAN.replace("zieht 13/7 8/7", "zieht irgendwie");
    let reading = only(&last);
    let problem = Problem::NotUnderstood("Ada zieht irgendwie".to_owned());
    assert_eq!(reading.warnings[0].problem, problem);
    assert_eq!(events(&reading).len(), 4);
}
