// Makes a module note which functions are called: each function sets a global of its own, which is exported under `called-INDEX`.
import { Reader, leb, text, vector } from "./binary.js";
import { KIND, SECTION, assemble } from "./module.js";

const [I32, MUTABLE, I32_CONST, GLOBAL_SET, END] = [0x7f, 1, 0x41, 0x24, 0x0b];
/** Sections in the order of the format, which is not that of their numbers. */
const ORDER = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 10, 11];

/** A section with entries behind its own. */
function extended(contents, entries) {
  const reader = new Reader(contents);
  const count = reader.number();
  return Buffer.concat([leb(count + entries.length), contents.subarray(reader.at), ...entries].map((part) => Buffer.from(part)));
}

/** A body whose first instructions set the global. */
function noting(code, { start, instructions, end }, global) {
  const note = [I32_CONST, 1, GLOBAL_SET, ...leb(global)];
  const body = Buffer.concat([code.subarray(start, instructions), Buffer.from(note), code.subarray(instructions, end)]);
  return Buffer.concat([Buffer.from(leb(body.length)), body]);
}

export function instrument(module) {
  const own = module.functions.filter(({ body }) => body);
  const first = module.globals.length;
  const changed = {
    [SECTION.global]: (contents) => extended(contents, own.map(() => [I32, MUTABLE, I32_CONST, 0, END])),
    [SECTION.export]: (contents) => extended(contents, own.map(({ index }, at) => [...text(`called-${index}`), KIND.global, ...leb(first + at)])),
    [SECTION.code]: () => vector(own.map(({ body }, at) => noting(module.code, body, first + at))),
  };
  return assemble(ORDER.map((id) => {
    const contents = module.found.get(id);
    return [id, contents && (changed[id]?.(contents) ?? contents)];
  }));
}
