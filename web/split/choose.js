// Chooses the functions of the second module by the paths in their names.
import { KIND } from "./module.js";
import { ownPath, pathsIn, plainName, prefixes } from "./names.js";

/** The stub of such a function is larger than the function, in bytes. */
const SMALL = 24;

/** A copy of a generic function up to this size, in bytes, often equals others; the optimizer then leaves one, with the name of any. */
export const SHARED = 160;

/** The rules of a list: `in PATH` is a function that is written there, `with PATH` any function whose name contains the path. */
export function readRules(text) {
  const lines = text.split("\n").map((line) => line.replace(/#.*/, "").trim().split(" "));
  const of = (kind) => new Set(lines.filter(([word]) => word === kind).map(([, path]) => path));
  return { in: of("in"), with: of("with") };
}

/** Functions with a body that are no exports, with the prefixes of their own path, and of all paths in their names if they are not small. */
export function movable({ functions, exports, start }) {
  const fixed = new Set([start, ...exports.filter(({ kind }) => kind === KIND.function).map(({ index }) => index)]);
  return functions.filter(({ index, body }) => body && !fixed.has(index)).map(({ index, name, body }) => {
    const plain = plainName(name);
    const own = prefixes(ownPath(plain));
    const size = body.end - body.start;
    return { index, size, own, all: new Set(size > SHARED ? [...own, ...pathsIn(plain).flatMap(prefixes)] : own) };
  });
}

/** The callers of each function by its index, and the functions that are in the table. */
function callersOf({ functions, elements }) {
  const callers = functions.map(() => []);
  for (const { index, calls } of functions) for (const callee of calls) if (callee !== index) callers[callee].push(index);
  return { callers, inTable: new Set(elements.flatMap(({ functions: list }) => list)) };
}

/** Indices of the functions that move: those of the rules, and those that only moved functions call. Functions that are small stay. */
export function chooseMoved(module, rules) {
  const { callers, inTable } = callersOf(module);
  const all = movable(module);
  const moved = new Set(all.filter((one) => one.own.some((path) => rules.in.has(path)) || [...one.all].some((path) => rules.with.has(path))).map(({ index }) => index));
  const isOnlyForMoved = (index) => !inTable.has(index) && callers[index].length > 0 && callers[index].every((caller) => moved.has(caller));
  for (let before = -1; before !== moved.size; ) {
    before = moved.size;
    for (const { index } of all) if (!moved.has(index) && isOnlyForMoved(index)) moved.add(index);
  }
  const needsStub = (index) => inTable.has(index) || callers[index].some((caller) => !moved.has(caller));
  for (const { index, size } of all) if (size <= SMALL && needsStub(index)) moved.delete(index);
  return new Set([...moved].sort((a, b) => a - b));
}
