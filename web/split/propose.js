// Proposes the rules of the second module: paths that no function has which was called while the editor started and was used.
import { movable } from "./choose.js";

/** Code of a rule, in bytes; shorter lists have fewer rules. */
const LEAST = 300;

/** Functions of these are used everywhere, also where the profile does not lead. */
const STANDARD = /^(core|alloc|std|hashbrown|compiler_builtins)(::|$)/;

/** Shortest paths among `pathsOf(function)` that no called function has, as far as they move enough that shorter ones do not move. */
function uncalled(functions, called, pathsOf) {
  const found = new Map();
  for (const one of functions) {
    for (const path of pathsOf(one)) {
      if (!found.has(path)) found.set(path, { functions: [], isCalled: false });
      const entry = found.get(path);
      entry.functions.push(one);
      entry.isCalled ||= called.has(one.index);
    }
  }
  const depth = (path) => path.split("::").length;
  const free = [...found].filter(([path, { isCalled }]) => !isCalled && !STANDARD.test(path)).sort(([a], [b]) => depth(a) - depth(b) || (a < b ? -1 : 1));
  const [paths, moved] = [[], new Set()];
  for (const [path, { functions: those }] of free) {
    const fresh = those.filter(({ index }) => !moved.has(index));
    if (fresh.reduce((sum, { size }) => sum + size, 0) < LEAST) continue;
    paths.push(path);
    fresh.forEach(({ index }) => moved.add(index));
  }
  return paths;
}

/** Lines for `readRules`; `called` has the indices of the functions that were called. */
export function proposeRules(module, called) {
  const functions = movable(module);
  const everywhere = uncalled(functions, called, ({ all }) => all);
  const known = new Set(everywhere);
  const own = uncalled(functions, called, ({ own }) => own).filter((path) => !known.has(path));
  const lines = [...everywhere.map((path) => ["with", path]), ...own.map((path) => ["in", path])];
  return lines.sort(([, a], [, b]) => (a < b ? -1 : 1)).map((line) => line.join(" "));
}
