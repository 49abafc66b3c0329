//! The seed, the commitment and the deck, pinned by test vectors that must never change.

use mergemaker_engine::{Dealer, Tile};
use mergemaker_record::{Commitment, Deck, Seed, SeedError};

const PAGE: &str = include_str!("../../../../docs/FAIR.md");

/// The seed of the worked example: bytes 0 to 31.
fn seed() -> Seed {
    Seed::from_bytes(std::array::from_fn(|index| index as u8))
}

fn names(tiles: &[Tile]) -> Vec<String> {
    tiles.iter().map(Tile::to_string).collect()
}

/// S2, S4, T11: the pile of the page's worked example, tile by tile.
#[test]
fn the_pile_is_the_one_on_the_page() {
    let block = PAGE.split("The whole pile:").nth(1).unwrap().split("```").nth(1).unwrap();
    let expected: Vec<&str> = block.split_whitespace().skip(1).collect();
    let mut deck = Deck::new(&seed());
    let pile: Vec<Tile> = (0..108).map(|_| deck.draw()).collect();
    assert_eq!(names(&pile), expected);
}

/// The same and more as constants, which must hold even if the page changes.
#[test]
fn test_vectors() {
    let pile = |seed: &Seed| {
        let mut deck = Deck::new(seed);
        let tiles: Vec<Tile> = (0..108).map(|_| deck.draw()).collect();
        let names = names(&tiles);
        [names[..8].join(" "), names[100..].join(" ")]
    };
    assert_eq!(pile(&seed()), ["2D 12A 2G 3B 7G 5C 6A 9H", "4A 9F 11G 11B 3A 7B 5F 1I"]);
    assert_eq!(pile(&Seed::from_bytes([0; 32])), ["7C 8I 3H 3G 6D 7H 9A 2C", "3D 9C 7A 1I 8B 9F 12E 5B"]);
    assert_eq!(
        pile(&Seed::from_bytes([255; 32])),
        ["3H 3I 3B 8I 11D 10D 6C 6E", "8B 10H 4A 9F 7C 1F 11B 10B"]
    );
    assert_eq!(pile(&Seed::for_simulation(1, 1)), ["8B 6F 6H 1D 5F 3B 11D 10G", "7F 2H 4I 1E 2G 6G 2B 3E"]);
    assert_eq!(
        Seed::for_simulation(1, 1).to_string(),
        "592c58df64dcc7b11ec5264c4c8475e2498808e54015105963b28624d2342666"
    );
    assert_eq!(
        Seed::for_simulation(u64::MAX, u64::MAX).to_string(),
        "77bea1845688a301ab0f99ea5745b76ea8d64be835e49c13df5d0116d8101b66"
    );
    assert_eq!(
        seed().commitment().to_string(),
        "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
    );
}

/// P5: bank tiles come from a separate stream, are counted in tile order, and change no draw.
#[test]
fn bank_tiles_do_not_change_the_pile() {
    let (mut deck, mut other) = (Deck::new(&seed()), Deck::new(&seed()));
    for _ in 0..14 {
        assert_eq!(deck.draw(), other.draw());
    }
    let shown: Vec<Tile> = (0..8).map(|_| deck.look()).collect();
    assert_eq!(names(&shown).join(" "), "1D 2F 10C 11C 1D 10I 5I 6E");
    for _ in 14..108 {
        assert_eq!(deck.draw(), other.draw());
    }
}

/// The page's example matches the program.
#[test]
fn the_page_is_correct() {
    let (seed, mut deck) = (seed(), Deck::new(&seed()));
    let pile: Vec<Tile> = (0..108).map(|_| deck.draw()).collect();
    let pile = names(&pile);
    assert!(PAGE.contains(&format!("seed        {seed}\ncommitment  {}\n", seed.commitment())));
    for (place, name) in pile.iter().take(6).enumerate() {
        let row = PAGE.lines().find(|line| line.starts_with(&format!("| {place} |"))).unwrap();
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [_, number, below, chosen, other, tile] = cells[..] else { panic!("{row}") };
        let [number, below, chosen, other] =
            [number, below, chosen, other].map(|cell| cell.parse::<usize>().unwrap());
        assert_eq!((below, chosen, other), (108 - place, number % below, place + chosen));
        assert_eq!(tile, name);
    }
    let words = PAGE.split_whitespace().collect::<Vec<_>>().join(" ");
    for sentence in [
        format!("seat 0 starts with {} and seat 1 with {};", pile[0], pile[1]),
        format!("seat 0 is dealt {} and", pile[2..8].join(" ")),
        format!("seat 1 is dealt {};", pile[8..14].join(" ")),
        format!("the first tile drawn after that is {}.", pile[14]),
        "would be 1D 2F 10C 11C 1D.".to_string(),
    ] {
        assert!(words.contains(&sentence), "{sentence}");
    }
}

/// A seed and a commitment are exactly 64 digits.
#[test]
fn seeds_are_read_strictly() {
    let text = seed().to_string();
    assert_eq!(text.parse(), Ok(seed()));
    assert_eq!(seed().commitment().to_string().parse(), Ok(seed().commitment()));
    let wrong = [
        String::new(),
        "0".repeat(63),
        "0".repeat(65),
        "0".repeat(128),
        text.to_uppercase(),
        text.replace('0', "g"),
        text.replace("00", "+1"),
        "é".repeat(32),
        format!(" {}", "0".repeat(63)),
    ];
    for text in wrong {
        assert_eq!(text.parse::<Seed>(), Err(SeedError), "{text}");
        assert_eq!(text.parse::<Commitment>(), Err(SeedError), "{text}");
    }
}

/// Printing a running game does not reveal its seed.
#[test]
fn debug_text_hides_the_seed() {
    let text = format!("{:?} {:?}", seed(), Deck::new(&seed()));
    assert_eq!(text, "Seed(..) Deck(108 tiles left)");
}
