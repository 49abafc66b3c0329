//! A client of the worker, which is started when first needed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use mergemaker_web::think::{Ask, AskId, Say};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use super::browser;

/// The work budget of a hint, in sampled deals: at most a second.
pub(crate) const HINT: u32 = 400;
/// The work budget of a warning: a moment.
pub(crate) const WARNING: u32 = 400;
/// The work budget for judging one decision.
pub(crate) const JUDGEMENT: u32 = 40;

/// The storage key of a number that overrides all work budgets.
const WORK: &str = "work";

/// The work budget to use.
pub(crate) fn work(usual: u32) -> u32 {
    browser::kept(WORK).and_then(|units| units.parse().ok()).unwrap_or(usual)
}

type Listener = Rc<RefCell<dyn FnMut(Say)>>;

struct Mind {
    worker: Worker,
    is_ready: bool,
    waiting: Vec<Ask>,
    listeners: HashMap<AskId, Listener>,
    // The worker's callbacks, which live as long as the worker.
    _heard: Closure<dyn FnMut(MessageEvent)>,
    _failed: Closure<dyn FnMut(JsValue)>,
}

thread_local! {
    static MIND: RefCell<Option<Mind>> = const { RefCell::new(None) };
    static LAST: RefCell<AskId> = const { RefCell::new(0) };
}

/// A pending request. Dropping it cancels the request.
pub(crate) struct Asked(AskId);

impl Drop for Asked {
    fn drop(&mut self) {
        // It may be gone while the page unloads.
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

/// Starts the worker if needed, to get the first answer sooner.
pub(crate) fn wake() {
    MIND.with_borrow_mut(|mind| {
        if mind.is_none() {
            *mind = start();
        }
    });
}

/// Sends a request and calls back with each reply.
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
        // Register before sending, to miss no reply.
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
    // The worker must have the same version as the page.
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
    // Release the borrow first: the callback may send another request.
    if let Some(listener) = listener {
        (listener.borrow_mut())(say);
    }
}

/// The worker failed: fails all pending requests. The next request starts a new worker.
fn fail() {
    let mind = MIND.with_borrow_mut(Option::take);
    let Some(mut mind) = mind else { return };
    mind.worker.terminate();
    for (id, listener) in mind.listeners.drain() {
        (listener.borrow_mut())(Say::Failed { id });
    }
    // The running closure must not be dropped before it returns.
    wasm_bindgen_futures::spawn_local(async move { drop(mind) });
}
