//! The observations and choices of networks are those of release 0.1.0, whose networks are still in use.

use std::path::Path;

use mergemaker_bots::net::{CHOICES, Observation};
use mergemaker_record::Record;
use sha2::{Digest, Sha256};

/// The digest of the observations at every decision in the records of release 0.1.0, computed by that
/// release.
const DIGEST: &str = "2f68f82bbeaa1548da97278a62f3a7f70f82e3732791ca3648cf6a26d7fd38b8";

#[test]
fn observations_are_those_of_release_0_1_0() {
    assert_eq!(CHOICES, 79);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/0.1.0/records.jsonl");
    let (mut digest, mut count) = (Sha256::new(), 0);
    let mut observation = Observation::default();
    for line in std::fs::read_to_string(path).unwrap().lines() {
        let record = Record::read(line.as_bytes()).unwrap();
        for moment in record.replay().unwrap().moments() {
            let Some(seat) = moment.game.to_act() else { continue };
            let view = moment.game.view(Some(seat));
            observation.write(&view, &view.choosing());
            for number in observation.numbers {
                digest.update(number.to_le_bytes());
            }
            digest.update(observation.board);
            digest.update(observation.hand);
            count += 1;
        }
    }
    assert!(count > 10_000, "{count}");
    let bytes: Vec<String> = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(bytes.concat(), DIGEST);
}
