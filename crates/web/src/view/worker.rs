//! The worker, which computes decisions to keep the page responsive.

use std::cell::Cell;

use futures_channel::mpsc::unbounded;
use futures_util::{FutureExt, StreamExt};
use mergemaker_bots::Playouts;
use mergemaker_bots::net::Net;
use mergemaker_web::think::{Thinker, WorkerReply, WorkerRequest};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Response};

thread_local! {
    /// The deadline of the current step, in milliseconds since 1970.
    static DEADLINE: Cell<f64> = const { Cell::new(f64::INFINITY) };
}

fn is_late() -> bool {
    js_sys::Date::now() > DEADLINE.get()
}

/// Fetches the network if it is needed. If that fails, playouts continue, and the next request tries again.
async fn fetch_network(scope: &DedicatedWorkerGlobalScope, request: &WorkerRequest, thinker: &mut Thinker) {
    if !matches!(request, WorkerRequest::Stop { .. })
        && !thinker.has_network()
        && let Some(net) = network(scope).await
    {
        thinker.set_network(net, is_late);
    }
}

/// The small network, of the same version as the page.
async fn network(scope: &DedicatedWorkerGlobalScope) -> Option<Net> {
    let version = scope.location().search();
    let address = format!("/small.safetensors{version}");
    let response = JsFuture::from(scope.fetch_with_str(&address)).await.ok()?;
    let response = response.dyn_into::<Response>().ok().filter(Response::ok)?;
    let bytes = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Net::read(&js_sys::Uint8Array::new(&bytes).to_vec()).ok()
}

/// Receives and works on requests while the page exists.
pub(crate) fn start() {
    let Ok(scope) = js_sys::global().dyn_into::<DedicatedWorkerGlobalScope>() else { return };
    wasm_bindgen_futures::spawn_local(run(scope));
}

async fn run(scope: DedicatedWorkerGlobalScope) {
    let mut thinker = Thinker::new(Box::new(Playouts::until(is_late)));
    let (sender, mut asked) = unbounded::<WorkerRequest>();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        if let Ok(request) = serde_json::from_str(&text) {
            // The channel stays open.
            let _ = sender.unbounded_send(request);
        }
    });
    scope.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    let reply = |reply: Option<WorkerReply>| {
        if let Some(text) = reply.and_then(|reply| serde_json::to_string(&reply).ok()) {
            let _ = scope.post_message(&JsValue::from_str(&text));
        }
    };
    reply(Some(WorkerReply::Ready));
    loop {
        if !thinker.is_busy() {
            let Some(request) = asked.next().await else { return };
            fetch_network(&scope, &request, &mut thinker).await;
            reply(thinker.receive(request));
        }
        // Receive pending messages before the next step.
        gloo_timers::future::TimeoutFuture::new(0).await;
        while let Some(Some(request)) = asked.next().now_or_never() {
            fetch_network(&scope, &request, &mut thinker).await;
            reply(thinker.receive(request));
        }
        let limit = thinker.limit_ms().map_or(f64::INFINITY, f64::from);
        DEADLINE.set(js_sys::Date::now() + limit);
        reply(thinker.step());
    }
}
