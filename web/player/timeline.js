// A run that can be visited at any frame: snapshots, and the hands as inputs that are replayed. The same frame has the same hash.

/** Frames between two snapshots at first; doubled when there are too many. */
const SPACING = 30;
const MOST_SNAPSHOTS = 240;

/** Time of a world. Inputs act before the step that leaves their frame. */
export class Timeline {
  #world;
  #snapshots = new Map();
  #spacing = SPACING;
  #inputs = [];
  /** Handles of hands in the world, by the number of the hand in the inputs. */
  #hands = new Map();
  /** Numbers of the hands that somebody moves now. */
  #held = new Set();
  #lastHand = 0;
  #lastFrame = 0;

  constructor(world) {
    this.#world = world;
    this.#keep();
  }

  get frame() {
    return this.#world.frame;
  }

  /** The latest frame that was reached. */
  get lastFrame() {
    return this.#lastFrame;
  }

  /** Runs one frame. */
  step() {
    const frame = this.frame;
    for (const input of this.#inputs) if (input.frame === frame) this.#perform(input);
    this.#world.step(1);
    this.#lastFrame = Math.max(this.#lastFrame, this.frame);
    this.#keep();
  }

  /**
   * Goes to a frame: from the snapshot before it, or from the present frame if that is nearer. Events on the way are dropped. Stops at a
   * time of `performance.now()`; true if the frame was reached.
   */
  seek(frame, until = Infinity) {
    this.#held.clear();
    const from = Math.max(...[...this.#snapshots.keys()].filter((kept) => kept <= frame));
    if (frame < this.frame || from > this.frame) this.#restore(from);
    while (this.frame < frame && performance.now() < until) this.step();
    this.#world.takeEvents();
    return this.frame === frame;
  }

  /** Attaches a hand to a part; returns its number. What was reached after the present frame is forgotten. */
  grab(part, target) {
    const hand = ++this.#lastHand;
    // Throws if the part cannot be pulled.
    this.#world.release(this.#world.grab(part, target));
    this.#fork();
    this.#held.add(hand);
    this.#inputs.push({ frame: this.frame, kind: "grab", hand, part, target });
    return hand;
  }

  /** Moves the target of a hand. */
  move(hand, target) {
    if (!this.#held.has(hand)) return;
    this.#inputs = this.#inputs.filter((input) => !(input.frame === this.frame && input.kind === "move" && input.hand === hand));
    this.#inputs.push({ frame: this.frame, kind: "move", hand, target });
  }

  /** Detaches a hand. */
  release(hand) {
    if (this.#held.delete(hand)) this.#inputs.push({ frame: this.frame, kind: "release", hand });
  }

  /** Frees the memory of the module. */
  free() {
    for (const { snapshot } of this.#snapshots.values()) snapshot.free();
    this.#snapshots.clear();
  }

  #perform({ kind, hand, part, target }) {
    if (kind === "grab") this.#hands.set(hand, this.#world.grab(part, target));
    else if (kind === "move") this.#world.moveHand(this.#hands.get(hand), target);
    else {
      this.#world.release(this.#hands.get(hand));
      this.#hands.delete(hand);
    }
  }

  #keep() {
    if (this.frame % this.#spacing || this.#snapshots.has(this.frame)) return;
    this.#snapshots.set(this.frame, { snapshot: this.#world.snapshot(), hands: new Map(this.#hands) });
    if (this.#snapshots.size <= MOST_SNAPSHOTS) return;
    this.#spacing *= 2;
    this.#forget((frame) => frame % this.#spacing !== 0);
  }

  #restore(frame) {
    const { snapshot, hands } = this.#snapshots.get(frame);
    this.#world.restore(snapshot);
    this.#hands = new Map(hands);
  }

  /** Forgets what comes after the present frame, and detaches hands that nobody moves now. */
  #fork() {
    const frame = this.frame;
    this.#forget((kept) => kept > frame);
    this.#inputs = this.#inputs.filter((input) => input.frame < frame || (input.frame === frame && this.#held.has(input.hand)));
    for (const hand of this.#hands.keys()) if (!this.#held.has(hand)) this.#inputs.push({ frame, kind: "release", hand });
    this.#lastFrame = frame;
  }

  #forget(isForgotten) {
    for (const [frame, { snapshot }] of this.#snapshots) {
      if (!isForgotten(frame)) continue;
      snapshot.free();
      this.#snapshots.delete(frame);
    }
  }
}
