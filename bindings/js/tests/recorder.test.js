// Flight recorder and live link, in Node.
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { test } from "node:test";
import assert from "node:assert/strict";
import { World, init } from "../../../target/js/blobsmith/debug/node.js";
import { listen } from "../../../target/js/blobsmith/link.js";

await init();

const falling = '{"format": 2, "world": {"gravity": [0, -0.02]}, "discs": [{"id": "ball", "position": [0, 9], "radius": 1}]}';

test("a flight has the frames and the hash of the game", () => {
  const world = World.fromText(falling);
  assert.throws(() => world.flight(), /set_recorder/);
  world.setRecorder(20, 5);
  world.step(33);
  const flight = world.flight("a test");
  assert.deepEqual([...flight.frames], [10, 33]);
  const recording = JSON.parse(flight.text());
  assert.equal(recording.source.reason, "a test");
  const { hashes } = recording.branches[0];
  assert.equal(hashes.length, 24);
  assert.equal(hashes.at(-1).split(" ")[0], world.hash);
  assert.equal(world.takeFaultFlight(), undefined);
});

test("a condition keeps the flight that led to it", () => {
  const world = World.fromText(falling);
  assert.throws(() => world.recordWhen("frame > 7"), /set_recorder/);
  world.setRecorder();
  assert.throws(() => world.recordWhen("frame >"), /frame >\n +\^/);
  world.recordWhen("frame > 7");
  world.step(7);
  assert.equal(world.takeConditionFlight(), undefined);
  world.step(1);
  const { hash } = world;
  world.step(8);
  const flight = world.takeConditionFlight();
  assert.deepEqual([...flight.frames], [0, 8]);
  assert.equal(JSON.parse(flight.text()).branches[0].hashes.at(-1).split(" ")[0], hash);
  world.recordWhen();
  assert.equal(world.takeConditionFlight(), undefined);
});

/** Sends lines one after the other; resolves with the answers when the connection ends or all have answers. */
function talk(address, messages) {
  const [, port, token] = /:(\d+)\/(.*)$/.exec(address);
  const socket = createConnection(Number(port), "127.0.0.1");
  const answers = [];
  const queue = messages(token);
  const send = () => (queue.length ? socket.write(`${queue.shift()}\n`) : socket.end());
  socket.on("connect", send);
  createInterface({ input: socket }).on("line", (line) => {
    answers.push(JSON.parse(line));
    send();
  });
  return new Promise((resolve) => socket.on("close", () => resolve(answers)));
}

test("an editor pauses, steps and edits; strangers get an error", async () => {
  const world = World.fromText(falling);
  const link = await listen(world);
  const greeting = (token) => JSON.stringify({ blobsmith_link: 1, token });
  const answers = await talk(link.address, (token) => [
    greeting(token),
    '{"do": "pause"}',
    '{"do": "step", "frames": 2}',
    '{"do": "set", "path": "discs[0].radius", "value": 2}',
    '{"do": "set", "path": "discs[3].radius", "value": 2}',
    '{"do": "live"}',
  ]);
  assert.equal(answers[0].blobsmith_link, 1);
  assert.equal(answers[1].status.paused, true);
  assert.deepEqual(answers[3].updated, { kept: 1, added: 0, removed: 0 });
  assert.match(answers[4].error, /discs/);
  assert.equal(answers[5].recording.level.discs[0].radius, 2);
  assert.equal(world.isPaused, false, "the pause ends with the connection");
  assert.match((await talk(link.address, () => [greeting("0")]))[0].error, /token/);
  assert.match((await talk(link.address, () => ["GET / HTTP/1.1"]))[0].error, /token/);
  const bad = await talk(link.address, (token) => [greeting(token), '{"do": "explode"}', '{"do": "pause"}']);
  assert.equal(bad.length, 2);
  assert.match(bad[1].error, /not a request/);
  link.close();
});
