//! Lanes: eight bytes in one `u64`, one per chain and one spare, processed all at once.

use crate::Chain;

/// A one in each lane.
pub(crate) const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of each lane.
pub(crate) const HIGH: u64 = 0x80 * ONES;

/// The byte of a chain.
#[inline]
pub(crate) const fn lane(lanes: u64, chain: Chain) -> u8 {
    (lanes >> (8 * chain.index())) as u8
}

/// The same lanes with this byte for a chain.
#[inline]
pub(crate) const fn with_lane(lanes: u64, chain: Chain, value: u8) -> u64 {
    let shift = 8 * chain.index();
    lanes & !(0xff << shift) | (value as u64) << shift
}
