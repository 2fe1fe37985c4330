//! What is learned: positions and what they are taught.

use sheshbesh_movegen::{Game, InvalidPacked, PackedPosition, Position};
use sheshbesh_network::{ClassSet, OUTCOMES, Outcomes};

/// A position and the outcomes that it is taught, for the player on roll.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Before the roll.
    pub position: Position,
    /// The target: a distribution over the outcomes.
    pub target: Outcomes,
}

/// Why bytes of a file are no samples.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum InvalidSample {
    #[error("it ends within a sample")]
    Ragged,
    #[error("a sample has an impossible position: {0}")]
    Position(#[from] InvalidPacked),
    #[error("a sample is taught something that is not a number")]
    NotFinite,
}

/// Bytes of a sample in files: the packed position, then the target's numbers, little-endian.
pub(crate) const RECORD: usize = PackedPosition::BYTES + OUTCOMES * size_of::<f32>();

/// Those samples whose positions are of some classes.
pub(crate) fn of_classes(
    samples: &[Sample],
    game: Game,
    classes: ClassSet,
) -> impl Iterator<Item = &Sample> {
    samples.iter().filter(move |sample| classes.contains(game.class(&sample.position)))
}

/// Samples as they stand in files, each [`RECORD`] bytes long.
pub(crate) fn to_records(samples: &[Sample]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(samples.len() * RECORD);
    for Sample { position, target } in samples {
        bytes.extend(position.pack().0);
        bytes.extend(target.0.iter().flat_map(|number| number.to_le_bytes()));
    }
    bytes
}

/// The samples that stand in a file, positions of a game.
///
/// # Errors
/// When one of them cannot be learned from.
pub(crate) fn from_records(bytes: &[u8], game: Game) -> Result<Vec<Sample>, InvalidSample> {
    let records = bytes.chunks_exact(RECORD);
    if !records.remainder().is_empty() {
        return Err(InvalidSample::Ragged);
    }
    let sample = |record: &[u8]| {
        let sample = sample(record, game)?;
        let is_finite = sample.target.0.iter().all(|number| number.is_finite());
        if is_finite { Ok(sample) } else { Err(InvalidSample::NotFinite) }
    };
    records.map(sample).collect()
}

/// The samples that another has told, whatever they are taught: weights that grow beyond all numbers
/// are found where they are learned.
///
/// # Panics
/// When they are no samples.
pub(crate) fn told(bytes: &[u8], game: Game) -> Vec<Sample> {
    let records = bytes.chunks_exact(RECORD);
    assert!(records.remainder().is_empty(), "samples are told whole");
    records.map(|record| sample(record, game).expect("a position of a game")).collect()
}

fn sample(record: &[u8], game: Game) -> Result<Sample, InvalidPacked> {
    let (packed, numbers) = record.split_at(PackedPosition::BYTES);
    let packed = PackedPosition(packed.try_into().expect("so many bytes were split off"));
    let (numbers, _) = numbers.as_chunks();
    let target = std::array::from_fn(|i| f32::from_le_bytes(numbers[i]));
    Ok(Sample { position: packed.unpack(game)?, target: Outcomes(target) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_samples;

    #[test]
    fn records_give_the_samples_back_and_impossible_ones_are_refused() {
        let samples = test_samples(200);
        let bytes = to_records(&samples);
        assert_eq!(bytes.len(), 200 * RECORD);
        let read = |bytes: &[u8]| from_records(bytes, Game::Backgammon);
        assert_eq!(read(&bytes), Ok(samples));
        assert_eq!(read(&bytes[1..]), Err(InvalidSample::Ragged));
        let mut nan = bytes.clone();
        nan[RECORD - 4..RECORD].copy_from_slice(&f32::NAN.to_le_bytes());
        assert_eq!(read(&nan), Err(InvalidSample::NotFinite));
        // One checker more than a side has.
        let mut more = bytes;
        more[0] ^= 1 << 4;
        assert!(matches!(read(&more), Err(InvalidSample::Position(_))));
    }
}
