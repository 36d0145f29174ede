//! A Web Worker that runs jobs: the module of the page in a worker, started by `web/worker.js`.
//!
//! Messages are arrays: what, number of the job, and texts. Between two slices the worker receives messages, so an order
//! or a cancellation takes effect after at most one slice.

use crate::editor::background::INTERVAL;
use crate::editor::background::host::{Host, JobAnswer};
use crate::editor::background::messages::{
    CANCEL, CANCELLED, FAILED, FORGET, KEEP, ORDER, PANIC, PAUSE, READY, REPORT, START,
};
use eframe::wasm_bindgen::closure::Closure;
use eframe::wasm_bindgen::{JsCast, JsValue};
use js_sys::Array;
use std::cell::RefCell;
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent};

struct Serving {
    host: Host,
    /// True if a slice is planned.
    is_planned: bool,
}

thread_local! {
    static SERVING: RefCell<Serving> = RefCell::new(Serving { host: Host::new(super::ALL), is_planned: false });
    /// The job that works at present.
    static PRESENT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Takes jobs if the module runs in a worker; otherwise does nothing.
pub fn serve() {
    let Some(scope) = scope() else { return };
    std::panic::set_hook(Box::new(|panic| post(PANIC, PRESENT.get(), &[panic.to_string().into()])));
    let receive = Closure::<dyn FnMut(MessageEvent)>::new(|event: MessageEvent| {
        if let Ok(message) = event.data().dyn_into::<Array>() {
            receive(&message);
        }
    });
    scope.set_onmessage(Some(receive.into_js_value().unchecked_ref()));
    post(READY, 0, &[]);
}

fn scope() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

fn post(what: &str, number: u64, rest: &[JsValue]) {
    let message = Array::of2(&what.into(), &(number as f64).into());
    rest.iter().for_each(|value| _ = message.push(value));
    if let Some(scope) = scope() {
        let _ = scope.post_message(&message);
    }
}

fn post_answer(answer: JobAnswer) {
    match answer.report {
        Ok(report) => {
            let report = report.map_or(JsValue::NULL, JsValue::from);
            post(REPORT, answer.id, &[report, answer.is_done.into()]);
        }
        Err(reason) => post(FAILED, answer.id, &[reason.into()]),
    }
}

fn receive(message: &Array) {
    let text = |at: u32| message.get(at).as_string().unwrap_or_default();
    let number = message.get(1).as_f64().map_or(0, |number| number as u64);
    let numbers = |from: u32| (from..message.length()).filter_map(|at| message.get(at).as_f64()).map(|it| it as u64);
    PRESENT.set(number);
    SERVING.with_borrow_mut(|serving| {
        let answer = match text(0).as_str() {
            // The page has written it, so it can be read; otherwise its jobs report that it is missing.
            KEEP => {
                let _ = serving.host.keep(number, (2..message.length()).map(text));
                None
            }
            FORGET => {
                serving.host.forget(number);
                None
            }
            START => serving.host.start(number, &text(2), &text(3), &numbers(4).collect::<Vec<_>>()),
            ORDER => serving.host.order(number, &text(2), &numbers(3).collect::<Vec<_>>()),
            PAUSE => {
                serving.host.pause(number, message.length() > 2);
                None
            }
            CANCEL => {
                serving.host.cancel(number);
                post(CANCELLED, number, &[]);
                None
            }
            _ => None,
        };
        answer.into_iter().for_each(post_answer);
        plan(serving);
    });
}

/// Plans the next slice, behind the messages that have arrived.
fn plan(serving: &mut Serving) {
    if serving.is_planned || !serving.host.is_busy() {
        return;
    }
    let Some(scope) = scope() else { return };
    let next = Closure::once_into_js(work);
    serving.is_planned = scope.set_timeout_with_callback(next.unchecked_ref()).is_ok();
}

fn work() {
    SERVING.with_borrow_mut(|serving| {
        serving.is_planned = false;
        PRESENT.set(serving.host.next().unwrap_or(0));
        serving.host.work(INTERVAL).into_iter().for_each(post_answer);
        plan(serving);
    });
}
