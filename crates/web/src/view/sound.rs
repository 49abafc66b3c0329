//! Sounds, synthesized with a few oscillators if the reader turned them on.

use std::cell::RefCell;

use mergemaker_web::cue::{Cue, Note};
use mergemaker_web::settings::{OptIn, Settings};
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, OscillatorType};

thread_local! {
    /// Created with the first sound.
    static STUDIO: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a cue, if sounds are on.
pub(crate) fn play(cue: Cue, settings: Settings) {
    if settings.sound == OptIn::Off || settings.volume == 0 {
        return;
    }
    STUDIO.with_borrow_mut(|studio| {
        if studio.is_none() {
            *studio = AudioContext::new().ok();
        }
        let Some(studio) = studio else { return };
        // Browsers mute a page until the reader interacts with it. Drop sounds until then.
        let state = js_sys::Reflect::get(studio, &"state".into()).ok().and_then(|state| state.as_string());
        if state.as_deref() == Some("suspended") {
            let _ = studio.resume();
        }
        let volume = f32::from(settings.volume) / 100.0;
        if state.as_deref() == Some("running") || studio.current_time() == 0.0 {
            for note in cue.notes() {
                // The game works without sound.
                let _ = sound(studio, note, volume);
            }
        }
    });
}

fn sound(studio: &AudioContext, note: &Note, volume: f32) -> Result<(), JsValue> {
    let (tone, fade) = (studio.create_oscillator()?, studio.create_gain()?);
    let begin = studio.current_time() + note.after;
    let end = begin + note.length;
    tone.set_type(OscillatorType::Triangle);
    tone.frequency().set_value(note.pitch);
    fade.gain().set_value_at_time(note.strength * volume * 0.4, begin)?;
    fade.gain().exponential_ramp_to_value_at_time(0.000_1, end)?;
    tone.connect_with_audio_node(&fade)?;
    fade.connect_with_audio_node(&studio.destination())?;
    tone.start_with_when(begin)?;
    tone.stop_with_when(end)
}
