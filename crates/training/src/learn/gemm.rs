//! Products of matrices, GEMM in the words of BLAS.

use gemm::Parallelism;

/// A factor of a product, row-major.
pub(crate) enum Factor<'a> {
    /// As it stands.
    Rows(&'a [f32]),
    /// Turned: its rows are the factor's columns.
    Columns(&'a [f32]),
}

/// Adds a product of two matrices to the row-major `sums`; `sizes` are the rows of `sums`, the
/// columns of the first factor, and the columns of `sums`.
///
/// # Panics
/// When a slice is too short for its size.
pub(crate) fn gemm(sums: &mut [f32], factors: [Factor; 2], sizes: [usize; 3]) {
    let [rows, depth, columns] = sizes;
    // The numbers, and how far the next row and the next column are.
    let strides = |factor: Factor, rows: usize, columns: usize| {
        let (numbers, row, column) = match factor {
            Factor::Rows(numbers) => (numbers, columns, 1),
            Factor::Columns(numbers) => (numbers, 1, rows),
        };
        assert!(numbers.len() >= rows * columns, "a factor is too short");
        (numbers.as_ptr(), row as isize, column as isize)
    };
    let [left, right] = factors;
    let (left, left_row, left_column) = strides(left, rows, depth);
    let (right, right_row, right_column) = strides(right, depth, columns);
    assert!(sums.len() >= rows * columns, "there is no room for the sums");
    if sizes.contains(&0) {
        return;
    }
    // SAFETY: the strides stay within matrices of the sizes asserted above, and `sums` is borrowed
    // for itself alone.
    unsafe {
        gemm::gemm(
            rows,
            columns,
            depth,
            sums.as_mut_ptr(),
            1,
            columns as isize,
            true,
            left,
            left_column,
            left_row,
            right,
            right_column,
            right_row,
            1.0,
            1.0,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}

#[test]
fn products_are_sums_of_products() {
    let left: Vec<f32> = (0..6).map(|i| i as f32).collect();
    let right: Vec<f32> = (0..12).map(|i| (i * i) as f32).collect();
    for turned in [[false, false], [true, false], [false, true], [true, true]] {
        let factor = |turned, numbers| {
            if turned { Factor::Columns(numbers) } else { Factor::Rows(numbers) }
        };
        let (mut got, mut want) = (vec![1.0; 8], vec![1.0; 8]);
        let factors = [factor(turned[0], &left[..]), factor(turned[1], &right[..])];
        gemm(&mut got, factors, [2, 3, 4]);
        for (i, want) in want.iter_mut().enumerate() {
            let (row, column) = (i / 4, i % 4);
            for k in 0..3 {
                let left = left[if turned[0] { k * 2 + row } else { row * 3 + k }];
                let right = right[if turned[1] { column * 3 + k } else { k * 4 + column }];
                *want += left * right;
            }
        }
        assert_eq!(got, want);
    }
}
