//! Features of a position without contact, where only the way home counts.

use sheshbesh_movegen::{BAR, Checkers, HOME, OFF, Position, Variant};

/// Features of one side.
const PER_SIDE: usize = 12;
/// Features of both sides: the player on roll's, then the opponent's.
pub(super) const FEATURES: usize = 2 * PER_SIDE;

const ALL_CHECKERS: f32 = Variant::Backgammon.checkers() as f32;

/// Writes the features of both sides.
#[inline(always)]
pub(super) fn write(position: &Position, features: &mut [f32]) {
    let (own, opponent) = (position.own(), position.opponent());
    let (first, second) = features.split_at_mut(PER_SIDE);
    write_side(own, opponent, first);
    write_side(opponent, own, second);
}

#[inline(always)]
fn write_side(side: Checkers, other: Checkers, out: &mut [f32]) {
    let counts = side.counts();
    let (mut pips, mut pips_to_home, mut not_home, mut crossovers, mut gone_past) = (0, 0, 0, 0, 0);
    for (index, &count) in (0u32..).zip(&counts[..=BAR as usize]) {
        let count = u32::from(count);
        pips += count * index;
        pips_to_home += count * index.saturating_sub(u32::from(HOME));
        not_home += count * u32::from(index > u32::from(HOME));
        crossovers += count * index.div_ceil(u32::from(HOME));
        gone_past += count * index.saturating_sub(u32::from(3 * HOME));
    }
    let lead = other.pips() as f32 - pips as f32;
    let off = f32::from(side.on(OFF));
    let gaps = HOME as u32 - ((side.occupied() >> 1) & 0x3f).count_ones();
    let band = ALL_CHECKERS / 3.0;
    out.copy_from_slice(&[
        (off / band).min(1.0),
        ((off - band) / band).clamp(0.0, 1.0),
        ((off - 2.0 * band) / band).max(0.0),
        // A gammon is saved with the first checker off.
        if off > 0.0 { 1.0 } else { 0.0 },
        pips as f32 / 100.0,
        (lead / 20.0).clamp(-2.0, 2.0),
        pips_to_home as f32 / 50.0,
        not_home as f32 / ALL_CHECKERS,
        crossovers as f32 / 30.0,
        // Pips to leave the other side's home board: what stands between a gammon and a
        // backgammon.
        gone_past as f32 / 10.0,
        gaps as f32 / f32::from(HOME),
        f32::from(counts[1] + counts[2]) / 6.0,
    ]);
}
