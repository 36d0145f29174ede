// Page of the notebook widget: a canvas, two buttons and a slider. Python sends topologies ("shapes") and frames.

const COLOURS = ["#4c9be8", "#e8774c", "#5cb87a", "#b074d6", "#d6b23c", "#4cc4c4"];
const FRAMES_AHEAD = 10;

/** The smallest box around the points of a frame, its discs and finite obstacles, with a margin. */
export function boxOf(shape, numbers) {
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  const include = (x, y, radius = 0) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    box[0] = Math.min(box[0], x - radius);
    box[1] = Math.min(box[1], y - radius);
    box[2] = Math.max(box[2], x + radius);
    box[3] = Math.max(box[3], y + radius);
  };
  for (let index = 0; index < numbers.length / 2; index++) {
    include(numbers[2 * index], numbers[2 * index + 1], shape.radii[index - shape.points] ?? 0);
  }
  for (const [kind, points, radius] of shape.obstacles) {
    // A line has no end: only its point counts.
    for (const [x, y] of kind === "line" ? points.slice(0, 1) : points) include(x, y, radius);
  }
  if (box[0] > box[2]) return [-1, -1, 1, 1];
  const margin = 0.05 * Math.max(box[2] - box[0], box[3] - box[1], 1e-9);
  return [box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin];
}

/** Greatest side of the view as a multiple of the first one: a part that flies away does not make the others invisible. */
const FARTHEST = 10;

/** The view grows to hold a frame that leaves it. */
export function grown(view, first, frame) {
  const side = (box) => Math.max(box[2] - box[0], box[3] - box[1]);
  const both = [Math.min(view[0], frame[0]), Math.min(view[1], frame[1]), Math.max(view[2], frame[2]), Math.max(view[3], frame[3])];
  return side(both) <= FARTHEST * side(first) ? both : view;
}

/** Draws a frame; the box is fitted into the canvas with y up. */
export function draw(context, width, height, box, shape, numbers) {
  const scale = Math.min(width / (box[2] - box[0]), height / (box[3] - box[1]));
  const x = (value) => width / 2 + (value - (box[0] + box[2]) / 2) * scale;
  const y = (value) => height / 2 - (value - (box[1] + box[3]) / 2) * scale;
  context.fillStyle = "#ffffff";
  context.fillRect(0, 0, width, height);
  context.lineWidth = 1.5;
  shape.bodies.forEach((body, index) => {
    const tint = body.tint && `rgb(${body.tint.slice(0, 3).join(",")})`;
    context.strokeStyle = context.fillStyle = tint || COLOURS[index % COLOURS.length];
    context.beginPath();
    for (const [points, isClosed] of body.loops) {
      points.forEach((point, at) => {
        const to = [x(numbers[2 * point]), y(numbers[2 * point + 1])];
        at ? context.lineTo(...to) : context.moveTo(...to);
      });
      if (isClosed) context.closePath();
    }
    // An inner outline is a hole.
    context.globalAlpha = 0.4;
    context.fill("evenodd");
    context.globalAlpha = 1;
    context.stroke();
  });
  shape.radii.forEach((radius, index) => {
    const at = 2 * (shape.points + index);
    context.strokeStyle = "#b08f1e";
    context.fillStyle = "#f2dc94";
    circle(context, x(numbers[at]), y(numbers[at + 1]), Math.max(radius * scale, 1));
    context.fill();
    context.stroke();
  });
  context.strokeStyle = "#30363d";
  for (const [kind, points, radius] of shape.obstacles) {
    const [from, to] = points;
    if (kind === "circle") {
      circle(context, x(from[0]), y(from[1]), radius * scale);
    } else {
      // A line is drawn far beyond both sides of the canvas.
      const far = kind === "line" ? (width + height) / scale / Math.hypot(to[0], to[1]) : 0;
      const [a, b] =
        kind === "line"
          ? [-far, far].map((part) => [from[0] + part * to[0], from[1] + part * to[1]])
          : [from, to];
      context.beginPath();
      context.moveTo(x(a[0]), y(a[1]));
      context.lineTo(x(b[0]), y(b[1]));
    }
    context.stroke();
  }
}

function circle(context, x, y, radius) {
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function element(tag, properties) {
  return Object.assign(document.createElement(tag), properties);
}

function render({ model, el }) {
  const shapes = {};
  const frames = [];
  let [current, isPlaying, isWaiting, isFull] = [0, false, false, false];
  let [first, view] = [null, null];

  const canvas = element("canvas", { width: model.get("width"), height: model.get("height") });
  canvas.style.cssText = "border: 1px solid #d0d7de; display: block; max-width: 100%";
  const play = element("button", { textContent: "Play", title: "Play from the shown frame; steps on at the last one" });
  const step = element("button", { textContent: "Step", title: "Show the next frame" });
  const slider = element("input", { type: "range", min: 0, max: 0, value: 0, title: "Recorded frames" });
  const label = element("span", {});
  const bar = element("div", {});
  bar.style.cssText = "display: flex; gap: 8px; align-items: center; margin-top: 4px";
  slider.style.flex = "1";
  canvas.setAttribute("aria-label", "Level");
  slider.setAttribute("aria-label", "Frame");
  bar.append(play, step, slider, label);
  el.append(canvas, bar);

  const show = (index) => {
    const frame = frames[index];
    if (!frame) return;
    current = index;
    const shape = shapes[frame.shape];
    const box = boxOf(shape, frame.numbers);
    first ??= box;
    view = grown(view ?? box, first, box);
    draw(canvas.getContext("2d"), canvas.width, canvas.height, view, shape, frame.numbers);
    slider.max = frames.length - 1;
    slider.value = index;
    label.textContent = `frame ${frame.number}` + (isFull && index === frames.length - 1 ? " (recording is full)" : "");
  };
  const next = (ahead) => {
    if (current + 1 < frames.length) show(current + 1);
    else if (isFull) pause();
    else if (!isWaiting) {
      isWaiting = true;
      model.send({ do: "step", frames: ahead });
    }
  };
  const pause = () => {
    isPlaying = false;
    play.textContent = "Play";
  };
  const tick = () => {
    if (!isPlaying) return;
    next(FRAMES_AHEAD);
    requestAnimationFrame(tick);
  };
  play.onclick = () => {
    if (isPlaying) return pause();
    isPlaying = true;
    play.textContent = "Pause";
    requestAnimationFrame(tick);
  };
  step.onclick = () => {
    pause();
    next(1);
  };
  slider.oninput = () => {
    pause();
    show(Number(slider.value));
  };
  const receive = (message, buffers) => {
    Object.assign(shapes, message.shapes);
    const wasLast = current >= frames.length - 1;
    message.numbers.forEach((number, index) => {
      const { buffer, byteOffset, byteLength } = buffers[index];
      const bytes = buffer.slice(byteOffset, byteOffset + byteLength);
      frames[message.first + index] = { number, shape: message.shape_of[index], numbers: new Float32Array(bytes) };
    });
    isFull = message.is_full;
    isWaiting = false;
    slider.max = frames.length - 1;
    if (!isPlaying && wasLast) show(frames.length - 1);
    else if (!view) show(0);
  };
  model.on("msg:custom", receive);
  model.send({ do: "open" });
  return () => {
    pause();
    model.off("msg:custom", receive);
  };
}

export default { render };
