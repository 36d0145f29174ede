// <blobsmith-player>: a level that plays in a page. docs/player.md describes attributes, events and methods.

import { World, init, overlayNames } from "blobsmith";
import { Controls } from "./controls.js";
import { imagesOf, levelAt, worldOf } from "./files.js";
import { Hands } from "./hands.js";
import { Scene } from "./scene.js";
import style from "./style.css";
import { Timeline } from "./timeline.js";

export { World };

/** Frames per second at speed 1. */
const RATE = 60;
/** Milliseconds of a picture that simulation may take. */
const BUDGET = 12;
const EVENTS = { contact: "contact", sensorEntered: "sensor", sensorLeft: "sensor", fault: "fault" };
const KEYS = {
  " ": (player) => player.toggle(), k: (player) => player.toggle(), ArrowRight: (player, event) => player.step(event.shiftKey ? 10 : 1),
  ArrowLeft: (player, event) => player.stepBack(event.shiftKey ? 10 : 1), Home: (player) => player.restart(), End: (player) => player.seek(player.lastFrame),
  f: (player) => player.toggleFullscreen(),
};

let module;
/** Loads the engine once for all players of the page. */
const engine = () => (module ??= init());
const words = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);

/** The custom element. */
export class BlobsmithPlayer extends HTMLElement {
  static observedAttributes = ["src", "controls", "overlays", "layers", "speed", "theme"];

  #world;
  #timeline;
  #scene;
  #controls;
  #hands;
  #level;
  #error;
  #isPlaying = false;
  #speed = 1;
  #loading = 0;
  #seeking = 0;
  #request = 0;
  #before;
  #due = 0;
  #isSeen = true;
  #box = { size: [4, 3], center: [0, 0], pixelsPerUnit: 1 };
  #wantsContacts = false;
  #stop = new AbortController();

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    root.innerHTML = `<style>${style}</style><div class="stage"><canvas part="canvas" tabindex="0" role="img"></canvas><ul class="legend" part="legend"></ul>
      <div class="message" part="message"></div></div><div class="live" role="status" aria-live="polite"></div>`;
    [this.stage, this.canvas, this.legendList, this.message, this.live] = [".stage", "canvas", ".legend", ".message", ".live"].map((name) => root.querySelector(name));
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  connectedCallback() {
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    if (!this.hasAttribute("role")) this.setAttribute("role", "group");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", "Soft body simulation");
    const resized = new ResizeObserver(() => this.#resize());
    resized.observe(this.stage);
    const seen = new IntersectionObserver((entries) => {
      this.#isSeen = entries.at(-1).isIntersecting;
      this.#wake();
    });
    seen.observe(this);
    signal.addEventListener("abort", () => [resized, seen].forEach((observer) => observer.disconnect()));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", () => this.#theme(), { signal });
    this.#theme();
    // A child that the parser has not reached yet.
    if (!this.#world) document.readyState === "loading" && !this.hasAttribute("src") ? document.addEventListener("DOMContentLoaded", () => this.#load(), { signal }) : this.#load();
  }

  disconnectedCallback() {
    this.#stop.abort();
    this.pause();
  }

  attributeChangedCallback(name, _, value) {
    if (!this.isConnected) return;
    if (name === "src") this.#load();
    else if (name === "speed") this.speed = Number(value ?? 1);
    else if (name === "theme") this.#theme();
    else this.#refresh();
  }

  addEventListener(type, ...rest) {
    if (type === "contact") {
      this.#wantsContacts = true;
      this.#world?.setContactEvents(true);
    }
    super.addEventListener(type, ...rest);
  }

  // Properties

  /** The level: an object, or a text in JSON or RON. */
  get level() {
    return this.#level;
  }
  set level(level) {
    this.#level = level;
    if (this.isConnected) this.#load();
  }
  get world() {
    return this.#world;
  }
  get frame() {
    return this.#world?.frame ?? 0;
  }
  get lastFrame() {
    return this.#timeline?.lastFrame ?? 0;
  }
  get hash() {
    return this.#world?.hash;
  }
  get isPlaying() {
    return this.#isPlaying;
  }
  get error() {
    return this.#error;
  }
  get speed() {
    return this.#speed;
  }
  set speed(speed) {
    this.#speed = Number.isFinite(speed) && speed > 0 ? Math.min(speed, 16) : 1;
    this.#refresh();
  }

  /** What tests and pages ask for. */
  status() {
    const { frame, lastFrame, hash, isPlaying, speed } = this;
    return { level: this.#world?.levelInfo().name, frame, lastFrame, hash, isPlaying, speed, overlays: this.#shown().overlays, error: this.#error?.message };
  }

  // Time

  play() {
    if (!this.#world || this.#isPlaying) return;
    this.#seeking++;
    this.#isPlaying = true;
    this.#before = undefined;
    this.#due = 0;
    this.#say("Playing");
    this.#wake();
  }

  pause() {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    this.#say(`Paused at frame ${this.frame}`);
    this.#refresh();
  }

  toggle() {
    this.#isPlaying ? this.pause() : this.play();
  }

  /** Pauses and runs frames. */
  step(frames = 1) {
    if (!this.#world) return;
    this.pause();
    for (let count = 0; count < frames; count++) this.#advance();
    this.#say(`Frame ${this.frame}`);
    this.#wake();
  }

  /** Pauses and goes frames back. */
  stepBack(frames = 1) {
    this.pause();
    return this.seek(this.frame - frames);
  }

  /** Pauses at the start of the level. */
  restart() {
    this.pause();
    return this.seek(0);
  }

  /** Goes to a frame; resolves to true there, or to false if something else moved time before. */
  async seek(frame) {
    if (!this.#world) return false;
    if (!Number.isFinite(Number(frame))) throw new TypeError("`frame` must be a finite number");
    const [target, ticket] = [Math.max(0, Math.round(Number(frame))), ++this.#seeking];
    this.#hands.drop();
    while (!this.#timeline.seek(target, performance.now() + BUDGET)) {
      this.#wake();
      await new Promise(requestAnimationFrame);
      if (ticket !== this.#seeking) return false;
    }
    if (!this.#isPlaying) this.#say(`Frame ${this.frame}`);
    this.#wake();
    this.#emit("frame", { frame: this.frame });
    return true;
  }

  toggleFullscreen() {
    return document.fullscreenElement === this ? document.exitFullscreen() : this.requestFullscreen();
  }

  /** Adds a name to the attribute `overlays` or `layers`, or removes it. */
  show(attribute, name, isOn = true) {
    const names = words(this.getAttribute(attribute)).filter((other) => other !== name);
    this.setAttribute(attribute, [...names, ...(isOn ? [name] : [])].join(" "));
  }

  // Loading

  async #load() {
    const ticket = ++this.#loading;
    const script = this.querySelector('script[type="application/json"], script[type="application/ron"]');
    const src = this.getAttribute("src");
    const base = this.#level === undefined && src !== null ? new URL(src, document.baseURI).href : document.baseURI;
    this.#tell("Loading…");
    let world;
    try {
      await engine();
      const text = this.#level !== undefined ? textOf(this.#level) : src !== null ? await levelAt(base) : script?.textContent;
      if (text === undefined) throw new Error("There is no level: set `src`, `level`, or a <script type=\"application/json\"> inside");
      world = await worldOf(text, base);
      const images = await imagesOf(world, base);
      if (ticket !== this.#loading) return world.free();
      this.#start(world, images);
    } catch (error) {
      world?.free();
      if (ticket === this.#loading) this.#fail(error);
    }
  }

  #start(world, images) {
    this.#release();
    [this.#world, this.#error] = [world, undefined];
    this.#scene ??= new Scene(this.canvas);
    this.#scene.reset(images);
    this.#timeline = new Timeline(world);
    this.#hands ??= new Hands(this.canvas, {
      world: () => this.#world, timeline: () => this.#timeline, at: (event) => this.#at(event), perPixel: () => 1 / this.#view().pixelsPerUnit,
      play: () => this.play(), wake: () => this.#wake(), say: (text) => this.#say(text),
    });
    this.#hands.drop();
    world.setContactEvents(this.#wantsContacts);
    this.#box = { size: [1000, 750], ...world.levelView(1000, 750) };
    const { name, notes } = world.levelInfo();
    this.canvas.ariaLabel = name ? `${name}: moving picture` : "Moving picture of the level";
    this.canvas.title = notes.split("\n")[0];
    this.#tell();
    this.#speed = Number(this.getAttribute("speed") ?? 1) || 1;
    const missing = [...images].filter(([, image]) => !image).map(([path]) => path);
    if (missing.length) this.#say(`Missing images: ${missing.join(", ")}`);
    this.#refresh();
    this.#emit("load", { name });
    if (this.hasAttribute("autoplay") && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.play();
  }

  #fail(error) {
    this.#release();
    this.#error = error;
    this.#tell(error.message ?? String(error), true);
    this.#refresh();
    this.#emit("error", { message: error.message, place: error.place, line: error.line, column: error.column });
  }

  #release() {
    this.#isPlaying = false;
    this.#timeline?.free();
    this.#world?.free();
    this.#world = this.#timeline = undefined;
  }

  // Frames

  #advance() {
    this.#timeline.step();
    for (const event of this.#world.takeEvents()) this.#emit(EVENTS[event.kind], event);
    this.#emit("frame", { frame: this.frame });
  }

  #wake() {
    if (!this.#request && this.isConnected) this.#request = requestAnimationFrame((now) => this.#tick(now));
  }

  #tick(now) {
    this.#request = 0;
    if (!this.#world) return;
    if (this.#isPlaying && this.#isSeen) {
      this.#run(now);
      this.#wake();
    } else this.#before = undefined;
    this.#draw();
  }

  #run(now) {
    const seconds = Math.min((now - (this.#before ?? now - 1000 / RATE)) / 1000, 0.1);
    this.#before = now;
    // Displays with about 60 pictures a second show one frame each.
    this.#due += (Math.abs(seconds * RATE - 1) < 0.2 ? 1 : seconds * RATE) * this.#speed;
    const start = performance.now();
    while (this.#due >= 1 && this.#isPlaying && performance.now() - start < BUDGET) {
      this.#due -= 1;
      this.#advance();
    }
    this.#due = Math.min(this.#due, 1);
  }

  #draw() {
    if (!this.#world) return;
    const shown = this.#shown();
    const view = this.#view();
    try {
      this.#scene.draw(this.#world, view, shown, devicePixelRatio);
    } catch (error) {
      return this.#fail(error);
    }
    this.#hands.draw(this.#scene.pen, view, devicePixelRatio);
    this.#explain(shown.overlays.length ? this.#scene.legend : []);
    this.#update();
  }

  #shown() {
    return { overlays: words(this.getAttribute("overlays")).flatMap((name) => ALIASES[name] ?? [name]), layers: words(this.getAttribute("layers")) };
  }

  /** The camera: the box of the level, fitted into the present size. */
  #view() {
    const size = [Math.max(1, this.stage.clientWidth), Math.max(1, this.stage.clientHeight)];
    const fit = Math.min(size[0] / this.#box.size[0], size[1] / this.#box.size[1]);
    return { size, center: this.#box.center, pixelsPerUnit: this.#box.pixelsPerUnit * fit, light: this.classList.contains("light") };
  }

  /** Position in the level of a pointer. */
  #at({ clientX, clientY }) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const { size: [width, height], center: [x, y], pixelsPerUnit } = this.#view();
    return [x + (clientX - left - width / 2) / pixelsPerUnit, y - (clientY - top - height / 2) / pixelsPerUnit];
  }

  #resize() {
    const size = [this.stage.clientWidth, this.stage.clientHeight].map((side) => Math.max(1, Math.round(side * devicePixelRatio)));
    [this.canvas.width, this.canvas.height] = size;
    this.#request && cancelAnimationFrame(this.#request);
    this.#request = 0;
    this.#draw();
    this.#wake();
  }

  #theme() {
    const theme = this.getAttribute("theme");
    this.classList.toggle("light", theme ? theme === "light" : !matchMedia("(prefers-color-scheme: dark)").matches);
    this.#wake();
  }

  // What is around the picture

  #refresh() {
    if (this.hasAttribute("controls") && this.#world && !this.#controls) {
      this.#controls = new Controls(this, overlayNames().filter((overlay) => overlay.isOffered));
      this.shadowRoot.append(this.#controls.bar);
    }
    if (this.#controls) this.#controls.bar.hidden = !this.hasAttribute("controls") || !this.#world;
    this.#update();
    this.#wake();
  }

  #update() {
    const { frame, lastFrame, isPlaying, speed } = this;
    this.#controls?.update({ frame, lastFrame, isPlaying, speed, shown: this.#shown() });
  }

  #explain(rows) {
    const text = JSON.stringify(rows);
    if (text === this.legendText) return;
    this.legendText = text;
    this.legendList.replaceChildren(...rows.map(({ text: meaning, color: [red, green, blue] }) => {
      const [row, swatch] = [document.createElement("li"), document.createElement("span")];
      swatch.style.background = `rgb(${red},${green},${blue})`;
      row.append(swatch, meaning);
      return row;
    }));
  }

  /** A text over the picture; none shows the picture. */
  #tell(text, isBad = false) {
    this.message.hidden = text === undefined;
    this.message.classList.toggle("bad", isBad);
    isBad ? this.message.setAttribute("role", "alert") : this.message.removeAttribute("role");
    this.message.replaceChildren(...(isBad ? ["strong", "p"] : ["p"]).map((tag) => document.createElement(tag)));
    if (isBad) this.message.firstChild.textContent = "This level cannot be played.";
    if (text !== undefined) this.message.lastChild.textContent = text;
  }

  #say(text) {
    this.live.textContent = text;
  }

  #key(event) {
    const target = event.composedPath()[0];
    const isOwn = target === this || target === this.canvas;
    const action = KEYS[event.key];
    if (!action || !isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action(this, event);
  }

  #emit(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}

/** Short names in the attribute `overlays`. */
const ALIASES = { forces: ["force-total"] };
const textOf = (level) => (typeof level === "string" ? level : JSON.stringify(level));

if (!customElements.get("blobsmith-player")) customElements.define("blobsmith-player", BlobsmithPlayer);
