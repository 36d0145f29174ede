// Compiles only if the types of `blobsmith/debug` fit; never runs.
import { OverlayList, World, init, overlayNames, type OverlayView } from "../../../target/js/blobsmith/debug/index.js";

await init();
const world = World.fromText("(format: 2)");
const list = new OverlayList();
const view: OverlayView = { size: [800, 600], light: true };
world.setTracing(true);
world.drawOverlays(overlayNames().filter((one) => one.isOffered).map((one) => one.name), list, view);
world.drawOverlays(["boxes"], list);
const colors: Uint8Array = list.colors;
const texts: string[] = list.labels.map((label) => label.text.slice(colors.length));
const [from]: [number, number] = list.batches[texts.length]?.range ?? [0, 0];
// @ts-expect-error: the field is `pixelsPerUnit`
world.drawOverlays([], list, { pixelsPerUnt: from });
