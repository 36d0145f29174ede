#!/usr/bin/env node
// Splits the module of the editor in two: `split.js FOLDER OUT LIST`. FOLDER has the module, with names, and its script. OUT gets the first
// module, which starts the editor, `second.wasm` with the functions that `second.txt` names, and the script, which loads both. LIST becomes
// a list of the moved functions that the first module can call, with the numbers by which the page reports them.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseMoved, readRules } from "./choose.js";
import { readModule } from "./module.js";
import { plainName } from "./names.js";
import { FIRST, LOAD, splitModule } from "./write.js";

/** Chromium compiles at once, as a call that arrives before the module needs it, at most 8 MiB. */
const MOST = 8 << 20;
/** What the script of the module gets: code, and the code after which it is put. Each must occur once. */
const INSERTIONS = [
  ["function __wbg_get_imports() {\n", 'import * as second from "./second.js";\n', "before"],
  ["    wasm = instance.exports;\n", "    second.connect(wasm);\n", "after"],
  ["function __wbg_get_imports() {\n", `    const first = { ${LOAD}: second.load };\n`, "after"],
  ['        "./blobsmith_bg.js": import0,\n', `        ${FIRST}: first,\n`, "after"],
];

function connected(script) {
  return INSERTIONS.reduce((text, [place, code, side]) => {
    const parts = text.split(place);
    if (parts.length !== 2) throw new Error(`the script of the module has ${parts.length - 1} times: ${place.trim()}`);
    return parts.join(side === "before" ? code + place : place + code);
  }, script);
}

const [folder, out, list] = process.argv.slice(2);
const module = readModule(readFileSync(join(folder, "blobsmith_bg.wasm")));
const moved = chooseMoved(module, readRules(readFileSync(new URL("second.txt", import.meta.url), "utf8")));
const { first, second, slots } = splitModule(module, moved);
if (second.length > MOST) throw new Error(`the second module has ${second.length} bytes; at most ${MOST} can be loaded at once`);
writeFileSync(join(out, "blobsmith_bg.wasm"), first);
writeFileSync(join(out, "second.wasm"), second);
writeFileSync(join(out, "blobsmith.js"), connected(readFileSync(join(folder, "blobsmith.js"), "utf8")));
const numbered = [...slots].sort(([, a], [, b]) => a - b);
writeFileSync(list, numbered.map(([index, slot]) => `${slot} ${plainName(module.functions[index].name)}\n`).join(""));
