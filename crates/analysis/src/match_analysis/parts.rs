//! Parts of a match, analyzed by programs that share nothing, such as the workers of a browser.

use super::{
    decision_analyzer::AnalysisError,
    document::AnalyzedMatch,
    match_analyzer::{Answer, MatchAnalyzer, answer_one, asked, offered, questions_of},
};
use bincode::config::standard;
use sheshbesh_matchfile::{Match, Reading};

impl MatchAnalyzer {
    /// Answers every `parts`-th question of a match, beginning with question `part`, counted from 0.
    /// The bytes are for [`analyze_parts`](Self::analyze_parts) of the same analyzer. `progress` is
    /// called with the finished share of the part, 0 to 1.
    ///
    /// ```
    /// # use sheshbesh_analysis::match_analysis::{MatchAnalyzer, Preset};
    /// # use sheshbesh_evaluator::Settings;
    /// # use sheshbesh_matchfile::{Options, read};
    /// # let text = " 3 point match\n\n Game 1\n Ada : 0              Ben : 0\n  1) 31: 24/20          64: 24/14\n";
    /// # let reading = read(text.as_bytes(), &Options::default())?;
    /// # let network = sheshbesh_weights::shipped();
    /// let analyzer = MatchAnalyzer::new(network, "shesh", Settings::default(), Preset::Quick, false);
    /// let part = |part| analyzer.analyze_part(&reading.record, part, 2, &|_| ());
    /// let parts = [part(0)?, part(1)?];
    /// let joined = analyzer.analyze_parts(&parts, "ada.mat", text.as_bytes(), &reading)?;
    /// assert_eq!(joined, analyzer.analyze("ada.mat", text.as_bytes(), &reading, &|_| ())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the network does not know a game, or the search is stopped.
    ///
    /// # Panics
    /// If `parts` is 0.
    pub fn analyze_part(
        &self,
        record: &Match,
        part: usize,
        parts: usize,
        progress: &dyn Fn(f64),
    ) -> Result<Vec<u8>, AnalysisError> {
        self.check(record)?;
        let games = questions_of(record);
        let (questions, offers) = (asked(&games), offered(&games));
        let mut analyzer = self.analyzer.clone();
        let indices = (part..questions.len() + offers.len()).step_by(parts);
        let count = indices.len();
        let mut answers = Vec::with_capacity(count);
        for index in indices {
            answers.push(answer_one(&mut analyzer, &questions, &offers, index)?);
            progress(answers.len() as f64 / count as f64);
        }
        Ok(bincode::encode_to_vec(answers, standard()).expect("answers can be written to memory"))
    }

    /// Joins the parts of a match, in their order. The result is that of
    /// [`analyze`](Self::analyze). Answers of missing or damaged parts are computed again.
    ///
    /// # Errors
    /// As [`MatchAnalyzer::analyze`].
    pub fn analyze_parts(
        &self,
        parts: &[Vec<u8>],
        file: &str,
        bytes: &[u8],
        reading: &Reading,
    ) -> Result<AnalyzedMatch, AnalysisError> {
        self.check(&reading.record)?;
        let games = questions_of(&reading.record);
        let count = asked(&games).len() + offered(&games).len();
        let mut parts: Vec<_> = parts
            .iter()
            .map(|part| {
                let read = bincode::decode_from_slice::<Vec<Answer>, _>(part, standard());
                read.map_or(Vec::new(), |(answers, _)| answers).into_iter()
            })
            .collect();
        let number = parts.len().max(1);
        let mut next = |index: usize| parts.get_mut(index % number).and_then(Iterator::next);
        let answers = (0..count).map(|index| next(index).unwrap_or(Answer::Failed)).collect();
        self.join(answers, file, bytes, reading)
    }
}
