//! Names of games.

use super::Game;

impl Game {
    /// The name on the command line, without options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Backgammon => "backgammon",
            Self::Nackgammon => "nackgammon",
            Self::LongGammon => "long-gammon",
            Self::Hypergammon => "hypergammon",
            Self::Snake => "snake",
            Self::Portes(_) => "portes",
            Self::Tavla(_) => "tavla",
            Self::OldEnglish(_) => "old-english",
            Self::Misere => "misere",
            Self::Irish => "irish",
            Self::Early(_) => "early",
            Self::Plakoto(_) => "plakoto",
            Self::Tapa(_) => "tapa",
            Self::Fevga(_) => "fevga",
            Self::LongNardi(_) => "long-nardi",
            Self::Nard(_) => "nard",
            Self::GulBara(_) => "gul-bara",
            Self::Gyulbar(_) => "gyulbar",
            Self::CrazyGyulbar(_) => "crazy-gyulbar",
            Self::Jacquet(_) => "jacquet",
            Self::Dutch(_) => "dutch",
            Self::AceyDeucey(_) => "acey-deucey",
            Self::Russian(_) => "russian",
            Self::Tabula(_) => "tabula",
            Self::Matador(_) => "matador",
            Self::American => "american",
            Self::Chase(_) => "chase",
            Self::Icelandic(_) => "icelandic",
        }
    }

    /// The English name as players write it, with a capital letter.
    ///
    /// ```
    /// use sheshbesh_movegen::Game;
    /// assert_eq!((Game::DUTCH.name(), Game::DUTCH.title()), ("dutch", "Dutch backgammon"));
    /// ```
    pub const fn title(self) -> &'static str {
        match self {
            Self::Backgammon => "Backgammon",
            Self::Nackgammon => "Nackgammon",
            Self::LongGammon => "Long gammon",
            Self::Hypergammon => "Hypergammon",
            Self::Snake => "Snake",
            Self::Portes(_) => "Portes",
            Self::Tavla(_) => "Tavla",
            Self::OldEnglish(_) => "Old English",
            Self::Misere => "Misère",
            Self::Irish => "Irish",
            Self::Early(_) => "Early backgammon",
            Self::Plakoto(_) => "Plakoto",
            Self::Tapa(_) => "Tapa",
            Self::Fevga(_) => "Fevga",
            Self::LongNardi(_) => "Long nardi",
            Self::Nard(_) => "Nard",
            Self::GulBara(_) => "Gul bara",
            Self::Gyulbar(_) => "Gyulbar",
            Self::CrazyGyulbar(_) => "Crazy gyulbar",
            Self::Jacquet(_) => "Jacquet",
            Self::Dutch(_) => "Dutch backgammon",
            Self::AceyDeucey(_) => "Acey-deucey",
            Self::Russian(_) => "Russian backgammon",
            Self::Tabula(_) => "Tabula",
            Self::Matador(_) => "Matador",
            Self::American => "American",
            Self::Chase(_) => "Chase",
            Self::Icelandic(_) => "Icelandic backgammon",
        }
    }

    /// Other names that players and programs use for the game.
    pub const fn other_names(self) -> &'static [&'static str] {
        match self {
            Self::Backgammon => &["bg", "standard", "short-nardi", "короткие-нарды"],
            Self::Nackgammon => &["nack"],
            Self::LongGammon => &["long-backgammon"],
            Self::Hypergammon => &["hyper", "hyper-backgammon"],
            Self::Snake => &["the-snake", "змея"],
            Self::Portes(_) => &["πόρτες", "doors"],
            Self::Tavla(_) => &["takhteh", "takhte"],
            Self::OldEnglish(_) => &["old-english-backgammon", "english"],
            Self::Misere => &["giveaway", "поддавки", "backgammon-to-lose"],
            Self::Irish => &["irish-backgammon", "irish-game", "todas-tablas", "toutes-tables"],
            Self::Early(_) => &["early-backgammon"],
            Self::Plakoto(_) => &["πλακωτό"],
            Self::Tapa(_) => &["тапа"],
            Self::Fevga(_) => &["φεύγα", "moultezim", "μουλτεζίμ"],
            Self::LongNardi(_) => &["long-nardy", "narde", "nardi", "длинные-нарды"],
            Self::Nard(_) => &["persian-nard", "single-nard"],
            Self::GulBara(_) => &["гюлбара", "gulbara", "rosespring", "gioul"],
            Self::Gyulbar(_) => &["гюльбар", "գյուլբար"],
            Self::CrazyGyulbar(_) => &["бешеный-гюльбар", "խելագար-գյուլբար", "mad-gyulbar"],
            Self::Jacquet(_) => &["жакет"],
            Self::Dutch(_) => &["dutch-backgammon", "голландские-нарды", "հոլանդական-նարդի"],
            Self::AceyDeucey(_) => &["acey-deucy", "acey", "эйси-дьюси"],
            Self::Russian(_) => &["russian-backgammon", "русские-нарды", "ռուսական-նարդի"],
            Self::Tabula(_) => &["roman-tabula", "табула", "տաբուլա"],
            Self::Matador(_) => &["матадор", "մատադոր"],
            Self::American => &["американка", "ամերիկյան"],
            Self::Chase(_) => &["погоня", "հալածում", "að-elta-stelpur", "chasing-the-girls"],
            Self::Icelandic(_) => &["icelandic-backgammon", "исландские-нарды", "իսլանդական-նարդի"],
        }
    }

    /// Names in Armenian, Greek, Russian and Turkish, as the page shows them, beyond the
    /// [other names](Self::other_names).
    pub const fn translated_names(self) -> &'static [&'static str] {
        match self {
            Self::Backgammon => &["կարճ-նարդի", "шеш-беш", "бэкгаммон", "բեքգամոն", "μπάκγκαμον"],
            Self::Nackgammon => &["накгаммон", "նակգամոն", "νάκγκαμον"],
            Self::LongGammon => &["лонг-гаммон", "լոնգ-գամոն", "uzun-gammon", "μακρύ-γκάμον"],
            Self::Hypergammon => &["гипергаммон", "հիպերգամոն", "υπεργκάμον"],
            Self::Snake => &["օձ", "yılan", "φίδι"],
            Self::Portes(_) => &["портес", "պորտես"],
            Self::Tavla(_) => &["тавла", "թավլա", "τάβλα"],
            Self::OldEnglish(_) => {
                &["старая-английская", "հին-անգլիական", "eski-ingiliz-tavlası", "παλιό-αγγλικό"]
            }
            Self::Misere => &["мисере", "միզեր", "ters-tavla", "χάνω-κερδίζω"],
            Self::Irish => &["ирландская", "իռլանդական", "irlanda-tavlası", "ιρλανδικό"],
            Self::Early(_) => &[
                "ранние-нарды",
                "старинный-бэкгаммон",
                "վաղ-բեքգամոն",
                "eski-backgammon",
                "παλιό-μπάκγκαμον",
            ],
            Self::Plakoto(_) => &["плакото", "պլակոտո"],
            Self::Tapa(_) => &["տապա", "τάπα"],
            Self::Fevga(_) => &["февга", "ֆեվգա"],
            Self::LongNardi(_) => &["երկար-նարդի", "uzun-nardi", "μακρύ-νάρντι"],
            Self::Nard(_) => &["нард", "նարդ", "ναρντ"],
            Self::GulBara(_) => &["գյուլբարա", "gülbahar", "γκιούλ-μπαρά"],
            Self::Gyulbar(_) => &["gülbar", "γκιουλμπάρ"],
            Self::CrazyGyulbar(_) => &["çılgın-gülbar", "τρελό-γκιουλμπάρ"],
            Self::Jacquet(_) => &["ժակետ", "ζακέ"],
            Self::Dutch(_) => &["hollanda-tavlası", "ολλανδικό-τάβλι"],
            Self::AceyDeucey(_) => &["էյսի-դյուսի", "έισι-ντιούσι"],
            Self::Russian(_) => &["rus-tavlası", "ρωσικό-τάβλι"],
            Self::Tabula(_) => &["τάβουλα"],
            Self::Matador(_) => &["ματαντόρ"],
            Self::American => &["amerikan", "αμερικάνικο"],
            Self::Chase(_) => &["испанские-нарды", "kovalamaca", "κυνηγητό"],
            Self::Icelandic(_) => &["izlanda-tavlası", "ισλανδικό-τάβλι"],
        }
    }
}
