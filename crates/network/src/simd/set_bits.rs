//! Table of the set bits of each byte, to list the nonzero lanes of a vector (Stockfish: `nnz`).

/// Indices of the set bits of each byte, followed by zeros.
pub(super) static OF_BYTE: [[u16; 8]; 256] = {
    let mut indices = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut bit, mut count) = (0, 0);
        while bit < 8 {
            if mask >> bit & 1 == 1 {
                indices[mask][count] = bit;
                count += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    indices
};
