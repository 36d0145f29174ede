// Overhead of the package against the native engine: the same levels, frame by frame, alternating. Fails unless the hashes agree
// and the pile of 100 takes at most 2.2 times as long. `node bench.js NATIVE`, with the program of `examples/native.rs`.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { World, init } from "../../target/js/blobsmith/node.js";

const LEVELS = ["16-pile-of-100", "01-first-blob", "61-rope-bridge", "31-obstacles"];
const [WARMING, TURNS, LIMIT] = [60, 200, 2.2];

await init();
const native = spawn(process.argv[2], { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
const ask = async (line) => {
  native.stdin.write(`${line}\n`);
  return (await answers.next()).value;
};
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const clocked = (call, times = 1) => {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < times; i++) call();
  return Number(process.hrtime.bigint() - begin) / 1e6 / times;
};

/** Medians of the package, of the native engine, and of the ratios of the turns. */
async function compare(file) {
  const world = World.fromText(readFileSync(file, "utf8"));
  await ask(`load ${file}`);
  world.step(WARMING);
  await ask(`step ${WARMING}`);
  const [ours, theirs] = [[], []];
  for (let turn = 0; turn < TURNS; turn++) {
    ours.push(clocked(() => world.step(1)));
    theirs.push(Number(await ask("step 1")));
  }
  if (world.hash !== (await ask("hash -"))) throw new Error(`${file}: different hashes`);
  world.free();
  const ratio = median(ours.map((one, turn) => one / theirs[turn]));
  return [median(ours), median(theirs), ratio];
}

console.log(`ms per frame, medians of ${TURNS} turns by the clock; the ratio is the median of the turns' own; Node ${process.version}\n`);
console.log("| level | package | native | ratio |\n| :-- | --: | --: | --: |");
let pile;
for (const level of LEVELS) {
  const [ours, theirs, ratio] = await compare(fileURLToPath(new URL(`../../levels/${level}.ron`, import.meta.url)));
  console.log(`| ${level} | ${ours.toFixed(3)} | ${theirs.toFixed(3)} | ${ratio.toFixed(2)} |`);
  pile ??= ratio;
}
native.stdin.end();

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
