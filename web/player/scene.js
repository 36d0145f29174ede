// The picture of a world: layers of the editor, images of skins, overlays, labels.

import { DrawList, OverlayList } from "blobsmith";
import { surface } from "./painter.js";

/** Layers that are always drawn; their order is that of the editor. */
const LAYERS = ["bounds", "obstacles", "sensors", "fill", "sticks", "hull", "discs", "links"];
/** Layers below the images of skins. */
const BELOW = new Set(["grid", "bounds", "obstacles", "sensors", "markers", "paths", "fill"]);
const FONT = "system-ui, sans-serif";

/** Draws a world on a canvas. */
export class Scene {
  #list = new OverlayList();
  #draw = new DrawList();
  /** Images of skins by their path in the level. */
  images = new Map();
  #skins;

  constructor(canvas, kind) {
    [this.canvas, this.kind] = [canvas, kind];
    this.pen = canvas.getContext("2d");
  }

  /** Meanings of the colours in the last picture. */
  get legend() {
    return this.#list.legend;
  }

  /** Forgets what belongs to another world. */
  reset(images) {
    this.images = images;
    this.#skins = undefined;
  }

  /** Draws a frame. `view` has size, center, pixelsPerUnit, light; `shown` the names of optional layers and of overlays. */
  draw(world, view, shown, scale) {
    const [width, height] = view.size;
    const hasImages = this.images.size > 0 && [...this.images.values()].every(Boolean);
    const layers = [...LAYERS, ...shown.layers, ...(hasImages ? ["skins"] : [])];
    world.drawLevel(layers, shown.overlays, this.#list, view);
    const paper = surface(this.pen, this.kind);
    this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    paper.begin(width, height, scale);
    this.#paint(world, paper, view, hasImages);
    paper.end(this.pen);
    this.#write(view, scale);
  }

  #paint(world, paper, view, hasImages) {
    const [colors, triangles] = [this.#list.colors, this.#list.triangles];
    const corners = onScreen(this.#list.points, view);
    const batches = this.#list.batches;
    const above = batches.find((batch) => !BELOW.has(batch.overlay))?.range[0] ?? triangles.length;
    const part = (from, to) => from < to && paper.triangles({ corners, colors, triangles: triangles.subarray(from, to) });
    if (!hasImages) return part(0, triangles.length);
    part(0, above);
    this.#paintSkins(world, paper, view);
    part(above, triangles.length);
  }

  #paintSkins(world, paper, view) {
    world.draw(this.#draw);
    const [points, uv, triangles, bodies] = [this.#draw.points, Float32Array.from(this.#draw.uv), this.#draw.triangles, this.#draw.bodies];
    const corners = onScreen(points, view);
    this.#skins ??= new Map(bodies.filter((body) => body.hasSkin).map(({ body }) => [body, world.info(body).skin.image]));
    for (const { body, tint, triangles: range, points: [from, to] } of bodies) {
      const image = this.images.get(this.#skins.get(body));
      if (!image) continue;
      const colors = new Uint8Array(4 * to);
      for (let at = from; at < to; at++) colors.set(tint, 4 * at);
      paper.triangles({ corners: corners.subarray(0, 2 * to), colors, uv: uv.subarray(0, 2 * to), triangles: triangles.subarray(...range), image });
    }
  }

  #write(view, scale) {
    const { pen } = this;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.textBaseline = "middle";
    const [, height] = view.size;
    for (const { text, at, anchor, size, color: [red, green, blue, alpha] } of this.#list.labels) {
      const [x, y] = onScreen(at, view);
      pen.font = `${size}px ${FONT}`;
      pen.textAlign = anchor === 0 ? "left" : anchor === 1 ? "right" : "center";
      pen.fillStyle = `rgba(${red},${green},${blue},${alpha / 255})`;
      pen.fillText(text, x, height - y);
    }
    pen.resetTransform();
  }

  /** Frees the memory of the module. */
  free() {
    this.#list.free();
    this.#draw.free();
  }
}

/** Positions in pixels from the lower left corner. */
function onScreen(points, { size: [width, height], center: [x, y], pixelsPerUnit }) {
  const out = new Float32Array(points.length);
  const [left, bottom] = [width / 2 - x * pixelsPerUnit, height / 2 - y * pixelsPerUnit];
  for (let at = 0; at < points.length; at += 2) {
    out[at] = points[at] * pixelsPerUnit + left;
    out[at + 1] = points[at + 1] * pixelsPerUnit + bottom;
  }
  return out;
}
