// The page of the widget with a canvas that records calls: node --test widget.test.mjs
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const source = readFileSync(new URL("../python/blobsmith/widget.js", import.meta.url), "utf8");
const { boxOf, draw, grown, default: widget } = await import("data:text/javascript," + encodeURIComponent(source));

const SHAPE = {
  points: 3,
  bodies: [{ loops: [[[0, 1, 2], true]], tint: null }],
  radii: [1],
  obstacles: [["segment", [[0, -2], [4, -2]], 0], ["line", [[0, -3], [1, 0]], 0]],
};
// A triangle and a disc around (6, 0).
const NUMBERS = new Float32Array([0, 0, 2, 0, 0, 2, 6, 0]);

function recorder() {
  const calls = [];
  const handler = { get: (target, name) => target[name] ?? ((...values) => calls.push([name, ...values])) };
  return [new Proxy({}, handler), calls];
}

test("box contains points, discs, segments and the points of lines", () => {
  const [left, bottom, right, top] = boxOf(SHAPE, NUMBERS);
  // x from 0 to 7 and y from -3 to 2, and a margin of 5 % of 7.
  const expected = [-0.35, -3.35, 7.35, 2.35];
  [left, bottom, right, top].forEach((value, index) => assert.ok(Math.abs(value - expected[index]) < 1e-9));
  assert.deepEqual(boxOf({ points: 0, bodies: [], radii: [], obstacles: [] }, []), [-1, -1, 1, 1]);
});

test("view grows to ten times its first side, and no further", () => {
  const first = [0, 0, 10, 5];
  assert.deepEqual(grown(first, first, [2, 1, 8, 4]), first);
  assert.deepEqual(grown(first, first, [5, -3, 20, 2]), [0, -3, 20, 5]);
  assert.deepEqual(grown([0, -3, 20, 5], first, [2, 1, 8, 4]), [0, -3, 20, 5]);
  assert.deepEqual(grown(first, first, [0, 0, 100, 5]), [0, 0, 100, 5]);
  assert.deepEqual(grown(first, first, [0, 0, 101, 5]), first);
});

test("draw maps y up and fits the box into the canvas", () => {
  const [context, calls] = recorder();
  draw(context, 200, 100, [0, 0, 10, 10], SHAPE, NUMBERS);
  // 10 pixels per unit; the middle of the box is the middle of the canvas.
  assert.deepEqual(calls.slice(calls.findIndex(([name]) => name === "moveTo")).slice(0, 4), [
    ["moveTo", 50, 100],
    ["lineTo", 70, 100],
    ["lineTo", 50, 80],
    ["closePath"],
  ]);
  assert.deepEqual(calls.find(([name]) => name === "fill"), ["fill", "evenodd"]);
  assert.deepEqual(calls.find(([name]) => name === "arc").slice(1, 4), [110, 100, 10]);
});

/** The page in a document of plain objects. */
function open() {
  const [context, calls] = recorder();
  const waiting = [];
  globalThis.requestAnimationFrame = (call) => waiting.push(call);
  const make = (tag) => ({ tag, style: {}, children: [], append(...all) { this.children.push(...all); }, setAttribute() {}, getContext: () => context });
  globalThis.document = { createElement: make };
  const sent = [];
  const listeners = {};
  const model = {
    get: (name) => ({ width: 200, height: 100 })[name],
    send: (message) => sent.push(message),
    on: (name, call) => (listeners[name] = call),
    off: (name) => delete listeners[name],
  };
  const el = make("div");
  const close = widget.render({ model, el });
  const [play, step, slider, label] = el.children[1].children;
  const receive = (first, numbers, isFull = false) => {
    const view = () => new DataView(NUMBERS.buffer.slice(0));
    const message = { first, numbers, shape_of: numbers.map(() => 0), shapes: { 0: SHAPE }, is_full: isFull };
    listeners["msg:custom"](message, numbers.map(view));
  };
  return { calls, waiting, sent, listeners, close, play, step, slider, label, receive };
}

test("step asks for a frame at the end, and shows recorded frames before it", () => {
  const page = open();
  assert.deepEqual(page.sent, [{ do: "open" }]);
  page.receive(0, [7]);
  assert.equal(page.label.textContent, "frame 7");
  page.step.onclick();
  page.step.onclick();
  assert.deepEqual(page.sent.slice(1), [{ do: "step", frames: 1 }], "one request at a time");
  page.receive(1, [8]);
  assert.deepEqual([page.label.textContent, page.slider.max], ["frame 8", 1]);
  page.slider.value = "0";
  page.slider.oninput();
  assert.equal(page.label.textContent, "frame 7");
  page.step.onclick();
  assert.equal(page.label.textContent, "frame 8");
  assert.equal(page.sent.length, 2);
});

test("play shows one frame per tick and pauses when the recording is full", () => {
  const page = open();
  page.receive(0, [0, 1, 2]);
  page.slider.value = "0";
  page.slider.oninput();
  page.play.onclick();
  const tick = () => page.waiting.shift()();
  tick();
  assert.equal(page.label.textContent, "frame 1");
  tick();
  tick();
  assert.deepEqual(page.sent.at(-1), { do: "step", frames: 10 });
  page.receive(3, [3], true);
  tick();
  tick();
  assert.deepEqual([page.label.textContent, page.play.textContent], ["frame 3 (recording is full)", "Play"]);
  page.close();
  assert.deepEqual(page.listeners, {});
});
