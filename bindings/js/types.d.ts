/** Coordinates in level units, y up: an array of two numbers, or a typed array of two. */
export type Point = [number, number];
/** A body: a number that stays valid while other parts come and go. */
export type Body = bigint & { readonly kind?: "body" };
/** A disc. */
export type Disc = bigint & { readonly kind?: "disc" };
/** An obstacle. */
export type Obstacle = bigint & { readonly kind?: "obstacle" };
/** A link. */
export type Link = bigint & { readonly kind?: "link" };
/** A placed instance of another level. */
export type Instance = bigint & { readonly kind?: "instance" };
/** A part of any kind; see `partKind`. */
export type Part = Body | Disc | Obstacle | Link | Instance;
export type PartKind = "body" | "disc" | "obstacle" | "link" | "instance";
/** What an action moves: all free nodes of a body, one node, or a disc. */
export type MovablePart = Body | Disc | readonly [Body, number];
/** An end of a link: a node, the centre of a disc, or a fixed point. */
export type LinkTarget = readonly [Body, number] | Disc | Point;
/** A hand that holds something. */
export type Hand = number & { readonly kind?: "hand" };
/** Kind of a link, as in the level format. */
export type LinkKind =
  | { Spring: { rest_length: number; stiffness: number; damping: number } }
  | { Stick: { length: number } }
  | "Pin";

/** User data. Whole numbers beyond 2^53 lose their last digits. */
export type PropertyValue = boolean | number | string | PropertyValue[] | Properties;
export interface Properties { [name: string]: PropertyValue }

/** Name and user data of a part. */
export interface PartInfo {
  /** Unique in the level; parts of instances have `INSTANCE/ID`. */
  id: string;
  name: string;
  tags: string[];
  properties: Properties;
  /** Of a body: nodes with a label, tags or properties. */
  nodes?: { node: number; label: string; tags: string[]; properties: Properties }[];
  /** Of a body: its texture; null without one. */
  skin?: { image: string; uv: "Planar" | Point[]; tint: string; layer: number } | null;
  /** Of a body: closed loops of node indices, or single edges if the hull is not closed. */
  outlines?: number[][];
  /** Of an instance. */
  position?: Point;
  angleDeg?: number;
  mirror?: boolean;
}

export interface LevelInfo {
  name: string;
  notes: string;
  tags: string[];
  properties: Properties;
  pixelsPerUnit: number;
}

export interface Marker {
  id: string;
  name: string;
  shape: { Point: Point } | { Rect: [Point, Point] } | { Polygon: Point[] } | { Path: Point[] };
  tags?: string[];
  properties?: Properties;
}

export interface PartCounts {
  bodies: number;
  nodes: number;
  discs: number;
  obstacles: number;
  links: number;
  instances: number;
  markers: number;
}

/** Result of `World.advance`. */
export interface Advanced {
  /** Number of frames that ran. */
  frames: number;
  /** Seconds that were dropped, because more than `maxFrames` frames were due. */
  lostSeconds: number;
  /** Part of the next frame that has passed, 0 to below 1. */
  alpha: number;
}

/** Where a prefab is placed; what is missing is 0. */
export interface Placement {
  position?: Point;
  /** Counter-clockwise, in degrees. */
  angleDeg?: number;
  /** True to mirror x after the rotation. */
  mirror?: boolean;
  /** Added to the velocity of every free node and disc. */
  velocity?: Point;
}

/** Which parts a query finds; by default everything but sensors. */
export interface QueryFilter {
  category?: number;
  mask?: number;
  sensors?: boolean;
  tag?: string;
}

/** Where a ray or a moving circle meets a part. */
export interface QueryHit {
  part: Part;
  point: Point;
  /** Unit normal of the part, against the motion. */
  normal: Point;
  /** Part of the way until there, 0 to 1. */
  fraction: number;
}

export interface Energy {
  kinetic: number;
  gravity: number;
  spring: number;
  gas: number;
  total: number;
}

interface Moment {
  /** 0 for the step from frame 0 to frame 1. */
  frame: number;
  substep: number;
}
export interface SensorEvent extends Moment {
  kind: "sensorEntered" | "sensorLeft";
  sensor: Part;
  other: Body | Disc;
}
export interface FaultEvent extends Moment {
  kind: "fault";
  fault: "collapsed" | "blowUp" | "manyImpacts" | "noEdge";
  part: Body | Disc;
  node?: number;
}
export interface ContactEvent extends Moment {
  kind: "contact";
  phase: "begin" | "persist" | "end";
  /** The lower part in ascending order: bodies, discs, obstacles, bounds. */
  first: Part;
  /** Null for the bounds of the world. */
  second: Part | null;
  point: Point;
  /** Unit vector from `second` to `first`. */
  normal: Point;
  /** Mass times velocity; 0 at the end. */
  impulse: number;
  friction: number;
}
export type PlayEvent = SensorEvent | FaultEvent | ContactEvent;

export interface DrawLoop {
  /** Range of `outlines`: first index and the one after the last. */
  points: [number, number];
  isClosed: boolean;
}
export interface DrawBody {
  body: Body;
  /** Range of points (nodes). */
  points: [number, number];
  /** Range of `triangles`, three entries per triangle. */
  triangles: [number, number];
  /** Range of `loops`. */
  loops: [number, number];
  /** Red, green, blue, alpha; 0 to 255. */
  tint: [number, number, number, number];
  hasSkin: boolean;
  layer: number;
}
export interface DrawDisc {
  disc: Disc;
  center: Point;
  radius: number;
}
