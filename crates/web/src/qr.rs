//! QR codes: byte mode, versions 1 to 6, error correction level M (which recovers about 15%). Enough for any
//! link to a table.

/// A square of light and dark modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Code {
    size: usize,
    dark: Vec<bool>,
    /// Modules that hold no data: the function patterns.
    fixed: Vec<bool>,
}

/// How a version divides its bytes into blocks of equal length.
struct Version {
    number: usize,
    blocks: usize,
    /// Data bytes in each block.
    data: usize,
    /// Error correction bytes in each block.
    correction: usize,
}

const VERSIONS: [Version; 6] = [
    Version { number: 1, blocks: 1, data: 16, correction: 10 },
    Version { number: 2, blocks: 1, data: 28, correction: 16 },
    Version { number: 3, blocks: 1, data: 44, correction: 26 },
    Version { number: 4, blocks: 2, data: 32, correction: 18 },
    Version { number: 5, blocks: 2, data: 43, correction: 24 },
    Version { number: 6, blocks: 4, data: 27, correction: 16 },
];

impl Version {
    const fn size(&self) -> usize {
        17 + 4 * self.number
    }
}

impl Code {
    /// Encodes a text. None if it is longer than 106 bytes.
    ///
    /// ```
    /// use mergemaker_web::qr::Code;
    /// assert_eq!(Code::of("http://localhost:8080").map(|code| code.size()), Some(25));
    /// assert!(Code::of(&"x".repeat(200)).is_none());
    /// ```
    #[must_use]
    pub fn of(text: &str) -> Option<Code> {
        let version = VERSIONS.iter().find(|version| text.len() + 2 <= version.blocks * version.data)?;
        let bytes = interleaved(version, &data(version, text.as_bytes()));
        let mut blank = Code::blank(version);
        blank.fill(&bytes);
        // Use the mask with the lowest penalty.
        (0..8).map(|mask| blank.masked(mask)).min_by_key(Code::penalty)
    }

    /// The number of modules per side.
    #[must_use]
    pub fn size(&self) -> usize {
        self.size
    }

    /// Whether a module is dark.
    #[must_use]
    pub fn is_dark(&self, x: usize, y: usize) -> bool {
        self.dark[y * self.size + x]
    }

    /// The dark modules as an SVG path with modules of size 1.
    ///
    /// ```
    /// use mergemaker_web::qr::Code;
    /// assert!(Code::of("a").is_some_and(|code| code.path().starts_with("M0 0h7v1h-7z")));
    /// ```
    #[must_use]
    pub fn path(&self) -> String {
        let row = |y: usize| {
            let mut x = 0;
            let row: Vec<bool> = (0..self.size).map(|x| self.is_dark(x, y)).collect();
            let runs = row.chunk_by(|one, next| one == next).map(move |run| {
                x += run.len();
                (run[0], x - run.len(), run.len())
            });
            let runs = runs.filter(|(is_dark, ..)| *is_dark);
            runs.map(|(_, x, width)| format!("M{x} {y}h{width}v1h-{width}z")).collect::<Vec<_>>().concat()
        };
        (0..self.size).map(row).collect()
    }

    /// A code with only the function patterns: finders, timing, alignment, and space for the format.
    fn blank(version: &Version) -> Code {
        let size = version.size();
        let mut code = Code { size, dark: vec![false; size * size], fixed: vec![false; size * size] };
        for at in 0..size {
            code.fix(at, 6, at % 2 == 0);
            code.fix(6, at, at % 2 == 0);
        }
        for (left, top) in [(0, 0), (size - 7, 0), (0, size - 7)] {
            // Include the light separator, except at the edges.
            for y in (top.max(1) - 1)..(top + 8).min(size) {
                for x in (left.max(1) - 1)..(left + 8).min(size) {
                    let ring = x.abs_diff(left + 3).max(y.abs_diff(top + 3));
                    code.fix(x, y, ring != 2 && ring != 4);
                }
            }
        }
        if version.number > 1 {
            let middle = size - 7;
            for y in middle - 2..=middle + 2 {
                for x in middle - 2..=middle + 2 {
                    code.fix(x, y, x.abs_diff(middle).max(y.abs_diff(middle)) != 1);
                }
            }
        }
        for (x, y) in format_positions(size).into_iter().flatten() {
            code.fix(x, y, false);
        }
        code.fix(8, size - 8, true);
        code
    }

    fn fix(&mut self, x: usize, y: usize, is_dark: bool) {
        self.dark[y * self.size + x] = is_dark;
        self.fixed[y * self.size + x] = true;
    }

    /// The data modules in bit order: zigzagging up and down in pairs of columns, from the right.
    fn data_positions(&self) -> Vec<(usize, usize)> {
        let size = self.size;
        let mut positions = Vec::new();
        // The timing column belongs to no pair.
        let pairs = (0..size).rev().filter(|&x| x != 6).collect::<Vec<_>>();
        for (index, pair) in pairs.chunks(2).enumerate() {
            for step in 0..size {
                let y = if index % 2 == 0 { size - 1 - step } else { step };
                positions.extend(pair.iter().map(|&x| (x, y)).filter(|&(x, y)| !self.fixed[y * size + x]));
            }
        }
        positions
    }

    fn fill(&mut self, bytes: &[u8]) {
        let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1));
        for ((x, y), is_dark) in self.data_positions().into_iter().zip(bits) {
            self.dark[y * self.size + x] = is_dark;
        }
    }

    /// The code with a mask applied and its format written.
    fn masked(&self, mask: u32) -> Code {
        let mut code = self.clone();
        for (x, y) in self.data_positions() {
            code.dark[y * self.size + x] ^= is_masked(mask, x, y);
        }
        let bits = format_bits(mask);
        for positions in format_positions(self.size) {
            for (bit, (x, y)) in positions.into_iter().enumerate() {
                code.dark[y * self.size + x] = bits >> bit & 1 == 1;
            }
        }
        code
    }

    /// The penalty score of the standard: how easily a camera could misread the code.
    fn penalty(&self) -> usize {
        let size = self.size;
        let at = |x: usize, y: usize| self.is_dark(x, y);
        let lines = (0..size).flat_map(|line| {
            let across: Vec<bool> = (0..size).map(|x| at(x, line)).collect();
            let down: Vec<bool> = (0..size).map(|y| at(line, y)).collect();
            [across, down]
        });
        let mut points = 0;
        for line in lines {
            for run in line.chunk_by(|a, b| a == b).filter(|run| run.len() >= 5) {
                points += run.len() - 2;
            }
            let finder = [true, false, true, true, true, false, true, false, false, false, false];
            let is_finder = |part: &[bool]| part.iter().eq(&finder) || part.iter().rev().eq(&finder);
            points += 40 * line.windows(finder.len()).filter(|part| is_finder(part)).count();
        }
        for y in 1..size {
            for x in 1..size {
                let here = at(x, y);
                if here == at(x - 1, y) && here == at(x, y - 1) && here == at(x - 1, y - 1) {
                    points += 3;
                }
            }
        }
        let dark = self.dark.iter().filter(|&&is_dark| is_dark).count();
        points + 10 * ((20 * dark).abs_diff(10 * size * size) / (size * size))
    }
}

/// The data bytes: mode, length, text and padding.
fn data(version: &Version, text: &[u8]) -> Vec<u8> {
    let mut nibbles = vec![4, (text.len() >> 4) as u8, text.len() as u8 & 15];
    nibbles.extend(text.iter().flat_map(|byte| [byte >> 4, byte & 15]));
    nibbles.push(0);
    let mut bytes: Vec<u8> = nibbles.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    let mut padding = [0xec, 0x11].into_iter().cycle();
    bytes.resize_with(version.blocks * version.data, || padding.next().unwrap_or_default());
    bytes
}

/// Interleaves the blocks, followed by their error correction.
fn interleaved(version: &Version, data: &[u8]) -> Vec<u8> {
    let blocks: Vec<&[u8]> = data.chunks(version.data).collect();
    let corrections: Vec<Vec<u8>> =
        blocks.iter().map(|block| error_correction(block, version.correction)).collect();
    let interleaved_data = (0..version.data).flat_map(|at| blocks.iter().map(move |block| block[at]));
    let interleaved_corrections =
        (0..version.correction).flat_map(|at| corrections.iter().map(move |block| block[at]));
    interleaved_data.chain(interleaved_corrections).collect()
}

/// Multiplies in GF(256).
fn gf_mul(a: u8, b: u8) -> u8 {
    let (mut product, mut a) = (0, a);
    for bit in 0..8 {
        if b >> bit & 1 == 1 {
            product ^= a;
        }
        a = a << 1 ^ if a >> 7 == 1 { 0x1d } else { 0 };
    }
    product
}

/// The Reed-Solomon error correction bytes of a block: the remainder of its division by the generator
/// polynomial.
fn error_correction(block: &[u8], count: usize) -> Vec<u8> {
    let mut generator = vec![1];
    let mut root = 1;
    for _ in 0..count {
        let mut next = generator.clone();
        next.push(0);
        for (index, factor) in generator.iter().enumerate() {
            next[index + 1] ^= gf_mul(*factor, root);
        }
        generator = next;
        root = gf_mul(root, 2);
    }
    let mut rest = block.to_vec();
    rest.resize(block.len() + count, 0);
    for at in 0..block.len() {
        let lead = rest[at];
        for (index, factor) in generator.iter().enumerate() {
            rest[at + index] ^= gf_mul(*factor, lead);
        }
    }
    rest.split_off(block.len())
}

fn is_masked(mask: u32, x: usize, y: usize) -> bool {
    0 == match mask {
        0 => (x + y) % 2,
        1 => y % 2,
        2 => x % 3,
        3 => (x + y) % 3,
        4 => (y / 2 + x / 3) % 2,
        5 => x * y % 2 + x * y % 3,
        6 => (x * y % 2 + x * y % 3) % 2,
        _ => ((x + y) % 2 + x * y % 3) % 2,
    }
}

/// The format bits: level M and the mask, with ten bits of error correction.
fn format_bits(mask: u32) -> u32 {
    let rest = (0..10).fold(mask, |rest, _| (rest << 1) ^ ((rest >> 9) * 0x537));
    (mask << 10 | rest) ^ 0x5412
}

/// The positions of both copies of the fifteen format bits, lowest bit first.
fn format_positions(size: usize) -> [Vec<(usize, usize)>; 2] {
    let corner = (0..6).map(|y| (8, y)).chain([(8, 7), (8, 8), (7, 8)]).chain((0..6).rev().map(|x| (x, 8)));
    let edges = (0..8).map(|step| (size - 1 - step, 8)).chain((size - 7..size).map(|y| (8, y)));
    [corner.collect(), edges.collect()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decodes a code, and checks that the syndromes of each block are zero.
    fn read(code: &Code) -> String {
        let size = code.size();
        let version = VERSIONS.iter().find(|version| version.size() == size).unwrap();
        let formats = format_positions(size).map(|positions| {
            let bits =
                positions.iter().enumerate().map(|(bit, &(x, y))| u32::from(code.is_dark(x, y)) << bit);
            bits.sum::<u32>()
        });
        assert_eq!(formats[0], formats[1], "both formats agree");
        let mask = (0..8).find(|&mask| format_bits(mask) == formats[0]).expect("a format of level M");
        let mut bytes = vec![0_u8; version.blocks * (version.data + version.correction)];
        for (index, (x, y)) in code.data_positions().into_iter().enumerate().take(8 * bytes.len()) {
            bytes[index / 8] |= u8::from(code.is_dark(x, y) ^ is_masked(mask, x, y)) << (7 - index % 8);
        }
        let (data, corrections) = bytes.split_at(version.blocks * version.data);
        let mut text = Vec::new();
        for block in 0..version.blocks {
            let own =
                |bytes: &[u8]| bytes.iter().skip(block).step_by(version.blocks).copied().collect::<Vec<_>>();
            let whole = [own(data), own(corrections)].concat();
            let mut root = 1;
            for _ in 0..version.correction {
                assert_eq!(
                    whole.iter().fold(0, |sum, byte| gf_mul(sum, root) ^ byte),
                    0,
                    "a syndrome is zero"
                );
                root = gf_mul(root, 2);
            }
            text.extend(own(data));
        }
        assert_eq!(text[0] >> 4, 4, "byte mode");
        let length = usize::from(text[0] << 4 | text[1] >> 4);
        let bytes = (0..length).map(|at| text[at + 1] << 4 | text[at + 2] >> 4);
        String::from_utf8(bytes.collect()).unwrap()
    }

    #[test]
    fn codes_can_be_decoded() {
        for length in 1..=106 {
            let text: String =
                "https://mergemaker.example/t/0qjh7fp0xuuehq40".chars().cycle().take(length).collect();
            assert_eq!(read(&Code::of(&text).unwrap()), text);
        }
        assert!(Code::of(&"x".repeat(107)).is_none());
        assert_eq!(read(&Code::of("für ännchen").unwrap()), "für ännchen");
    }

    /// The standard's example `HELLO WORLD`, and two format strings.
    #[test]
    fn known_bytes_and_formats() {
        let block = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
        assert_eq!(error_correction(&block, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
        assert_eq!(format_bits(0), 0b101_0100_0001_0010);
        assert_eq!(format_bits(5), 0b100_0000_1100_1110);
    }

    #[test]
    fn three_corners_have_finders() {
        let code = Code::of("http://192.168.1.20:8080/t/0qjh7fp0xuuehq40").unwrap();
        let row = |y: usize, from: usize| -> String {
            (from..from + 7).map(|x| if code.is_dark(x, y) { '#' } else { '.' }).collect()
        };
        let finder = ["#######", "#.....#", "#.###.#", "#.###.#", "#.###.#", "#.....#", "#######"];
        let far = code.size() - 7;
        for (y, line) in finder.iter().enumerate() {
            assert_eq!([row(y, 0), row(y, far), row(far + y, 0)], [*line; 3]);
        }
        assert!(code.is_dark(8, code.size() - 8) && !code.is_dark(7, 7));
    }
}
