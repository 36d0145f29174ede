// The splitter of the editor's module (`web/split`), on a small module: both parts together do what the whole module does.
import { test } from "node:test";
import assert from "node:assert/strict";
import binaryen from "binaryen";
import { chooseMoved, readRules } from "../split/choose.js";
import { readModule } from "../split/module.js";
import { ownPath, plainName } from "../split/names.js";
import { FIRST, IS_LOADED, LOAD, splitModule } from "../split/write.js";

/** A name of more than 160 bytes of code is not taken for a copy; `work` makes a body of that size. */
const work = (value) => Array.from({ length: 40 }, (_, at) => `(i32.store (i32.const ${4 * at}) (i32.add (i32.load (i32.const ${4 * at})) (i32.const 1)))`).join(" ") + value;
const TEXT = `(module
  (type $binary (func (param i32 i32) (result i32)))
  (type $note (func (param i32)))
  (import "env" "note" (func $note (type $note)))
  (memory 1)
  (table 2 2 funcref)
  (elem (i32.const 1) $late::scale)
  (global $stack (mut i32) (i32.const 16))
  (export "start" (func $early::start))
  (export "by_table" (func $early::by_table))
  (export "lanes" (func $early::lanes))
  (func $early::start (param i32) (result i32) (call $early::add (call $late::sum (local.get 0) (i32.const 5)) (i32.const 1)))
  (func $early::by_table (param i32) (result i32) (call_indirect (type $binary) (local.get 0) (i32.const 3) (i32.const 1)))
  (func $early::lanes (param i32) (result i32) (i32x4.extract_lane 0 (call $late::double (i32x4.splat (local.get 0)))))
  (func $early::add (param i32 i32) (result i32) ${work("(i32.add (local.get 0) (local.get 1))")})
  (func $late::sum (param i32 i32) (result i32) ${work("")} (call $note (local.get 0)) (global.set $stack (i32.add (global.get $stack) (i32.const 1)))
    (call $early::add (call $late::scale (local.get 0) (local.get 1)) (global.get $stack)))
  (func $late::scale (type $binary) ${work("(i32.mul (local.get 0) (local.get 1))")})
  (func $late::double (param v128) (result v128) ${work("(i32x4.add (local.get 0) (local.get 0))")})
)`;

function compiled() {
  const module = binaryen.parseText(TEXT);
  module.setFeatures(binaryen.Features.All);
  binaryen.setDebugInfo(true);
  return Buffer.from(module.emitBinary());
}

test("functions of the second module are loaded at their first call, and give the same results", () => {
  const whole = compiled();
  const notes = [];
  const env = { note: (value) => notes.push(value) };
  const expected = new WebAssembly.Instance(new WebAssembly.Module(whole), { env }).exports;
  const module = readModule(whole);
  const moved = chooseMoved(module, readRules("with late\n"));
  assert.deepEqual([...moved].map((index) => module.functions[index].name), ["late::sum", "late::scale", "late::double"]);
  const { first, second, slots } = splitModule(module, moved);
  const calls = [];
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(first), { env, [FIRST]: { [LOAD]: (number) => {
    calls.push(number);
    new WebAssembly.Instance(new WebAssembly.Module(second), { [FIRST]: exports });
    exports[IS_LOADED].value = 1;
  } } });
  for (const name of ["lanes", "by_table", "start", "start"]) assert.equal(exports[name](7), expected[name](7), name);
  assert.deepEqual(calls, [slots.get(module.functions.find(({ name }) => name === "late::double").index)]);
  assert.deepEqual(notes, [7, 7, 7, 7]);
});

test("the path of a name is where its function is written", () => {
  const path = (name) => ownPath(plainName(name));
  assert.equal(path("<a[0123456789abcdef]::B<c::D> as e::F>::g::<h::I>"), "a::B");
  assert.equal(path("<&mut dyn a::B as core[c5930c85a12de822]::fmt::Debug>::fmt[2]"), "a::B");
  assert.equal(path("<a::b::{closure#0} as core::ops::function::FnOnce<()>>::call_once::{shim:vtable#0}"), "a::b");
  assert.equal(path("core::ptr::drop_in_place::<a::B>"), "core::ptr::drop_in_place");
});
