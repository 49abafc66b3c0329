//! A client of the worker, which is started when first needed.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use mergemaker_web::think::{RequestId, WorkerReply, WorkerRequest};
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

type Listener = Rc<RefCell<dyn FnMut(WorkerReply)>>;

struct WorkerClient {
    worker: Worker,
    is_ready: bool,
    waiting: Vec<WorkerRequest>,
    listeners: HashMap<RequestId, Listener>,
    // The worker's callbacks, which live as long as the worker.
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(JsValue)>,
}

thread_local! {
    static CLIENT: RefCell<Option<WorkerClient>> = const { RefCell::new(None) };
    static LAST: RefCell<RequestId> = const { RefCell::new(0) };
}

/// A pending request. Dropping it cancels the request.
pub(crate) struct PendingRequest(RequestId);

impl Drop for PendingRequest {
    fn drop(&mut self) {
        // It may be gone while the page unloads.
        let _ = CLIENT.try_with(|client| {
            if let Ok(mut client) = client.try_borrow_mut()
                && let Some(client) = client.as_mut()
                && client.listeners.remove(&self.0).is_some()
            {
                client.waiting.retain(|request| request.id() != self.0);
                send(client, WorkerRequest::Stop { id: self.0 });
            }
        });
    }
}

/// Starts the worker if needed, to get the first answer sooner.
pub(crate) fn wake() {
    CLIENT.with_borrow_mut(|client| {
        if client.is_none() {
            *client = start();
        }
    });
}

/// Sends a request and calls back with each reply.
pub(crate) fn ask(
    request: impl FnOnce(RequestId) -> WorkerRequest,
    listener: impl FnMut(WorkerReply) + 'static,
) -> PendingRequest {
    let id = LAST.with_borrow_mut(|last| {
        *last += 1;
        *last
    });
    wake();
    let listener: Listener = Rc::new(RefCell::new(listener));
    let is_asked = CLIENT.with_borrow_mut(|client| {
        let Some(client) = client.as_mut() else { return false };
        client.listeners.insert(id, listener.clone());
        send(client, request(id));
        true
    });
    if !is_asked {
        // Like any reply, the failure arrives after this returns.
        wasm_bindgen_futures::spawn_local(async move { (listener.borrow_mut())(WorkerReply::Failed { id }) });
    }
    PendingRequest(id)
}

fn send(client: &mut WorkerClient, request: WorkerRequest) {
    if !client.is_ready {
        if !matches!(request, WorkerRequest::Stop { .. }) {
            client.waiting.push(request);
        }
    } else if let Ok(text) = serde_json::to_string(&request) {
        let _ = client.worker.post_message(&JsValue::from_str(&text));
    }
}

fn start() -> Option<WorkerClient> {
    // The worker must have the same version as the page.
    let script = browser::document().query_selector("script[src*='boot.js']").ok().flatten()?;
    let version =
        script.get_attribute("src")?.split_once('?').map_or(String::new(), |(_, version)| version.to_owned());
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&format!("/worker.js?{version}"), &options).ok()?;
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        if let Ok(reply) = serde_json::from_str(&text) {
            receive(reply);
        }
    });
    let on_error = Closure::<dyn FnMut(JsValue)>::new(|_| fail());
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    Some(WorkerClient {
        worker,
        is_ready: false,
        waiting: Vec::new(),
        listeners: HashMap::new(),
        _on_message: on_message,
        _on_error: on_error,
    })
}

fn receive(reply: WorkerReply) {
    let listener = CLIENT.with_borrow_mut(|client| {
        let client = client.as_mut()?;
        if reply == WorkerReply::Ready {
            client.is_ready = true;
            for request in std::mem::take(&mut client.waiting) {
                send(client, request);
            }
        }
        let id = reply.id()?;
        if reply.is_last() { client.listeners.remove(&id) } else { client.listeners.get(&id).cloned() }
    });
    // Release the borrow first: the callback may send another request.
    if let Some(listener) = listener {
        (listener.borrow_mut())(reply);
    }
}

/// The worker failed: fails all pending requests. The next request starts a new worker.
fn fail() {
    let client = CLIENT.with_borrow_mut(Option::take);
    let Some(mut client) = client else { return };
    client.worker.terminate();
    for (id, listener) in client.listeners.drain() {
        (listener.borrow_mut())(WorkerReply::Failed { id });
    }
    // The running closure must not be dropped before it returns.
    wasm_bindgen_futures::spawn_local(async move { drop(client) });
}
