// Outcome of the conformance kit in a page or worker.
import { runKit } from "./kit.js";

const texts = new Map();

async function read(path) {
  if (!texts.has(path)) {
    const response = await fetch(`/${path}`);
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    texts.set(path, await response.text());
  }
  return texts.get(path);
}

export async function outcomeOf(entry, most) {
  try {
    const blobsmith = await import(entry);
    await blobsmith.init();
    return { cases: await runKit(blobsmith, read, most) };
  } catch (error) {
    return { error: String(error) };
  }
}
