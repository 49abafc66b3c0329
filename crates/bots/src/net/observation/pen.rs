//! Writing the numbers of an observation, column by column.

use mergemaker_engine::{Chain, ChainSet};

use super::columns::Column;

/// Writes numbers into columns. What is not written stays 0.
pub(super) struct Pen<'a>(pub(super) &'a mut [f32]);

impl Pen<'_> {
    /// One number of a column.
    #[inline(always)]
    pub(super) fn nth(&mut self, column: Column, index: usize, number: f32) {
        debug_assert!(index < column.width, "{}", column.name);
        self.0[column.start + index] = number;
    }

    #[inline(always)]
    pub(super) fn number(&mut self, column: Column, number: f32) {
        debug_assert_eq!(column.width, 1, "{}", column.name);
        self.0[column.start] = number;
    }

    #[inline(always)]
    pub(super) fn count(&mut self, column: Column, count: impl Into<u32>, scale: f32) {
        self.number(column, count.into() as f32 / scale);
    }

    #[inline(always)]
    pub(super) fn flag(&mut self, column: Column, flag: bool) {
        self.number(column, as_number(flag));
    }

    #[inline(always)]
    pub(super) fn chains(&mut self, column: Column, chains: ChainSet) {
        for chain in Chain::ALL {
            self.nth(column, chain.index(), as_number(chains.contains(chain)));
        }
    }

    /// One-hot encoding. An index beyond the column leaves it 0.
    #[inline(always)]
    pub(super) fn one_of(&mut self, column: Column, which: usize) {
        if which < column.width {
            self.nth(column, which, 1.0);
        }
    }
}

#[inline(always)]
pub(super) fn as_number(flag: bool) -> f32 {
    f32::from(u8::from(flag))
}
