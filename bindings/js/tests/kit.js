// The conformance kit; runs in Node, in a page and in a worker. See `bindings/conformance/README.md`.

/** Performs an operation of a script. */
function perform(world, operation, { prefabs, saved }) {
  const named = (part) => {
    if (part === undefined) throw new Error(`no part for ${JSON.stringify(operation)}`);
    return part;
  };
  switch (operation.do) {
    case "spawn": {
      const { position, angle_deg: angleDeg, mirror, velocity } = operation;
      world.spawn(prefabs.get(operation.prefab), { position, angleDeg, mirror, velocity }, operation.id);
      break;
    }
    case "remove": return world.remove(named(world.instance(operation.instance)));
    case "remove_body": return world.remove(named(world.body(operation.body)));
    case "impulse": return world.applyImpulse(named(world.body(operation.body)), operation.impulse);
    case "force": return world.applyForce(named(world.body(operation.body)), operation.force);
    case "snapshot": saved.snapshot = world.snapshot(); break;
    case "restore": return world.restore(saved.snapshot);
    default: throw new Error(`unknown operation ${operation.do}`);
  }
}

/** Runs a case; throws at the first different hash. `read` gives the text of a path relative to the repository. */
export async function runCase({ World, Prefab }, test, read) {
  const script = test.script ?? [];
  const expected = (await read(`bindings/conformance/${test.hashes}`)).trim().split("\n");
  if (expected.length !== test.steps + 1) throw new Error(`${test.name}: ${expected.length} hashes for ${test.steps} steps`);
  const prefabs = new Map();
  for (const { prefab } of script.filter((operation) => operation.prefab)) {
    if (!prefabs.has(prefab)) prefabs.set(prefab, Prefab.fromText(await read(`bindings/conformance/${prefab}`)));
  }
  const world = World.fromText(await read(test.level));
  const saved = {};
  for (let step = 0; step <= test.steps; step++) {
    if (world.hash !== expected[step]) throw new Error(`${test.name}: hash ${world.hash} instead of ${expected[step]} after ${step} steps`);
    if (step === test.steps) break;
    for (const operation of script) if (operation.at === step) perform(world, operation, { prefabs, saved });
    world.step(1);
  }
  world.free();
}

/** Runs the cases, at most `most`; returns their number. */
export async function runKit(blobsmith, read, most = Infinity) {
  const { kit, cases } = JSON.parse(await read("bindings/conformance/cases.json"));
  if (kit !== 1) throw new Error(`unknown version ${kit} of the kit`);
  const chosen = cases.slice(0, most);
  for (const test of chosen) await runCase(blobsmith, test, read);
  return chosen.length;
}
