//! Matrix products (GEMM).

use gemm::Parallelism;

/// Adds the product of two matrices to `sums`; all three are row-major. `sizes` are the rows of
/// `sums`, the columns of the first factor, and the columns of `sums`.
///
/// # Panics
/// If a slice is too short for its size.
pub(crate) fn gemm(sums: &mut [f32], [left, right]: [&[f32]; 2], sizes: [usize; 3]) {
    let [rows, depth, columns] = sizes;
    assert!(
        left.len() >= rows * depth && right.len() >= depth * columns,
        "a factor is smaller than its size"
    );
    assert!(sums.len() >= rows * columns, "the output is smaller than its size");
    if sizes.contains(&0) {
        return;
    }
    // SAFETY: the strides stay within matrices of the sizes asserted above, and `sums` is borrowed
    // exclusively.
    unsafe {
        gemm::gemm(
            rows,
            columns,
            depth,
            sums.as_mut_ptr(),
            1,
            columns as isize,
            true,
            left.as_ptr(),
            1,
            depth as isize,
            right.as_ptr(),
            1,
            columns as isize,
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
    let (mut got, mut want) = (vec![1.0; 8], vec![1.0; 8]);
    gemm(&mut got, [&left, &right], [2, 3, 4]);
    for (i, want) in want.iter_mut().enumerate() {
        let (row, column) = (i / 4, i % 4);
        *want += (0..3).map(|k| left[row * 3 + k] * right[k * 4 + column]).sum::<f32>();
    }
    assert_eq!(got, want);
}
