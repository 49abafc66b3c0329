//! The worker as the page sees it: asked, it answers later. It is started when it is first needed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use mergemaker_web::think::{Ask, AskId, Say};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use super::browser;

/// How much a hint is worth, in deals of what is hidden: a second at most.
pub(crate) const HINT: u32 = 400;
/// How much a warning is worth: a moment.
pub(crate) const WARNING: u32 = 400;
/// How much the judgement of one decision is worth.
pub(crate) const JUDGEMENT: u32 = 40;

/// Where one keeps a number who wants less work, or more, whatever is asked.
const WORK: &str = "work";

/// How much work something is worth here.
pub(crate) fn work(usual: u32) -> u32 {
    browser::kept(WORK).and_then(|units| units.parse().ok()).unwrap_or(usual)
}

type Listener = Rc<RefCell<dyn FnMut(Say)>>;

struct Mind {
    worker: Worker,
    is_ready: bool,
    waiting: Vec<Ask>,
    listeners: HashMap<AskId, Listener>,
    // What the worker calls; they live as long as it.
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut(JsValue)>,
}

thread_local! {
    static MIND: RefCell<Option<Mind>> = const { RefCell::new(None) };
    static LAST: RefCell<AskId> = const { RefCell::new(0) };
}

/// A question. Whoever drops it waits for no answer any more.
pub(crate) struct Asked(AskId);

impl Drop for Asked {
    fn drop(&mut self) {
        // While the page is left there may be no mind any more.
        let _ = MIND.try_with(|mind| {
            if let Ok(mut mind) = mind.try_borrow_mut()
                && let Some(mind) = mind.as_mut()
                && mind.listeners.remove(&self.0).is_some()
            {
                mind.waiting.retain(|ask| ask.id() != self.0);
                send(mind, Ask::Stop { id: self.0 });
            }
        });
    }
}

/// Starts the worker, where it is not there yet: the first answer then comes sooner.
pub(crate) fn wake() {
    MIND.with_borrow_mut(|mind| {
        if mind.is_none() {
            *mind = start();
        }
    });
}

/// Asks, and hears each answer.
pub(crate) fn ask(question: impl FnOnce(AskId) -> Ask, listener: impl FnMut(Say) + 'static) -> Asked {
    let id = LAST.with_borrow_mut(|last| {
        *last += 1;
        *last
    });
    wake();
    let listener: Listener = Rc::new(RefCell::new(listener));
    let is_asked = MIND.with_borrow_mut(|mind| {
        let Some(mind) = mind.as_mut() else { return false };
        mind.listeners.insert(id, listener.clone());
        send(mind, question(id));
        true
    });
    if !is_asked {
        // No answer comes before the question is asked.
        wasm_bindgen_futures::spawn_local(async move { (listener.borrow_mut())(Say::Failed { id }) });
    }
    Asked(id)
}

fn send(mind: &mut Mind, ask: Ask) {
    if !mind.is_ready {
        if !matches!(ask, Ask::Stop { .. }) {
            mind.waiting.push(ask);
        }
    } else if let Ok(text) = serde_json::to_string(&ask) {
        let _ = mind.worker.post_message(&JsValue::from_str(&text));
    }
}

fn start() -> Option<Mind> {
    // The worker is of the same version as the page.
    let script = browser::document().query_selector("script[src*='boot.js']").ok().flatten()?;
    let version =
        script.get_attribute("src")?.split_once('?').map_or(String::new(), |(_, version)| version.to_owned());
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&format!("/worker.js?{version}"), &options).ok()?;
    let heard = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        if let Ok(say) = serde_json::from_str(&text) {
            hear(say);
        }
    });
    let failed = Closure::<dyn FnMut(JsValue)>::new(|_| fail());
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    Some(Mind {
        worker,
        is_ready: false,
        waiting: Vec::new(),
        listeners: HashMap::new(),
        _heard: heard,
        _failed: failed,
    })
}

fn hear(say: Say) {
    let listener = MIND.with_borrow_mut(|mind| {
        let mind = mind.as_mut()?;
        if say == Say::Ready {
            mind.is_ready = true;
            for ask in std::mem::take(&mut mind.waiting) {
                send(mind, ask);
            }
        }
        let id = say.id()?;
        if say.is_last() { mind.listeners.remove(&id) } else { mind.listeners.get(&id).cloned() }
    });
    // Who hears it may ask again: the mind is not held any more.
    if let Some(listener) = listener {
        (listener.borrow_mut())(say);
    }
}

/// The worker broke down: nobody waits for it any longer, and the next question starts another.
fn fail() {
    let mind = MIND.with_borrow_mut(Option::take);
    let Some(mut mind) = mind else { return };
    mind.worker.terminate();
    for (id, listener) in mind.listeners.drain() {
        (listener.borrow_mut())(Say::Failed { id });
    }
    // The closure that runs now must not be dropped before it has ended.
    wasm_bindgen_futures::spawn_local(async move { drop(mind) });
}
