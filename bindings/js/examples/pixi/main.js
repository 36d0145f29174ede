// Skins of a level with PixiJS: one mesh per body, discs and bodies without a skin as drawings.
import { Application, Assets, Container, Graphics, Mesh, MeshGeometry } from "pixi.js";
import { DrawList, World, init } from "blobsmith";

const [app] = [new Application(), await init()];
await app.init({ width: 960, height: 600, background: "#10141c", antialias: true, preserveDrawingBuffer: true });
document.body.append(app.canvas);

const world = World.fromText(await (await fetch("level.ron")).text());
const list = new DrawList();
const scene = app.stage.addChild(new Container());
const plain = scene.addChild(new Graphics());
const meshes = new Map();

/** Makes the mesh of a body: texture coordinates and triangles stay, positions are set every frame. */
async function addMesh({ body, points: [first, end], triangles: [from, to], tint: [r, g, b, a] }) {
  const texture = await Assets.load(world.info(body).skin.image);
  const geometry = new MeshGeometry({
    positions: new Float32Array(2 * (end - first)),
    uvs: Float32Array.from(list.uv.subarray(2 * first, 2 * end)),
    indices: list.triangles.subarray(from, to).map((at) => at - first),
  });
  const mesh = new Mesh({ geometry, texture, tint: (r << 16) | (g << 8) | b, alpha: a / 255 });
  meshes.set(body, scene.addChild(mesh));
}

/** Shows the whole level: the box around all bodies that move, with a margin. */
function fit() {
  const boxes = world.bodies().map((body) => world.aabb(body)).filter(Boolean);
  const low = [0, 1].map((axis) => Math.min(...boxes.map(([min]) => min[axis])));
  const high = [0, 1].map((axis) => Math.max(...boxes.map(([, max]) => max[axis])));
  const scale = 0.95 * Math.min(app.screen.width / (high[0] - low[0]), app.screen.height / (high[1] - low[1]));
  scene.scale.set(scale, -scale);
  scene.position.set(app.screen.width / 2 - (scale * (low[0] + high[0])) / 2, app.screen.height / 2 + (scale * (low[1] + high[1])) / 2);
}

function draw() {
  world.draw(list);
  const { points, outlines, loops, bodies, discs } = list;
  plain.clear();
  for (const { body, points: [first, end], loops: [from, to], hasSkin } of bodies) {
    if (hasSkin) {
      const buffer = meshes.get(body).geometry.getBuffer("aPosition");
      buffer.data.set(points.subarray(2 * first, 2 * end));
      buffer.update();
      continue;
    }
    for (const { points: [start, stop], isClosed } of loops.slice(from, to)) {
      const corners = [...outlines.subarray(start, stop)].flatMap((at) => [points[2 * at], points[2 * at + 1]]);
      plain.poly(corners, isClosed).fill("#2b3a55").stroke({ color: "#6f8fc9", width: 0.05 });
    }
  }
  for (const { center: [x, y], radius } of discs) plain.circle(x, y, radius || 0.05).fill("#e8b04a");
}

world.draw(list);
for (const body of list.bodies) if (body.hasSkin) await addMesh(body);
fit();
let left = Number(new URLSearchParams(location.search).get("frames") ?? Infinity);
app.ticker.add(({ deltaMS }) => {
  if (left-- > 0) world.advance(deltaMS / 1000);
  draw();
  globalThis.shown = world.frame;
});
