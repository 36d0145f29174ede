// The engine as WebAssembly, driven by lines of text: `load FILE`, `step FRAMES` (answers with milliseconds), `hash`.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const engine = instance.exports;

function load(file) {
    const text = readFileSync(file);
    const at = engine.room(text.length);
    new Uint8Array(engine.memory.buffer, at, text.length).set(text);
    const wrong = engine.load();
    if (wrong === 0) return "ready";
    return Buffer.from(engine.memory.buffer, engine.message(), wrong).toString().replaceAll("\n", " ");
}

function step(frames) {
    const begin = process.hrtime.bigint();
    engine.step(frames);
    return Number(process.hrtime.bigint() - begin) / 1e6;
}

for await (const line of createInterface({ input: process.stdin })) {
    const [word, rest] = [line.split(" ")[0], line.slice(line.indexOf(" ") + 1)];
    if (word === "load") console.log(load(rest));
    else if (word === "step") console.log(step(Number(rest)));
    else console.log(BigInt.asUintN(64, engine.hash()).toString(16));
}
