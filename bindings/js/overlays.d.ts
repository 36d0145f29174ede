/** An overlay of the editor. */
export interface OverlayInfo {
  /** As of `blobsmith render --overlay`. */
  name: string;
  title: string;
  help: string;
  /** False if it needs frames before or after the present one; `drawOverlays` then throws. */
  isOffered: boolean;
}
/** The camera, for sizes in pixels. What is outside of the view is left out. */
export interface OverlayView {
  /** Width and height in pixels; by default 1280 by 720. */
  size?: Point;
  /** Position in the middle of the view; by default that of the level. */
  center?: Point;
  /** By default the whole level is in the view. */
  pixelsPerUnit?: number;
  /** True for colours on a light background. */
  light?: boolean;
}
/** Triangles or lines that are painted together. */
export interface OverlayBatch {
  overlay: string;
  isLines: boolean;
  /** First and behind the last line, or entry of `triangles`. */
  range: [number, number];
}
/** Red, green, blue and alpha, 0 to 255. */
export type OverlayColor = [number, number, number, number];
/** A line of text. */
export interface OverlayLabel {
  overlay: string;
  text: string;
  /** Position; y is the middle of a capital letter. */
  at: Point;
  /** Part of the text's width that is left of the position: 0, 0.5 or 1. */
  anchor: number;
  /** Height of the font in pixels. */
  size: number;
  color: OverlayColor;
}
/** The meaning of a colour. */
export interface OverlayLegend {
  overlay: string;
  text: string;
  color: OverlayColor;
  /** Length in pixels of an arrow of the size that the text names. */
  arrow?: number;
}
