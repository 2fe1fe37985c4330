//! Analyzes whole matches.

use super::{
    counting::{EARLY, xg_factor},
    decision_analyzer::{AnalysisError, DecisionAnalyzer, number},
    decision_points::{DecisionPoint, DecisionPoints, Offer},
    depths::AnalysisDepths,
    document::{
        AnalysisSettings, AnalyzedGame, AnalyzedMatch, AnalyzedPlayer, Decision, Identity,
        Resignation, Rules, Thresholds,
    },
    levels::is_rated,
    plays,
    preset::Preset,
    rounding::rounded,
    statistics::Statistics,
    stats_accumulator::StatsAccumulator,
};
use crate::{
    EngineId,
    notes::{notes, solved_game},
};
use bincode::{
    Decode, Encode,
    de::Decoder,
    enc::Encoder,
    error::{DecodeError, EncodeError},
};
use serde::{Deserialize, Serialize};
use sheshbesh_evaluator::{Depth, Evaluator, Settings, Stop, cube::MatchEquityTable};
use sheshbesh_matchfile::{GameRecord, Match, Reading, ReplayError};
use sheshbesh_movegen::{BySeat, BySide, Coded, Game, Seat, Situation};
use sheshbesh_network::{Network, file::fingerprint};
use sheshbesh_parallel::{Executor, Job, ObjectPool};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Thresholds of a preset. Those for errors (0.020) and blunders (0.080) are eXtreme Gammon's.
const fn thresholds(preset: Preset) -> Thresholds {
    Thresholds {
        error: plays::ERROR,
        blunder: 0.08,
        near_best: 0.08,
        cube: preset.cube_margin(),
        early: EARLY,
    }
}

const _: () = assert!(plays::NEAR == 0.08);

/// Match analyzer: an evaluator with an analysis preset.
///
/// ```
/// use sheshbesh_analysis::match_analysis::{MatchAnalyzer, Preset};
/// use sheshbesh_evaluator::Settings;
/// use sheshbesh_matchfile::{Options, read};
/// let text = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 24/20          64: 24/14\n";
/// let reading = read(text.as_bytes(), &Options::default())?;
/// let network = sheshbesh_weights::shipped();
/// let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false);
/// let analyzed = analyzer.analyze("ada.mat", text.as_bytes(), &reading, &|_| ())?;
/// let first = &analyzed.games[0].decisions[0];
/// assert_eq!((first.played.as_str(), first.best.as_deref()), ("24/20", Some("8/5 6/5")));
/// assert!(first.loss > Some(0.1) && analyzed.players[0].statistics.blunders == 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MatchAnalyzer {
    pub(super) analyzer: DecisionAnalyzer,
    /// Includes the networks of other games, which documents mention match by match.
    id: EngineId,
    settings: AnalysisSettings,
}

/// Builds the description of the analyzer for documents.
fn describe_settings(
    id: &EngineId,
    settings: &Settings,
    preset: Preset,
    counted_as: Option<String>,
) -> AnalysisSettings {
    let mut described = AnalysisSettings {
        id: id.clone(),
        preset,
        ply: [preset.low().plies(), preset.high().plies()],
        luck_ply: preset.luck().plies(),
        bearoff_tables: settings.tables.is_some(),
        match_equity_table: settings.equities.name(),
        thresholds: thresholds(preset),
        counted_as,
        settings_hash: String::new(),
    };
    let fields = format!("{described:?}");
    // The hash covers these letters, with the names of earlier versions; other names would make
    // every stored analysis out of date.
    let fields = fields.strip_prefix("AnalysisSettings").unwrap_or(&fields);
    let fields = fields.replacen("near_best: ", "rivals: ", 1);
    let settings_text = format!(
        "Judges{fields} {:?} {:?} {:?}",
        settings.filter,
        settings.efficiency.unwrap_or_default(),
        settings.equities
    );
    described.settings_hash = fingerprint(settings_text.as_bytes());
    // The notes of each match state the games that networks were trained on.
    described.id = EngineId { learned: None, others: Vec::new(), ..described.id };
    described
}

impl MatchAnalyzer {
    /// Creates an analyzer from a network; `name` is its name in documents. All settings apply
    /// except the cube, which is always in play. If their stop is requested, an analysis ends
    /// without a result. `as_xg` applies eXtreme Gammon's special factors to its rating.
    pub fn new(
        network: &Network,
        name: &str,
        settings: Settings,
        preset: Preset,
        as_xg: bool,
    ) -> Self {
        let id = EngineId::with_network(name, network);
        Self::sharing(&Evaluator::new(network, settings), id, preset, as_xg)
    }

    /// As [`MatchAnalyzer::new`], but shares an evaluator's network and settings.
    pub fn sharing(evaluator: &Evaluator, id: EngineId, preset: Preset, as_xg: bool) -> Self {
        // Threads analyze different decisions, so each decision is searched by one thread.
        let settings = Settings { parallel: false, cubeful: true, ..evaluator.settings().clone() };
        let evaluator = evaluator.with_settings(settings);
        let counted_as = as_xg.then(|| "xg".to_owned());
        let settings = describe_settings(&id, evaluator.settings(), preset, counted_as);
        Self { analyzer: DecisionAnalyzer::new(evaluator, preset), id, settings }
    }

    /// Returns the analyzer with another preset. Both share the network.
    #[must_use]
    pub fn with_preset(&self, preset: Preset) -> Self {
        let counted_as = self.settings.counted_as.clone();
        let (id, evaluator) = (self.id.clone(), self.analyzer.evaluator.clone());
        let settings = describe_settings(&id, evaluator.settings(), preset, counted_as);
        Self { analyzer: DecisionAnalyzer::new(evaluator, preset), id, settings }
    }

    /// Returns the analyzer for a search depth instead of a preset: doubtful decisions are searched
    /// to this depth and the others one ply less, and nothing is rolled out. Both share the network.
    #[must_use]
    pub fn to_depth(&self, depth: Depth) -> Self {
        let (depths, preset) = AnalysisDepths::up_to(depth);
        let analyzer = self.with_preset(preset);
        let mut settings = analyzer.settings;
        settings.ply = [depths.low.plies(), depths.high.plies()];
        settings.luck_ply = depths.luck.plies();
        settings.settings_hash =
            fingerprint(format!("{} to {depth}", settings.settings_hash).as_bytes());
        let analyzer = DecisionAnalyzer::new(analyzer.analyzer.evaluator, depths);
        Self { analyzer, id: self.id.clone(), settings }
    }

    /// Returns the analyzer under another name, see [`MatchAnalyzer::sharing`].
    #[must_use]
    pub fn with_id(&self, id: EngineId) -> Self {
        let AnalysisSettings { preset, counted_as, .. } = self.settings.clone();
        let settings =
            describe_settings(&id, self.analyzer.evaluator.settings(), preset, counted_as);
        Self { analyzer: self.analyzer.clone(), id, settings }
    }

    /// Returns the analyzer with a stop signal. Both share the network.
    #[must_use]
    pub fn with_stop(&self, stop: Stop) -> Self {
        let settings = Settings { stop, ..self.analyzer.evaluator.settings().clone() };
        let evaluator = self.analyzer.evaluator.with_settings(settings);
        Self { analyzer: DecisionAnalyzer::new(evaluator, self.analyzer.depths), ..self.clone() }
    }

    /// Engine and settings, as in documents.
    pub fn settings(&self) -> &AnalysisSettings {
        &self.settings
    }

    /// Analyzes a match read from a file with these bytes, on all threads of rayon's pool. The
    /// result does not depend on the number of threads. `progress` is called from any thread with
    /// the finished share of the work, 0 to 1.
    ///
    /// # Errors
    /// If the network does not know a game, or the search is stopped.
    pub fn analyze(
        &self,
        file: &str,
        bytes: &[u8],
        reading: &Reading,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<AnalyzedMatch, AnalysisError> {
        self.analyze_on(&Executor::Threads, file, bytes, reading, progress)
    }

    /// Analyzes a match as the root rank of an executor. The other ranks call
    /// [`serve_worker`](Self::serve_worker) with the same match.
    ///
    /// # Errors
    /// As [`MatchAnalyzer::analyze`].
    pub fn analyze_on(
        &self,
        executor: &Executor,
        file: &str,
        bytes: &[u8],
        reading: &Reading,
        progress: &(dyn Fn(f64) + Sync),
    ) -> Result<AnalyzedMatch, AnalysisError> {
        let record = &reading.record;
        self.check(record)?;
        let games = questions_of(record);
        let answers = self.answers(executor, &asked(&games), &offered(&games), progress);
        self.join(answers, file, bytes, reading)
    }

    /// Joins the answers to all questions and then to all offers of a match.
    pub(super) fn join(
        &self,
        answers: Vec<Answer>,
        file: &str,
        bytes: &[u8],
        reading: &Reading,
    ) -> Result<AnalyzedMatch, AnalysisError> {
        let record = &reading.record;
        let games = questions_of(record);
        let (questions, offers) = (asked(&games), offered(&games));
        let mut answers = answers.into_iter();
        // Failed answers are computed again, to return their error.
        let mut again = self.analyzer.clone();
        let decided: Vec<Option<Decision>> = questions
            .iter()
            .zip(answers.by_ref())
            .map(|((_, question), answer)| match answer {
                Answer::Decision(decision) => Ok(decision.map(|decision| *decision)),
                _ => again.answer(question),
            })
            .collect::<Result<_, AnalysisError>>()?;
        let offered: Vec<Option<Resignation>> = offers
            .iter()
            .zip(answers)
            .map(|((_, offer), answer)| match answer {
                Answer::Resignation(resignation) => Ok(resignation),
                _ => again.resignation(offer),
            })
            .collect::<Result<_, AnalysisError>>()?;
        let mut decisions = by_game(&questions, decided, games.len());
        let mut resignations = by_game(&offers, offered, games.len());
        let mut analyzed = Vec::new();
        for (index, (game, asked)) in record.games.iter().zip(games).enumerate() {
            let decisions = std::mem::take(&mut decisions[index]);
            let resignations = std::mem::take(&mut resignations[index]);
            analyzed.push(self.game(record, game, asked.stopped.as_ref(), decisions, resignations));
        }
        Ok(self.whole(file, bytes, reading, analyzed))
    }

    /// Answers questions of a match for the root rank of an executor.
    ///
    /// # Errors
    /// If the network does not know a game; the root rank then has no work to share.
    pub fn serve_worker(&self, executor: &Executor, record: &Match) -> Result<(), AnalysisError> {
        self.check(record)?;
        let games = questions_of(record);
        self.answers(executor, &asked(&games), &offered(&games), &|_| {});
        Ok(())
    }

    /// Checks that the evaluator knows every game of the match.
    pub(super) fn check(&self, record: &Match) -> Result<(), AnalysisError> {
        let mut evaluator = self.analyzer.evaluator.clone();
        let played = record.games.iter().map(|game| game.game(record));
        for game in played.chain([record.game]) {
            if game != evaluator.game() || game == record.game {
                evaluator.set_stakes(&Situation::new(game.start(), game))?;
            }
        }
        Ok(())
    }

    /// Collects the answers to all questions and then to all offers. Only the root rank receives
    /// them.
    fn answers(
        &self,
        executor: &Executor,
        questions: &[(usize, DecisionPoint<'_>)],
        offers: &[(usize, Offer)],
        progress: &(dyn Fn(f64) + Sync),
    ) -> Vec<Answer> {
        let pool = ObjectPool::default();
        let answer = |index: usize| {
            let answered: Result<Answer, AnalysisError> = pool.lend(
                || Ok(self.analyzer.clone()),
                |asked: &mut DecisionAnalyzer| answer_one(asked, questions, offers, index),
            );
            answered.unwrap_or(Answer::Failed)
        };
        let count = questions.len() + offers.len();
        let done = AtomicUsize::new(0);
        let one_more = |_: &mut Answer| {
            progress((done.fetch_add(1, Ordering::Relaxed) + 1) as f64 / count.max(1) as f64);
        };
        executor.run(Job::new(count, &answer).report(&one_more).root_only())
    }

    /// Factor of the rating, from eXtreme Gammon's rules if selected.
    fn factor(&self, record: &Match) -> f64 {
        match self.settings.counted_as {
            Some(_) => xg_factor(record.length, record.game == Game::Nackgammon),
            None => 1.0,
        }
    }

    fn game(
        &self,
        record: &Match,
        game: &GameRecord,
        stopped: Option<&ReplayError>,
        decisions: Vec<Decision>,
        resignations: Vec<Resignation>,
    ) -> AnalyzedGame {
        let factor = self.factor(record);
        let tallies = [1, 2]
            .map(|seat| StatsAccumulator::new(seat, &decisions, &self.settings.thresholds, factor));
        let result = self.result(record, game).filter(|_| stopped.is_none());
        let identity = result.map(|result| {
            let [(own_luck, own_loss), (luck, loss)] = tallies.map(|tally| tally.stakes());
            Identity::new(result, own_luck - luck, own_loss - loss)
        });
        let rated = is_rated(game.game(record));
        let mut players =
            tallies.map(|tally| StatsAccumulator::combine(&[tally]).with_levels_if(rated));
        if let Some(identity) = identity {
            let before = self.chance_before(record, game).unwrap_or(0.0);
            adjust(&mut players, before, &identity, record.length > 0);
        }
        AnalyzedGame {
            game: game.game.map(|game| game.to_string()),
            score: [game.score.top, game.score.bottom],
            crawford: game.crawford && game.game(record).has_cube(),
            winner: game.result.and_then(|result| result.winner).map(number),
            points: game.result.map(|result| result.points),
            comment: game.comment.clone(),
            stopped: stopped.map(ToString::to_string),
            stopped_message: stopped.map(Coded::message),
            players,
            identity,
            decisions,
            resignations,
        }
    }

    /// The first player's match winning chance before a game.
    fn chance_before(&self, record: &Match, game: &GameRecord) -> Option<f64> {
        self.chance(record, game, game.score, !game.crawford)
    }

    /// The first player's match winning chance at a score, by the match equities of a game.
    fn chance(
        &self,
        record: &Match,
        game: &GameRecord,
        score: BySeat<u16>,
        crawford_over: bool,
    ) -> Option<f64> {
        let away = record.cube_rules().stakes(false).away(score.seen_from(Seat::Top))?;
        let BySide { on_roll: top, opponent: bottom } = away.map(i32::from);
        Some(self.equities(record, game).chance(top, bottom, crawford_over).into())
    }

    /// Table that evaluates the scores of a game.
    fn equities(&self, record: &Match, game: &GameRecord) -> Arc<MatchEquityTable> {
        let game = game.game(record);
        let scoring = record.customs.scoring;
        let situation = Situation { scoring, ..Situation::new(game.start(), game) };
        self.analyzer.evaluator.settings().equities.of(&situation)
    }

    /// The first player's gain from a game, in match winning chance or in points.
    fn result(&self, record: &Match, game: &GameRecord) -> Option<f64> {
        let result = game.result?;
        if record.length == 0 {
            let points = f64::from(result.points);
            return Some(match result.winner {
                Some(Seat::Top) => points,
                Some(Seat::Bottom) => -points,
                None => 0.0,
            });
        }
        let before = self.chance_before(record, game)?;
        let mut score = game.score;
        let points = u16::try_from(result.points).unwrap_or(u16::MAX);
        // A draw that counts gives points to both players.
        for seat in Seat::BOTH {
            if result.winner.is_none_or(|winner| winner == seat) {
                score[seat] = score[seat].saturating_add(points);
            }
        }
        // The next game is after the Crawford game if this game is the Crawford game or after it.
        let one_away = |points: &u16| points.checked_add(1) == Some(record.length);
        let crawford_over = game.score.iter().any(one_away) || !record.rules.crawford;
        Some(self.chance(record, game, score, crawford_over)? - before)
    }

    /// Notes on the analysis of all games, each sentence once.
    fn notes(&self, record: &Match) -> Vec<String> {
        let name = self.settings.id.weights.as_deref().unwrap_or_default();
        let mut all: Vec<String> = Vec::new();
        for game in record.games.iter().map(|game| game.game(record)) {
            let Ok(learned) = self.analyzer.evaluator.learned_for(game) else { continue };
            let stakes = record.cube_rules().stakes(false);
            let scoring = record.customs.scoring;
            let table = Situation { stakes, scoring, ..Situation::new(game.start(), game) };
            let is_solved = self.analyzer.evaluator.tablebase_hit(&table.position).is_some();
            let solved = is_solved.then(|| solved_game(game));
            for note in notes(name, learned, &table).into_iter().chain(solved) {
                if !all.contains(&note) {
                    all.push(note);
                }
            }
        }
        all.extend(self.several_networks(record));
        all
    }

    /// Names of the tables that evaluate the scores of a match's games; none if that is the table
    /// of the settings alone.
    fn table_names(&self, record: &Match) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for game in record.games.iter().filter(|_| record.length > 0) {
            let table = self.equities(record, game);
            if !names.iter().any(|name| name == table.name()) {
                names.push(table.name().to_owned());
            }
        }
        if names == [self.settings.match_equity_table.as_str()] { Vec::new() } else { names }
    }

    /// Note that lists the network of each game, if there are several networks.
    fn several_networks(&self, record: &Match) -> Option<String> {
        let main = self.id.learned.zip(self.id.weights_crc32.clone());
        let known: Vec<(Game, String)> = main.into_iter().chain(self.id.others.clone()).collect();
        let mut networks: Vec<(Game, &str)> = Vec::new();
        for game in record.games.iter().map(|game| game.game(record)) {
            let Ok(learned) = self.analyzer.evaluator.learned_for(game) else { continue };
            let found = known.iter().find(|(known, _)| *known == learned);
            let Some((_, checksum)) = found else { continue };
            if !networks.iter().any(|(analyzed, _)| *analyzed == game) {
                networks.push((game, checksum));
            }
        }
        let several = networks.iter().any(|(_, checksum)| *checksum != networks[0].1);
        let each = networks.iter().map(|(game, checksum)| format!("{game} by {checksum}"));
        several.then(|| format!("networks judge {}", each.collect::<Vec<_>>().join(", ")))
    }

    fn whole(
        &self,
        file: &str,
        bytes: &[u8],
        reading: &Reading,
        games: Vec<AnalyzedGame>,
    ) -> AnalyzedMatch {
        let record = &reading.record;
        let factor = self.factor(record);
        let rated = record.frame.is_none() && is_rated(record.game);
        let mut statistics = [1, 2].map(|seat| {
            let tallies: Vec<StatsAccumulator> = games
                .iter()
                .map(|game| {
                    StatsAccumulator::new(seat, &game.decisions, &self.settings.thresholds, factor)
                })
                .collect();
            StatsAccumulator::combine(&tallies).with_levels_if(rated)
        });
        let identity = Identity::sum(games.iter().filter_map(|game| game.identity.as_ref()));
        if identity.games == games.len() && !games.is_empty() {
            let before = self.chance_before(record, &record.games[0]).unwrap_or(0.0);
            adjust(&mut statistics, before, &identity, record.length > 0);
        }
        let [first, second] = statistics;
        let player = |seat: Seat, statistics: Statistics| {
            let player = &record.players[seat];
            AnalyzedPlayer { name: player.name.clone(), rating: player.rating.clone(), statistics }
        };
        let is_money = record.length == 0;
        AnalyzedMatch {
            file: file.to_owned(),
            file_hash: file_hash(bytes, reading),
            format: reading.format.name().to_owned(),
            game: record.game.to_string(),
            frame: record.frame.map(|frame| frame.to_string()),
            length: record.length,
            rules: Rules {
                jacoby: is_money.then(|| record.rules.jacoby.unwrap_or(true)),
                beavers: is_money.then(|| record.rules.beavers.unwrap_or(true)),
                crawford: (!is_money).then_some(record.rules.crawford),
                scoring: record.customs.scoring.map(|scoring| scoring.to_string()),
            },
            event: record.about.event.clone(),
            site: record.about.site.clone(),
            date: record
                .about
                .date
                .map(|date| format!("{:04}-{:02}-{:02}", date.year, date.month, date.day)),
            comment: record.about.comment.clone(),
            warnings: reading.warnings.iter().map(ToString::to_string).collect(),
            warning_messages: reading.warnings.iter().map(Coded::message).collect(),
            notes: self.notes(record),
            match_equity_tables: self.table_names(record),
            players: [player(Seat::Top, first), player(Seat::Bottom, second)],
            identity,
            games,
        }
    }
}

pub(super) fn questions_of(record: &Match) -> Vec<DecisionPoints<'_>> {
    record.games.iter().map(|game| DecisionPoints::of(game, record)).collect()
}

pub(super) fn asked<'a>(games: &[DecisionPoints<'a>]) -> Vec<(usize, DecisionPoint<'a>)> {
    in_order(games, |game| &game.questions)
}

pub(super) fn offered(games: &[DecisionPoints<'_>]) -> Vec<(usize, Offer)> {
    in_order(games, |game| &game.offers)
}

/// Answers a question by its index, or an offer by its index after all questions.
pub(super) fn answer_one(
    analyzer: &mut DecisionAnalyzer,
    questions: &[(usize, DecisionPoint<'_>)],
    offers: &[(usize, Offer)],
    index: usize,
) -> Result<Answer, AnalysisError> {
    match questions.get(index) {
        Some((_, question)) => Ok(Answer::Decision(analyzer.answer(question)?.map(Box::new))),
        None => {
            let (_, offer) = &offers[index - questions.len()];
            Ok(Answer::Resignation(analyzer.resignation(offer)?))
        }
    }
}

/// Answer to a question or an offer.
#[derive(Serialize, Deserialize)]
pub(super) enum Answer {
    /// Analysis of a decision; `None` if there is nothing to decide.
    Decision(Option<Box<Decision>>),
    /// Analysis of an offer to resign; `None` if there is nothing to analyze.
    Resignation(Option<Resignation>),
    /// The analysis failed or was stopped.
    Failed,
}

/// Ranks send answers as CBOR: bincode cannot read structs that omit fields.
impl Encode for Answer {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        let mut bytes = Vec::new();
        ciborium::into_writer(self, &mut bytes)
            .map_err(|error| EncodeError::OtherString(error.to_string()))?;
        bytes.encode(encoder)
    }
}

impl<C> Decode<C> for Answer {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        let bytes: Vec<u8> = Decode::decode(decoder)?;
        ciborium::from_reader(&bytes[..])
            .map_err(|error| DecodeError::OtherString(error.to_string()))
    }
}

/// Sets both players' luck-adjusted results; `before` is the first player's match winning chance
/// before the games, or 0 for money.
fn adjust(players: &mut [Statistics; 2], before: f64, identity: &Identity, is_match: bool) {
    let first = before + identity.result - identity.luck;
    let second = if is_match { 1.0 - first } else { -first };
    for (player, adjusted) in players.iter_mut().zip([first, second]) {
        player.luck_adjusted_result = Some(rounded(adjusted));
    }
}

impl Identity {
    fn new(result: f64, luck: f64, errors: f64) -> Self {
        let residual = rounded(result - luck + errors);
        let [result, luck, errors] = [result, luck, errors].map(rounded);
        Self { games: 1, result, luck, errors, residual }
    }

    fn sum<'a>(games: impl Iterator<Item = &'a Self>) -> Self {
        let mut all = Self::default();
        for game in games {
            all.games += game.games;
            all.result = rounded(all.result + game.result);
            all.luck = rounded(all.luck + game.luck);
            all.errors = rounded(all.errors + game.errors);
            all.residual = rounded(all.residual + game.residual);
        }
        all
    }
}

/// Computes the [`AnalyzedMatch::file_hash`] of a match: of the file's bytes, of the rules used to
/// read them, and of the match number in a file with several matches.
pub fn file_hash(bytes: &[u8], reading: &Reading) -> String {
    let Match { game, length, rules, customs, .. } = &reading.record;
    let scoring = customs.scoring.map_or(String::new(), |scoring| format!(" {scoring}"));
    let number = reading.number.map_or(String::new(), |number| format!(" match {number}"));
    let read_as = format!("{game} {length} {rules:?}{scoring}{number}");
    fingerprint(&[bytes, read_as.as_bytes()].concat())
}

/// Flattens the items of all games, each with the index of its game.
fn in_order<'a, T: Copy>(
    games: &[DecisionPoints<'a>],
    of: impl for<'b> Fn(&'b DecisionPoints<'a>) -> &'b Vec<T>,
) -> Vec<(usize, T)> {
    let numbered = games.iter().enumerate();
    numbered.flat_map(|(index, game)| of(game).iter().map(move |one| (index, *one))).collect()
}

/// Groups the answers by the games of their questions.
fn by_game<Q, A>(asked: &[(usize, Q)], answers: Vec<Option<A>>, games: usize) -> Vec<Vec<A>> {
    let mut sorted: Vec<Vec<A>> = (0..games).map(|_| Vec::new()).collect();
    for ((game, _), answer) in asked.iter().zip(answers) {
        sorted[*game].extend(answer);
    }
    sorted
}
