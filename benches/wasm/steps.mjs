// The npm package, driven by lines of text: `load FILE`, `step FRAMES` (answers with milliseconds), `hash`.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const { World, init } = await import(process.argv[2]);
await init();
let world;

function load(file) {
    try {
        world = World.fromText(readFileSync(file, "utf8"));
        return "ready";
    } catch (error) {
        return error.message.replaceAll("\n", " ");
    }
}

function step(frames) {
    const begin = process.hrtime.bigint();
    world.step(frames);
    return Number(process.hrtime.bigint() - begin) / 1e6;
}

for await (const line of createInterface({ input: process.stdin })) {
    const [word, rest] = [line.split(" ")[0], line.slice(line.indexOf(" ") + 1)];
    if (word === "load") console.log(load(rest));
    else if (word === "step") console.log(step(Number(rest)));
    else console.log(world.hash);
}
