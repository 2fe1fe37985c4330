//! Samples: positions with their targets.

use bincode::{
    Decode, Encode,
    de::Decoder,
    enc::Encoder,
    error::{DecodeError, EncodeError},
};
use rand::seq::SliceRandom;
use sheshbesh_movegen::{Game, InvalidPacked, PackedPosition, Position, random::GameRng};
use sheshbesh_network::{ClassSet, OUTCOMES, Outcomes};

/// A position and its target outcomes, for the player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Position before the roll.
    pub position: Position,
    /// The target: a distribution over the outcomes.
    pub target: Outcomes,
    /// True if the previous sample is a sibling: another result of the same roll. The network has
    /// to choose between siblings.
    pub is_sibling: bool,
}

/// Iterates over the groups of siblings.
pub(crate) fn siblings(samples: &[Sample]) -> impl Iterator<Item = &[Sample]> {
    samples.chunk_by(|_, next| next.is_sibling)
}

/// Shuffles samples and keeps siblings together.
pub(crate) fn shuffled_by_roll(samples: &[Sample], rng: &mut GameRng) -> Vec<Sample> {
    let mut rolls: Vec<&[Sample]> = siblings(samples).collect();
    rolls.shuffle(rng);
    rolls.concat()
}

/// Error of encoded samples.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InvalidSample {
    #[error("truncated sample")]
    Ragged,
    #[error("impossible position in a sample: {0}")]
    Position(#[from] InvalidPacked),
    #[error("target of a sample is not finite")]
    NotFinite,
}

/// Bytes of an encoded sample: the packed position, the target's numbers in little-endian order,
/// and a byte that is 1 for a sibling of the previous sample and 0 otherwise.
pub(crate) const RECORD: usize = PackedPosition::BYTES + OUTCOMES * size_of::<f32>() + 1;

/// Selects the samples whose positions are of some classes. Remaining results of a roll stay
/// siblings.
pub(crate) fn of_classes(samples: &[Sample], game: Game, classes: ClassSet) -> Vec<Sample> {
    let mut found = Vec::new();
    for roll in siblings(samples) {
        let first = found.len();
        let of_roll = roll.iter().filter(|sample| classes.contains(game.class(&sample.position)));
        found.extend(of_roll.copied());
        if let Some(first) = found.get_mut(first) {
            first.is_sibling = false;
        }
    }
    found
}

/// Encodes samples as records of [`RECORD`] bytes each.
pub(crate) fn to_records(samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(samples.len() * RECORD);
    for Sample { position, target, is_sibling } in samples {
        bytes.extend(position.pack().0);
        bytes.extend(target.0.iter().flat_map(|number| number.to_le_bytes()));
        bytes.push((*is_sibling).into());
    }
    bytes
}

/// Decodes samples with positions of a game.
///
/// # Errors
/// A truncated record, an impossible position, or a target that is not finite.
pub(crate) fn from_records(bytes: &[u8], game: Game) -> Result<Vec<Sample>, InvalidSample> {
    let records = bytes.chunks_exact(RECORD);
    if !records.remainder().is_empty() {
        return Err(InvalidSample::Ragged);
    }
    let sample = |record: &[u8]| {
        let sample = read_sample(record, game)?;
        let is_finite = sample.target.0.iter().all(|number| number.is_finite());
        if is_finite { Ok(sample) } else { Err(InvalidSample::NotFinite) }
    };
    records.map(sample).collect()
}

/// Samples that a rank has played. Ranks send them to each other as records.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum PlayedSamples {
    /// Samples of this process.
    Local(Vec<Sample>),
    /// Records of another rank.
    Remote(Vec<u8>),
}

impl PlayedSamples {
    /// Returns the samples, with positions of a game. Targets may be infinite or NaN: the learner
    /// reports diverged weights.
    ///
    /// # Panics
    /// If another rank has sent other bytes than samples of this game.
    pub(crate) fn into_samples(self, game: Game) -> Vec<Sample> {
        match self {
            Self::Local(samples) => samples,
            Self::Remote(bytes) => {
                let records = bytes.chunks_exact(RECORD);
                assert!(records.remainder().is_empty(), "truncated sample");
                records
                    .map(|record| read_sample(record, game).expect("an encoded position"))
                    .collect()
            }
        }
    }
}

impl Encode for PlayedSamples {
    fn encode<E: Encoder>(&self, encoder: &mut E) -> Result<(), EncodeError> {
        match self {
            Self::Local(samples) => to_records(samples).encode(encoder),
            Self::Remote(records) => records.encode(encoder),
        }
    }
}

impl<C> Decode<C> for PlayedSamples {
    fn decode<D: Decoder<Context = C>>(decoder: &mut D) -> Result<Self, DecodeError> {
        Vec::decode(decoder).map(Self::Remote)
    }
}

fn read_sample(record: &[u8], game: Game) -> Result<Sample, InvalidPacked> {
    let (packed, numbers) = record.split_at(PackedPosition::BYTES);
    let packed = PackedPosition(packed.try_into().expect("the slice has the size of a position"));
    let (numbers, flag) = numbers.as_chunks();
    let target = std::array::from_fn(|i| f32::from_le_bytes(numbers[i]));
    let is_sibling = flag != [0];
    Ok(Sample { position: packed.unpack(game)?, target: Outcomes(target), is_sibling })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples;
    use sheshbesh_movegen::random::game_rng;

    #[test]
    fn records_give_the_samples_back_and_impossible_ones_are_refused() {
        let mut samples = test_samples(200);
        samples.iter_mut().skip(1).step_by(3).for_each(|sample| sample.is_sibling = true);
        let bytes = to_records(&samples);
        assert_eq!(bytes.len(), 200 * RECORD);
        let read = |bytes: &[u8]| from_records(bytes, Game::Backgammon);
        assert_eq!(read(&bytes), Ok(samples.clone()));
        let played = PlayedSamples::Local(samples.clone());
        let config = bincode::config::standard();
        let encoded = bincode::encode_to_vec(&played, config).unwrap();
        let (received, _) =
            bincode::decode_from_slice::<PlayedSamples, _>(&encoded, config).unwrap();
        assert_eq!(received, PlayedSamples::Remote(bytes.clone()));
        assert_eq!(received.into_samples(Game::Backgammon), samples);
        assert_eq!(read(&bytes[1..]), Err(InvalidSample::Ragged));
        let mut nan = bytes.clone();
        nan[RECORD - 5..RECORD - 1].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(read(&nan), Err(InvalidSample::NotFinite));
        // One checker more than a side has.
        let mut more = bytes;
        more[0] ^= 1 << 4;
        assert!(matches!(read(&more), Err(InvalidSample::Position(_))));
    }
    #[test]
    fn siblings_stay_together_where_samples_are_shuffled_or_left_out() {
        let mut samples = test_samples(400);
        // Rolls of one, two and six results.
        for (index, sample) in samples.iter_mut().enumerate() {
            sample.is_sibling = index % 15 % 6 != 0 && index % 15 != 14;
        }
        let rolls = |samples: &[Sample]| -> Vec<Vec<Sample>> {
            siblings(samples).map(<[Sample]>::to_vec).collect()
        };
        let want = rolls(&samples);
        assert!(want.len() > 100 && want.iter().any(|roll| roll.len() > 4));
        let mixed = shuffled_by_roll(&samples, &mut game_rng(1, 1));
        let mut got = rolls(&mixed);
        assert_ne!(got, want);
        got.sort_by_key(|roll| want.iter().position(|other| other == roll));
        assert_eq!(got, want);

        let classes = ClassSet::RACE;
        let is_left = |sample: &&Sample| classes.contains(Game::Backgammon.class(&sample.position));
        let left: Vec<Vec<Position>> = want
            .iter()
            .map(|roll| roll.iter().filter(is_left).map(|sample| sample.position).collect())
            .filter(|roll: &Vec<Position>| !roll.is_empty())
            .collect();
        let found = of_classes(&samples, Game::Backgammon, classes);
        let found: Vec<Vec<Position>> =
            siblings(&found).map(|roll| roll.iter().map(|s| s.position).collect()).collect();
        assert!(!found.is_empty());
        assert_eq!(found, left);
    }
}
