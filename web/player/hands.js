// Dragging: a pointer pulls a node or a disc by a spring.

/** How near a pointer must be to a node, in pixels. */
const REACH = 24;

/** The part below a position: the nearest node, a disc, or the nearest free node of the body. */
export function partAt(world, at, radius) {
  const near = world.nearestNode(at, radius);
  const inside = world.bodiesAt(at)[0];
  if (near && !world.isPinned(...near) && (inside === undefined || near[0] === inside)) return near;
  const disc = world.discsAt(at)[0];
  if (disc !== undefined) return disc;
  return inside === undefined ? undefined : freeNode(world, inside, at);
}

function freeNode(world, body, [x, y]) {
  const points = world.positions(body);
  let best;
  for (let node = 0; node < points.length / 2; node++) {
    const distance = Math.hypot(points[2 * node] - x, points[2 * node + 1] - y);
    if (!world.isPinned(body, node) && !(best?.distance <= distance)) best = { node, distance };
  }
  return best && [body, best.node];
}

/** The pointers of a canvas that hold something. */
export class Hands {
  /** By the id of the pointer: number of the hand, part, target. */
  #held = new Map();

  constructor(canvas, player) {
    this.player = player;
    canvas.addEventListener("pointerdown", (event) => event.button === 0 && this.#grab(canvas, event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, (event) => this.#release(event));
    // A finger on a part drags it; elsewhere it scrolls the page.
    canvas.addEventListener("touchstart", (event) => {
      if (player.world() && this.#part(event.changedTouches[0]) !== undefined) event.preventDefault();
    }, { passive: false });
  }

  #part(event) {
    return partAt(this.player.world(), this.player.at(event), REACH * this.player.perPixel());
  }

  #grab(canvas, event) {
    if (!this.player.world()) return;
    const [part, target] = [this.#part(event), this.player.at(event)];
    if (part === undefined) return;
    try {
      this.#held.set(event.pointerId, { hand: this.player.timeline().grab(part, target), part, target });
    } catch (error) {
      return this.player.say(error.message);
    }
    canvas.setPointerCapture(event.pointerId);
    this.player.play();
  }

  #move(event) {
    const held = this.#held.get(event.pointerId);
    if (!held) return;
    held.target = this.player.at(event);
    this.player.timeline().move(held.hand, held.target);
    this.player.wake();
  }

  #release({ pointerId }) {
    const held = this.#held.get(pointerId);
    if (held) this.player.timeline().release(held.hand);
    this.#held.delete(pointerId);
    this.player.wake();
  }

  /** Lets go of everything without a trace in the run. */
  drop() {
    this.#held.clear();
  }

  /** A line from each part to its pointer. */
  draw(pen, { size: [width, height], center: [x, y], pixelsPerUnit, light }, scale) {
    if (!this.#held.size) return;
    const world = this.player.world();
    const place = ([px, py]) => [width / 2 + (px - x) * pixelsPerUnit, height / 2 - (py - y) * pixelsPerUnit];
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.strokeStyle = pen.fillStyle = light ? "#1769e0" : "#4da3ff";
    pen.lineWidth = 2;
    for (const { part, target } of this.#held.values()) {
      const from = Array.isArray(part) ? world.nodePosition(...part) : world.discPosition(part);
      pen.beginPath();
      pen.moveTo(...place(from));
      pen.lineTo(...place(target));
      pen.stroke();
      pen.beginPath();
      pen.arc(...place(target), 5, 0, 2 * Math.PI);
      pen.fill();
    }
    pen.resetTransform();
  }
}
