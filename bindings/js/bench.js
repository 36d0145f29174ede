// Overhead of the package against the native engine: the same levels, in turns; a frame is one step and all positions. Fails unless
// the hashes agree and the pile of 100 takes at most 2.2 times as long. `node bench.js NATIVE`, with the program of
// `cargo build --release -p blobsmith-engine --example play_time`.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { World, init } from "../../target/js/blobsmith/node.js";

const LEVELS = ["16-pile-of-100", "01-first-blob", "61-rope-bridge", "31-obstacles"];
const [FRAMES, ROUNDS, LIMIT] = [200, 7, 2.2];

await init();
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const clocked = (call, times = 1) => {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < times; i++) call();
  return Number(process.hrtime.bigint() - begin) / 1e6 / times;
};

function packageRun(file) {
  const world = World.fromText(readFileSync(file, "utf8"));
  const points = world.allPositions();
  const frames = Array.from({ length: FRAMES }, () =>
    clocked(() => {
      world.step(1);
      world.allPositionsInto(points);
    }),
  );
  const run = { hash: world.hash, frames };
  world.free();
  return run;
}

function nativeRun(file) {
  const [hash, times] = execFileSync(process.argv[2], [file, `${FRAMES}`], { encoding: "utf8" }).trim().split("\n");
  return { hash, frames: times.split(" ").map((nanoseconds) => nanoseconds / 1e6) };
}

/** Medians of the package, of the native engine, and of the ratios of the frames. Each frame counts with its fastest round. */
function compare(file) {
  const rounds = Array.from({ length: ROUNDS }, () => [packageRun(file), nativeRun(file)]);
  if (new Set(rounds.flat().map((run) => run.hash)).size !== 1) throw new Error(`${file}: different hashes`);
  const [ours, theirs] = [0, 1].map((side) =>
    Array.from({ length: FRAMES }, (_, frame) => Math.min(...rounds.map((round) => round[side].frames[frame]))),
  );
  const ratio = median(ours.map((one, frame) => one / theirs[frame]));
  return [median(ours), median(theirs), ratio];
}

console.log(`ms per frame, medians of ${FRAMES} frames, each in the fastest of ${ROUNDS} rounds; ratio: median of the frames' own; Node ${process.version}\n`);
console.log("| level | package | native | ratio |\n| :-- | --: | --: | --: |");
let pile;
for (const level of LEVELS) {
  const [ours, theirs, ratio] = compare(fileURLToPath(new URL(`../../levels/${level}.ron`, import.meta.url)));
  console.log(`| ${level} | ${ours.toFixed(3)} | ${theirs.toFixed(3)} | ${ratio.toFixed(2)} |`);
  pile ??= ratio;
}

const nodes = Array.from({ length: 1000 }, (_, node) => ({ position: [node, 0] }));
const world = World.fromLevel({ format: 2, bodies: [{ nodes }] });
const [[body], out] = [world.bodies(), new Float64Array(2000)];
const rows = [
  ["`positionsInto`", () => world.positionsInto(body, out)],
  ["`positions`", () => world.positions(body)],
  ["`nodePosition`", () => world.nodePosition(body, 0)],
];
console.log("\n| call, 1,000 nodes | µs |\n| :-- | --: |");
const times = rows.map(([name, call]) => {
  clocked(call, 20_000);
  const micros = median(Array.from({ length: 21 }, () => clocked(call, 2000) * 1e3));
  console.log(`| ${name} | ${micros.toFixed(2)} |`);
  return micros;
});
if (pile > LIMIT) throw new Error(`pile of 100: ratio ${pile.toFixed(2)} is above ${LIMIT}`);
if (times[0] > 5) throw new Error(`reading 1,000 positions takes ${times[0].toFixed(2)} µs, more than 5`);
