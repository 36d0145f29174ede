// Levels, their instances and their images, relative to the address of the level.

import { World } from "blobsmith";

/** Greatest number of files of instances. */
const MOST_FILES = 1000;

async function textOf(address) {
  let response;
  try {
    response = await fetch(address);
  } catch {
    throw new Error(`${address} cannot be loaded: the network or the other server refuses it`);
  }
  if (!response.ok) throw new Error(`${address} cannot be loaded: ${response.status} ${response.statusText}`.trim());
  return response.text();
}

/** A world of a text. Files of instances that it names are fetched relative to `base`. */
export async function worldOf(text, base) {
  const own = "level";
  const texts = new Map([[own, text]]);
  for (;;) {
    let missing;
    try {
      return World.fromFiles(own, (path) => {
        if (!texts.has(path)) missing = path;
        return texts.get(path) ?? "";
      });
    } catch (error) {
      if (missing === undefined || texts.size > MOST_FILES) throw error;
      texts.set(missing, await textOf(new URL(missing, base)));
    }
  }
}

/** The text of a level at an address. */
export function levelAt(address) {
  return textOf(address);
}

/** Images of all skins of a world by their path; null where an image cannot be loaded. */
export async function imagesOf(world, base) {
  const paths = new Set(world.bodies().map((body) => world.info(body).skin?.image).filter(Boolean));
  const load = async (path) => {
    const image = Object.assign(new Image(), { crossOrigin: "anonymous", src: new URL(path, base).href });
    try {
      await image.decode();
      return [path, await createImageBitmap(image)];
    } catch {
      return [path, null];
    }
  };
  return new Map(await Promise.all([...paths].map(load)));
}
