//! Output cursor for features.

/// Writes features one after the other.
pub(super) struct FeatureWriter<'a> {
    out: &'a mut [f32],
    next: usize,
}

impl<'a> FeatureWriter<'a> {
    /// Creates a writer that begins at the start of a slice.
    #[inline(always)]
    pub(super) fn new(out: &'a mut [f32]) -> Self {
        Self { out, next: 0 }
    }

    /// Writes a feature.
    #[inline(always)]
    pub(super) fn put(&mut self, value: f32) {
        self.out[self.next] = value;
        self.next += 1;
    }

    /// Writes a feature, or 0 if a condition is false.
    #[inline(always)]
    pub(super) fn put_if(&mut self, condition: bool, value: f32) {
        self.put(if condition { value } else { 0.0 });
    }

    /// Writes several features.
    #[inline(always)]
    pub(super) fn put_all(&mut self, values: &[f32]) {
        self.out[self.next..][..values.len()].copy_from_slice(values);
        self.next += values.len();
    }

    /// Number of features written.
    #[inline(always)]
    pub(super) fn written(&self) -> usize {
        self.next
    }
}
