// Reads and writes the binary format of WebAssembly modules: numbers, names, and the immediates of instructions.
// Source: WebAssembly Core Specification 2.0, chapter 5 (Binary Format).

/** Reads the parts of a module from `at`. */
export class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** An unsigned number of at most 32 bits (LEB128). */
  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.at++];
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  }

  take(length) {
    return this.bytes.subarray(this.at, (this.at += length));
  }

  name() {
    return Buffer.from(this.take(this.number())).toString();
  }

  list(read) {
    return Array.from({ length: this.number() }, (_, index) => read(index));
  }

  skipNumber() {
    while (this.bytes[this.at++] > 127);
  }

  skipNumbers(count) {
    for (; count > 0; count--) this.skipNumber();
  }
}

/** The unsigned number as LEB128. */
export function leb(value) {
  const bytes = [];
  do {
    bytes.push((value & 127) | (value > 127 ? 128 : 0));
    value >>>= 7;
  } while (value);
  return bytes;
}

/** The number, below 2^31, as signed LEB128: `i32.const` takes these. */
export function signedLeb(value) {
  const bytes = [];
  for (; value > 63; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}

export const text = (name) => [...leb(Buffer.byteLength(name)), ...Buffer.from(name)];

/** The bytes of all parts, which are arrays of numbers or of bytes, with the number of the parts before them. */
export const vector = (parts) => Buffer.concat([leb(parts.length), ...parts].map((part) => Buffer.from(part)));

/** Number of immediates that are plain LEB128 numbers; `undefined` for other instructions. */
function plainImmediates(code) {
  if (code >= 0x45 && code <= 0xc4) return 0;
  if (code === 0x11 || code === 0x13) return 2;
  if ([0x02, 0x03, 0x04, 0x0c, 0x0d, 0x3f, 0x40, 0x41, 0x42, 0xd0].includes(code) || (code >= 0x20 && code <= 0x26)) return 1;
  if ([0x00, 0x01, 0x05, 0x0b, 0x0f, 0x1a, 0x1b, 0xd1].includes(code)) return 0;
}
const PLAIN = Array.from({ length: 256 }, (_, code) => plainImmediates(code));
const CALL = 0x10;
const RETURN_CALL = 0x12;
const REF_FUNC = 0xd2;
/** Instructions with the prefix 0xfc: saturating conversions, then those of memories and tables. `undefined`: not supported. */
const BULK = [0, 0, 0, 0, 0, 0, 0, 0, undefined, undefined, 2, 1, undefined, undefined, 2, 1, 1, 1];

function skipAddress(reader) {
  const alignment = reader.number();
  if (alignment >= 64) reader.skipNumber();
  reader.skipNumber();
}

function skipVector(reader) {
  const code = reader.number();
  if (code <= 11 || code === 92 || code === 93) skipAddress(reader);
  else if (code === 12 || code === 13) reader.at += 16;
  else if (code >= 21 && code <= 34) reader.at += 1;
  else if (code >= 84 && code <= 91) {
    skipAddress(reader);
    reader.at += 1;
  }
}

function skipOther(reader, code) {
  if (code >= 0x28 && code <= 0x3e) skipAddress(reader);
  else if (code === 0x0e) reader.skipNumbers(reader.number() + 1);
  else if (code === 0x1c) reader.skipNumbers(reader.number());
  else if (code === 0x43) reader.at += 4;
  else if (code === 0x44) reader.at += 8;
  else if (code === 0xfd) skipVector(reader);
  else {
    const sub = code === 0xfc ? reader.number() : 0;
    const count = code === 0xfc ? BULK[sub] : undefined;
    if (count === undefined) throw new Error(`instruction 0x${code.toString(16)} ${sub} is not supported`);
    reader.skipNumbers(count);
  }
}

/** Calls `found(start, end, index)` for each place between `start` and `end` of the instructions that names a function. */
export function functionPlaces(bytes, start, end, found) {
  const reader = new Reader(bytes, start);
  while (reader.at < end) {
    const code = reader.byte();
    const count = PLAIN[code];
    if (count !== undefined) reader.skipNumbers(count);
    else if (code === CALL || code === RETURN_CALL || code === REF_FUNC) {
      const at = reader.at;
      const index = reader.number();
      found(at, reader.at, index);
    } else skipOther(reader, code);
  }
  if (reader.at !== end) throw new Error(`instructions end at ${reader.at} instead of ${end}`);
}
