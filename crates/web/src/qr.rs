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
struct Shape {
    version: usize,
    blocks: usize,
    /// Data bytes in each block.
    data: usize,
    /// Error correction bytes in each block.
    mending: usize,
}

const SHAPES: [Shape; 6] = [
    Shape { version: 1, blocks: 1, data: 16, mending: 10 },
    Shape { version: 2, blocks: 1, data: 28, mending: 16 },
    Shape { version: 3, blocks: 1, data: 44, mending: 26 },
    Shape { version: 4, blocks: 2, data: 32, mending: 18 },
    Shape { version: 5, blocks: 2, data: 43, mending: 24 },
    Shape { version: 6, blocks: 4, data: 27, mending: 16 },
];

impl Shape {
    const fn size(&self) -> usize {
        17 + 4 * self.version
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
        let shape = SHAPES.iter().find(|shape| text.len() + 2 <= shape.blocks * shape.data)?;
        let bytes = interleaved(shape, &data(shape, text.as_bytes()));
        let mut blank = Code::blank(shape);
        blank.fill(&bytes);
        // Use the mask with the lowest penalty.
        (0..8).map(|mask| blank.masked(mask)).min_by_key(Code::confusion)
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
    fn blank(shape: &Shape) -> Code {
        let size = shape.size();
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
        if shape.version > 1 {
            let middle = size - 7;
            for y in middle - 2..=middle + 2 {
                for x in middle - 2..=middle + 2 {
                    code.fix(x, y, x.abs_diff(middle).max(y.abs_diff(middle)) != 1);
                }
            }
        }
        for (x, y) in format_places(size).into_iter().flatten() {
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
    fn places(&self) -> Vec<(usize, usize)> {
        let size = self.size;
        let mut places = Vec::new();
        // The timing column belongs to no pair.
        let pairs = (0..size).rev().filter(|&x| x != 6).collect::<Vec<_>>();
        for (index, pair) in pairs.chunks(2).enumerate() {
            for step in 0..size {
                let y = if index % 2 == 0 { size - 1 - step } else { step };
                places.extend(pair.iter().map(|&x| (x, y)).filter(|&(x, y)| !self.fixed[y * size + x]));
            }
        }
        places
    }

    fn fill(&mut self, bytes: &[u8]) {
        let bits = bytes.iter().flat_map(|byte| (0..8).rev().map(move |bit| byte >> bit & 1 == 1));
        for ((x, y), is_dark) in self.places().into_iter().zip(bits) {
            self.dark[y * self.size + x] = is_dark;
        }
    }

    /// The code with a mask applied and its format written.
    fn masked(&self, mask: u32) -> Code {
        let mut code = self.clone();
        for (x, y) in self.places() {
            code.dark[y * self.size + x] ^= is_masked(mask, x, y);
        }
        let bits = format_bits(mask);
        for places in format_places(self.size) {
            for (bit, (x, y)) in places.into_iter().enumerate() {
                code.dark[y * self.size + x] = bits >> bit & 1 == 1;
            }
        }
        code
    }

    /// The penalty score of the standard: how easily a camera could misread the code.
    fn confusion(&self) -> usize {
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
fn data(shape: &Shape, text: &[u8]) -> Vec<u8> {
    let mut nibbles = vec![4, (text.len() >> 4) as u8, text.len() as u8 & 15];
    nibbles.extend(text.iter().flat_map(|byte| [byte >> 4, byte & 15]));
    nibbles.push(0);
    let mut bytes: Vec<u8> = nibbles.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect();
    let mut filling = [0xec, 0x11].into_iter().cycle();
    bytes.resize_with(shape.blocks * shape.data, || filling.next().unwrap_or_default());
    bytes
}

/// Interleaves the blocks, followed by their error correction.
fn interleaved(shape: &Shape, data: &[u8]) -> Vec<u8> {
    let blocks: Vec<&[u8]> = data.chunks(shape.data).collect();
    let mends: Vec<Vec<u8>> = blocks.iter().map(|block| mending(block, shape.mending)).collect();
    let woven = (0..shape.data).flat_map(|at| blocks.iter().map(move |block| block[at]));
    let mended = (0..shape.mending).flat_map(|at| mends.iter().map(move |block| block[at]));
    woven.chain(mended).collect()
}

/// Multiplies in GF(256).
fn times(a: u8, b: u8) -> u8 {
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
fn mending(block: &[u8], count: usize) -> Vec<u8> {
    let mut generator = vec![1];
    let mut root = 1;
    for _ in 0..count {
        let mut next = generator.clone();
        next.push(0);
        for (index, factor) in generator.iter().enumerate() {
            next[index + 1] ^= times(*factor, root);
        }
        generator = next;
        root = times(root, 2);
    }
    let mut rest = block.to_vec();
    rest.resize(block.len() + count, 0);
    for at in 0..block.len() {
        let lead = rest[at];
        for (index, factor) in generator.iter().enumerate() {
            rest[at + index] ^= times(*factor, lead);
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
fn format_places(size: usize) -> [Vec<(usize, usize)>; 2] {
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
        let shape = SHAPES.iter().find(|shape| shape.size() == size).unwrap();
        let formats = format_places(size).map(|places| {
            let bits = places.iter().enumerate().map(|(bit, &(x, y))| u32::from(code.is_dark(x, y)) << bit);
            bits.sum::<u32>()
        });
        assert_eq!(formats[0], formats[1], "both formats agree");
        let mask = (0..8).find(|&mask| format_bits(mask) == formats[0]).expect("a format of level M");
        let mut bytes = vec![0_u8; shape.blocks * (shape.data + shape.mending)];
        for (index, (x, y)) in code.places().into_iter().enumerate().take(8 * bytes.len()) {
            bytes[index / 8] |= u8::from(code.is_dark(x, y) ^ is_masked(mask, x, y)) << (7 - index % 8);
        }
        let (data, mends) = bytes.split_at(shape.blocks * shape.data);
        let mut text = Vec::new();
        for block in 0..shape.blocks {
            let own =
                |bytes: &[u8]| bytes.iter().skip(block).step_by(shape.blocks).copied().collect::<Vec<_>>();
            let whole = [own(data), own(mends)].concat();
            let mut root = 1;
            for _ in 0..shape.mending {
                assert_eq!(whole.iter().fold(0, |sum, byte| times(sum, root) ^ byte), 0, "a syndrome is zero");
                root = times(root, 2);
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
        assert_eq!(mending(&block, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
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
