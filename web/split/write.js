// Writes the two modules that a module is split into.
//
// A moved function that the first module calls, or that is in its table, leaves a stub there: the stub calls the import `load` until the
// global `isLoaded` is 1, and then the function by its place in the table. The second module imports memory, tables, globals and
// functions of the first one, and puts its functions into the table when it is instantiated. A stub has a check and an indirect call
// more than the function; calls within one module, and from the second module to the first one, are direct.
import { Reader, leb, signedLeb, text, vector } from "./binary.js";
import { KIND, SECTION, assemble } from "./module.js";

const [I32, END] = [0x7f, 0x0b];
/** Import of the first module that loads the second one; its parameter is the place in the table of the function that is called. */
export const LOAD = "load_second_module";
/** Export of the first module: a global that is 1 when the second one is there. */
export const IS_LOADED = "second_module_is_loaded";
/** Name that the second module has for the first one. */
export const FIRST = "first";

const limits = ({ minimum, maximum }) => [maximum === undefined ? 0 : 1, ...leb(minimum), ...(maximum === undefined ? [] : leb(maximum))];

function external(one, kind) {
  if (kind === KIND.function) return leb(one.type);
  if (kind === KIND.table) return [one.type, ...limits(one.limits)];
  return kind === KIND.memory ? limits(one.limits) : [one.type, one.isMutable];
}

const importOf = (module, name, kind, one) => [...text(module), ...text(name), kind, ...external(one, kind)];
const exportOf = (name, kind, index) => [...text(name), kind, ...leb(index)];
const elements = (table, offset, functions) => [...(table ? [2, ...leb(table)] : [0]), 0x41, ...signedLeb(offset), END, ...(table ? [0] : []), ...leb(functions.length), ...functions.flatMap(leb)];

/** A body whose functions have the numbers that `numbers` gives to the old ones. */
function renumbered(code, { start, end, places }, numbers) {
  const parts = [];
  let at = start;
  for (const [from, to, index] of places) {
    const number = numbers.get(index);
    if (number === undefined) throw new Error(`function ${index} has no place`);
    parts.push(code.subarray(at, from), Buffer.from(leb(number)));
    at = to;
  }
  const body = Buffer.concat([...parts, code.subarray(at, end)]);
  return Buffer.concat([Buffer.from(leb(body.length)), body]);
}

function stub({ parameters, type, slot, table, load, isLoaded }) {
  const place = [0x41, ...signedLeb(slot)];
  const check = [0x23, ...leb(isLoaded), 0x45, 0x04, 0x40, ...place, 0x10, ...leb(load), END];
  const call = [...parameters.flatMap((_, index) => [0x20, ...leb(index)]), ...place, 0x11, ...leb(type), ...leb(table), END];
  const body = [0, ...check, ...call];
  return [...leb(body.length), ...body];
}

/** The places that moved functions have in the table: those that they have, and new ones at its end. */
function places(module, moved, called) {
  const table = module.tables.findIndex(({ type }) => type === 0x70);
  const slots = new Map();
  const taken = [];
  for (const list of module.elements) {
    list.functions.forEach((index, at) => {
      if (!moved.has(index)) return;
      if (list.table !== table) throw new Error("functions in several tables are not supported");
      slots.set(index, list.offset + at);
      taken.push([list.offset + at, index]);
    });
  }
  let next = module.tables[table].limits.minimum;
  for (const index of moved) {
    if (!called.has(index) || slots.has(index)) continue;
    slots.set(index, next);
    taken.push([next++, index]);
  }
  taken.sort(([a], [b]) => a - b);
  return { table, slots, taken, size: next };
}

/** Numbers of the functions in one module: `first` are those before the kept ones, in their order. */
function numbering(first, kept) {
  return new Map([...first, ...kept].map((index, number) => [index, number]));
}

/** Neighbours of the table become one list. */
function runs(taken) {
  const lists = [];
  for (const [slot, index] of taken) {
    const last = lists.at(-1);
    if (last && last.slot + last.functions.length === slot) last.functions.push(index);
    else lists.push({ slot, functions: [index] });
  }
  return lists;
}

function firstModule(module, moved, stubs, shared, where) {
  const { found, types, functions, importCount } = module;
  const load = importCount;
  const loadType = types.findIndex(({ parameters, results }) => parameters.join() === `${I32}` && !results.length);
  if (loadType < 0) throw new Error("no function of the module takes one i32 only");
  const imported = functions.slice(0, importCount).map(({ index }) => index);
  const kept = functions.filter(({ index, body }) => body && !moved.has(index)).map(({ index }) => index);
  const numbers = numbering([...imported, "load"], [...kept, ...stubs]);
  const isLoaded = module.globals.length;
  const defined = module.tables.slice(module.imports.filter(({ kind }) => kind === KIND.table).length);
  const grown = ({ type, limits: old }) => [type, ...limits(type === 0x70 ? { minimum: where.size, maximum: old.maximum && Math.max(old.maximum, where.size) } : old)];
  const globals = found.get(SECTION.global);
  const definedGlobals = new Reader(globals).number();
  const bodies = [...kept.map((index) => renumbered(module.code, functions[index].body, numbers)), ...stubs.map((index) => {
    const { type } = functions[index];
    return stub({ parameters: types[type].parameters, type, slot: where.slots.get(index), table: where.table, load, isLoaded });
  })];
  return assemble([
    [SECTION.type, found.get(SECTION.type)],
    [SECTION.import, vector([...module.imports.map((one) => importOf(one.module, one.name, one.kind, one)), importOf(FIRST, LOAD, KIND.function, { type: loadType })])],
    [SECTION.function, vector([...kept, ...stubs].map((index) => leb(functions[index].type)))],
    [SECTION.table, vector(defined.map(grown))],
    [SECTION.memory, found.get(SECTION.memory)],
    [SECTION.global, Buffer.concat([Buffer.from(leb(definedGlobals + 1)), globals.subarray(leb(definedGlobals).length), Buffer.from([I32, 1, 0x41, 0, END])])],
    [SECTION.export, vector([
      ...module.exports.map(({ name, kind, index }) => exportOf(name, kind, kind === KIND.function ? numbers.get(index) : index)),
      ...shared.map(({ name, kind, index }) => exportOf(name, kind, kind === KIND.function ? numbers.get(index) : index)),
      exportOf(IS_LOADED, KIND.global, isLoaded),
    ])],
    [SECTION.start, module.start === undefined ? undefined : leb(numbers.get(module.start))],
    [SECTION.element, vector(module.elements.map((list) => elements(list.table, list.offset, list.functions.map((index) => numbers.get(index)))))],
    [SECTION.dataCount, found.get(SECTION.dataCount)],
    [SECTION.code, vector(bodies)],
    [SECTION.data, found.get(SECTION.data)],
  ]);
}

function secondModule(module, moved, shared, where) {
  const { functions } = module;
  const kept = [...moved];
  const used = shared.filter(({ kind }) => kind === KIND.function);
  const numbers = numbering(used.map(({ index }) => index), kept);
  const grown = (one) => (one.type === 0x70 ? { ...one, limits: { minimum: where.size, maximum: undefined } } : one);
  const of = { [KIND.function]: (index) => functions[index], [KIND.table]: (index) => grown(module.tables[index]), [KIND.memory]: (index) => module.memories[index], [KIND.global]: (index) => module.globals[index] };
  return assemble([
    [SECTION.type, module.found.get(SECTION.type)],
    [SECTION.import, vector(shared.map(({ name, kind, index }) => importOf(FIRST, name, kind, of[kind](index))))],
    [SECTION.function, vector(kept.map((index) => leb(functions[index].type)))],
    [SECTION.element, vector(runs(where.taken).map(({ slot, functions: list }) => elements(where.table, slot, list.map((index) => numbers.get(index)))))],
    [SECTION.code, vector(kept.map((index) => renumbered(module.code, functions[index].body, numbers)))],
  ]);
}

/**
 * The first and the second module, when the functions of the set `moved` are in the second one; `slots` has their places in the table,
 * by index.
 */
export function splitModule(module, moved) {
  const isKept = (index) => !moved.has(index);
  const called = new Set(module.functions.filter(({ index }) => isKept(index)).flatMap(({ calls }) => calls).filter((index) => !isKept(index)));
  const where = places(module, moved, called);
  const used = new Set([...moved].flatMap((index) => module.functions[index].calls).filter(isKept));
  const all = (kind, list) => list.map((_, index) => ({ kind, index }));
  const shared = [
    ...[...used].sort((a, b) => a - b).map((index) => ({ kind: KIND.function, index })),
    ...all(KIND.table, module.tables), ...all(KIND.memory, module.memories), ...all(KIND.global, module.globals),
  ].map((one, number) => ({ ...one, name: number.toString(36) }));
  const stubs = [...moved].filter((index) => where.slots.has(index));
  return { first: firstModule(module, moved, stubs, shared, where), second: secondModule(module, moved, shared, where), slots: where.slots };
}
