import type { World } from "./index.js";

/** A world that Blobsmith can attach to. */
export interface Link {
  /** What *File > Attach to a running game…* takes: `blobsmith-link://127.0.0.1:PORT/TOKEN`. */
  address: string;
  /** Ends the link and the pause. */
  close(): void;
}

/**
 * Waits for Blobsmith on the loopback interface, on any free port by default. Node only; the world must be of `blobsmith/debug`. Switches the recorder on. Call `step` or
 * `advance` regularly; during a pause they run no frames.
 */
export function listen(world: World, options?: { port?: number }): Promise<Link>;
