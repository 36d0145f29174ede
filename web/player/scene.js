// The picture of a world: layers of the editor, images of skins, overlays, labels.

import { DrawList, PaintList } from "blobsmith";
import { paintImage, paintStream, tinted } from "./painter.js";

/** Layers that are always drawn. */
const LAYERS = ["bounds", "obstacles", "sensors", "fill", "sticks", "hull", "discs", "links"];

/** Draws a world on a canvas. */
export class Scene {
  #list = new PaintList();
  #draw = new DrawList();
  /** Images of skins by their path in the level; null where one is missing. */
  #images = new Map();
  /** The tinted image of a body with a skin, by the body. */
  #skins;

  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
  }

  /** Meanings of the colours in the last picture. */
  get legend() {
    return this.#list.legend;
  }

  /** Takes the images of another world. */
  reset(images) {
    this.#images = images;
    this.#skins = undefined;
  }

  /** Draws a frame. `view` has size, center, pixelsPerUnit, light; `shown` the names of more layers and of overlays. */
  draw(world, view, shown, scale) {
    // Without an image, bodies are filled instead.
    const hasImages = this.#images.size > 0 && [...this.#images.values()].every(Boolean);
    world.paint([...LAYERS, ...shown.layers, ...(hasImages ? ["skins"] : [])], shown.overlays, this.#list, view);
    const { pen } = this;
    pen.resetTransform();
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    pen.scale(scale, scale);
    paintStream(pen, this.#list.stream, () => this.#paintSkins(world, view));
    this.#write();
  }

  #paintSkins(world, { size: [width, height], center: [x, y], pixelsPerUnit }) {
    world.draw(this.#draw);
    const { points, uv, triangles, bodies } = this.#draw;
    for (let at = 0; at < points.length; at += 2) {
      points[at] = width / 2 + (points[at] - x) * pixelsPerUnit;
      points[at + 1] = height / 2 - (points[at + 1] - y) * pixelsPerUnit;
    }
    this.#skins ??= new Map(bodies.filter((body) => body.hasSkin).map(({ body, tint }) =>
      [body, tinted(this.#images.get(world.info(body).skin.image), tint)]));
    for (const { body, triangles: range } of bodies) {
      const image = this.#skins.get(body);
      if (image) paintImage(this.pen, image, points, uv, triangles.subarray(...range));
    }
  }

  #write() {
    const { pen } = this;
    pen.textBaseline = "middle";
    for (const { text, at: [x, y], anchor, size, color: [red, green, blue, alpha] } of this.#list.labels) {
      pen.font = `${size}px system-ui, sans-serif`;
      pen.textAlign = ["left", "center", "right"][2 * anchor];
      pen.fillStyle = `rgba(${red},${green},${blue},${alpha / 255})`;
      pen.fillText(text, x, y);
    }
  }
}
