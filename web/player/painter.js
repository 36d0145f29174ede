// Paints a stream of shapes (crates/engine/src/play/paint.rs) on a 2D canvas. A canvas is faster than WebGL where there is no graphics
// card, and a page may have any number of them.

const TRIANGLES = 0, POLYGON = 1, LINES = 2, CIRCLES = 3, SKINS = 4;

/** Paints the shapes; calls `skins` at the place of the images. */
export function paintStream(pen, stream, skins) {
  let at = 0;
  const next = () => stream[at++];
  const color = () => {
    const [red, green, blue, alpha] = stream.subarray(at, (at += 4));
    return `rgba(${red},${green},${blue},${alpha / 255})`;
  };
  const ring = (corners) => {
    pen.moveTo(next(), next());
    for (let corner = 1; corner < corners; corner++) pen.lineTo(next(), next());
    pen.closePath();
  };
  const lines = (count) => {
    let x, y;
    for (const end = at + 4 * count; at < end; at += 4) {
      // Lines that go on where the one before ended are one path, so that corners are joined.
      if (stream[at] !== x || stream[at + 1] !== y) pen.moveTo(stream[at], stream[at + 1]);
      pen.lineTo((x = stream[at + 2]), (y = stream[at + 3]));
    }
  };
  pen.lineJoin = "round";
  while (at < stream.length) {
    const kind = next();
    if (kind === SKINS) {
      skins();
      continue;
    }
    const first = color();
    pen.fillStyle = pen.strokeStyle = first;
    pen.beginPath();
    if (kind === TRIANGLES) {
      for (let count = next(); count > 0; count--) ring(3);
      pen.fill();
    } else if (kind === POLYGON) {
      for (let count = next(); count > 0; count--) ring(next());
      pen.fill("evenodd");
    } else if (kind === LINES) {
      pen.lineWidth = next();
      lines(next());
      pen.stroke();
    } else if (kind === CIRCLES) {
      pen.strokeStyle = color();
      pen.lineWidth = next();
      circles(pen, stream, at + 1, stream[at]);
      at += 1 + 3 * stream[at];
    } else throw new Error(`unknown shape ${kind}`);
  }
}

function circles(pen, stream, at, count) {
  for (const end = at + 3 * count; at < end; at += 3) {
    pen.moveTo(stream[at] + stream[at + 2], stream[at + 1]);
    pen.arc(stream[at], stream[at + 1], stream[at + 2], 0, 2 * Math.PI);
  }
  pen.fill();
  if (pen.lineWidth > 0) pen.stroke();
}

/** Paints an image on triangles: affine, each clipped to its triangle. Three corners and their places in the image (0 to 1) each. */
export function paintImage(pen, image, corners, uv, triangles) {
  const { width, height } = image;
  for (let at = 0; at < triangles.length; at += 3) {
    const [[x0, y0, u0, v0], [x1, y1, u1, v1], [x2, y2, u2, v2]] = Array.from(triangles.subarray(at, at + 3), (corner) =>
      [corners[2 * corner], corners[2 * corner + 1], uv[2 * corner] * width, uv[2 * corner + 1] * height]);
    const area = (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0);
    if (!area) continue;
    const axis = (p0, p1, p2) => {
      const du = ((p1 - p0) * (v2 - v0) - (p2 - p0) * (v1 - v0)) / area;
      const dv = ((p2 - p0) * (u1 - u0) - (p1 - p0) * (u2 - u0)) / area;
      return [du, dv, p0 - du * u0 - dv * v0];
    };
    const [[a, c, e], [b, d, f]] = [axis(x0, x1, x2), axis(y0, y1, y2)];
    pen.save();
    pen.beginPath();
    const [mx, my] = [(x0 + x1 + x2) / 3, (y0 + y1 + y2) / 3];
    // Half a pixel larger, so that no seams show.
    for (const [x, y] of [[x0, y0], [x1, y1], [x2, y2]]) {
      const grow = 1 + 0.6 / Math.max(1, Math.hypot(x - mx, y - my));
      pen.lineTo(mx + (x - mx) * grow, my + (y - my) * grow);
    }
    pen.clip();
    pen.transform(a, b, c, d, e, f);
    pen.drawImage(image, 0, 0);
    pen.restore();
  }
}

/** The image multiplied by a colour. */
export function tinted(image, [red, green, blue, alpha]) {
  if (red === 255 && green === 255 && blue === 255 && alpha === 255) return image;
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  pen.globalCompositeOperation = "multiply";
  pen.fillStyle = `rgb(${red},${green},${blue})`;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  // The multiplication has filled what was transparent.
  pen.globalCompositeOperation = "destination-in";
  pen.globalAlpha = alpha / 255;
  pen.drawImage(image, 0, 0);
  return canvas;
}
