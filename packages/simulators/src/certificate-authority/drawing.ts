import type { Weight } from './fonts.ts';

/** A shape on a certificate. Coordinates are in points from the top left, for the PDF and the picture. */
export type Shape = Path | Text | Link;

/** An SVG path, filled, as a line, or both. */
export interface Path {
  readonly kind: 'path';
  readonly data: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly lineWidth?: number;
  readonly opacity?: number;
}

/** One line of text. `y` is its baseline. */
export interface Text {
  readonly kind: 'text';
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size: number;
  readonly weight: Weight;
  readonly fill: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly opacity?: number;
  /** Rotation around the text's own position, in degrees clockwise. */
  readonly turn?: number;
}

/** A clickable area, in formats that support links. */
export interface Link {
  readonly kind: 'link';
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly to: string;
}

export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly shapes: readonly Shape[];
}
