import type { Francs } from '../../shared/money.ts';

/** The company that carries the risk, as printed on its contracts. Absent fields are not printed. */
export interface Insurer {
  /** The code by which coverages of the same catalogue refer to the insurer. */
  readonly code: string;
  readonly name: string;
  readonly legalForm?: string;
  readonly capital?: Francs;
  /** The address of the insurer's registered office. */
  readonly address?: string;
  /** The insurer's number in the trade register (RCCM). */
  readonly tradeRegister?: string;
  readonly licence?: string;
  /** The phone number for reporting claims. */
  readonly phone?: string;
  readonly email?: string;
  readonly signatory?: Signatory;
}

/** The person who signs for the insurer. */
export interface Signatory {
  readonly name: string;
  readonly position?: string;
  readonly signature?: Signature;
}

/** A signature that the contract prints: an SVG path in a box of `width` by `height`. */
export interface Signature {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  /** The width of the stroke. Absent if the path is an outline to be filled. */
  readonly pen?: number;
}
