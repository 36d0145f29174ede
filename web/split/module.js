// A WebAssembly module with one memory, as far as its functions are to be moved: imports, types, bodies, tables and names of functions.
import { Reader, functionPlaces, leb } from "./binary.js";

export const SECTION = { custom: 0, type: 1, import: 2, function: 3, table: 4, memory: 5, global: 6, export: 7, start: 8, element: 9, code: 10, data: 11, dataCount: 12 };
export const KIND = { function: 0, table: 1, memory: 2, global: 3 };

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** A module out of pairs of the number of a section and its contents; those without contents are left out. */
export function assemble(parts) {
  const present = parts.filter(([, contents]) => contents);
  return Buffer.concat([HEADER, ...present.flatMap(([id, contents]) => [[id, ...leb(contents.length)], contents])].map((part) => Buffer.from(part)));
}

function sections(bytes) {
  const reader = new Reader(bytes, 8);
  const found = new Map();
  let names;
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const contents = reader.take(reader.number());
    if (id > SECTION.dataCount) throw new Error(`section ${id} is not supported`);
    if (id !== SECTION.custom) found.set(id, contents);
    else if (new Reader(contents).name() === "name") names = contents;
  }
  return { found, names };
}

function readLimits(reader) {
  const flags = reader.number();
  if (flags > 1) throw new Error("shared and 64-bit memories are not supported");
  return { minimum: reader.number(), maximum: flags ? reader.number() : undefined };
}

/** Contents of an import or definition, by its kind. */
function readExternal(reader, kind) {
  if (kind === KIND.function) return { type: reader.number() };
  if (kind === KIND.table) return { type: reader.byte(), limits: readLimits(reader) };
  if (kind === KIND.memory) return { limits: readLimits(reader) };
  if (kind === KIND.global) return { type: reader.byte(), isMutable: reader.byte() };
  throw new Error(`imports of kind ${kind} are not supported`);
}

/** Reads an active list of table entries at a constant index. */
function readElements(reader) {
  const flags = reader.number();
  if (flags !== 0 && flags !== 2) throw new Error("table entries that are not active lists of functions are not supported");
  const table = flags === 2 ? reader.number() : 0;
  if (reader.byte() !== 0x41) throw new Error("table entries at an index that is not constant are not supported");
  const offset = reader.number();
  reader.at += flags === 2 ? 2 : 1;
  return { table, offset, functions: reader.list(() => reader.number()) };
}

/** Instructions of a body begin behind its list of local variables. */
function readBody(reader, bytes) {
  const end = reader.number() + reader.at;
  const start = reader.at;
  reader.list(() => reader.skipNumbers(2));
  const instructions = reader.at;
  const places = [];
  functionPlaces(bytes, instructions, end, (from, to, index) => places.push([from, to, index]));
  reader.at = end;
  return { start, instructions, end, places };
}

function readNames(contents) {
  const names = [];
  if (!contents) return names;
  const reader = new Reader(contents);
  reader.name();
  while (reader.at < contents.length) {
    const kind = reader.byte();
    const length = reader.number();
    const end = reader.at + length;
    if (kind === 1) reader.list(() => (names[reader.number()] = reader.name()));
    reader.at = end;
  }
  return names;
}

/** Skips the initial value of a global, which is a constant. */
function skipInitial(reader) {
  const code = reader.byte();
  if (code === 0x43 || code === 0x44) reader.at += code === 0x43 ? 4 : 8;
  else reader.skipNumber();
  if (reader.byte() !== 0x0b) throw new Error("initial values of globals that are not constant are not supported");
}

/** What a section defines; imports are not among it. */
function definitions(found, id, kind) {
  const contents = found.get(id);
  if (!contents) return [];
  const reader = new Reader(contents);
  return reader.list(() => {
    const external = readExternal(reader, kind);
    if (kind === KIND.global) skipInitial(reader);
    return external;
  });
}

/**
 * Reads a module. `functions` has first the imports, then the functions with a body: `{ type, name, body, calls }`, where `body` is
 * `{ start, instructions, end, places }` in `code`, and `calls` are the indices of the functions that it names.
 */
export function readModule(bytes) {
  const { found, names: nameSection } = sections(bytes);
  const names = readNames(nameSection);
  const list = (id, read) => {
    const contents = found.get(id);
    if (!contents) return [];
    const reader = new Reader(contents);
    return reader.list(() => read(reader));
  };
  const imports = list(SECTION.import, (reader) => {
    const [module, name, kind] = [reader.name(), reader.name(), reader.byte()];
    return { module, name, kind, ...readExternal(reader, kind) };
  });
  const types = list(SECTION.type, (reader) => {
    if (reader.byte() !== 0x60) throw new Error("types that are no functions are not supported");
    return { parameters: reader.list(() => reader.byte()), results: reader.list(() => reader.byte()) };
  });
  const of = (kind, id) => [...imports.filter((one) => one.kind === kind), ...definitions(found, id, kind)];
  const code = found.get(SECTION.code);
  const bodies = list(SECTION.code, (reader) => readBody(reader, code));
  const imported = imports.filter(({ kind }) => kind === KIND.function);
  const functions = of(KIND.function, SECTION.function).map(({ type }, index) => {
    const body = bodies[index - imported.length];
    return { index, type, name: names[index] ?? "", body, calls: body ? [...new Set(body.places.map(([, , callee]) => callee))] : [] };
  });
  return {
    found, types, imports, functions, code, importCount: imported.length,
    tables: of(KIND.table, SECTION.table), memories: of(KIND.memory, SECTION.memory), globals: of(KIND.global, SECTION.global),
    exports: list(SECTION.export, (reader) => ({ name: reader.name(), kind: reader.byte(), index: reader.number() })),
    elements: list(SECTION.element, readElements),
    start: found.has(SECTION.start) ? new Reader(found.get(SECTION.start)).number() : undefined,
  };
}
