import type { Francs } from '../../shared/money.ts';

/** The company that carries the risk, as its contracts name it. What is left out is not printed. */
export interface Insurer {
  /** By which coverages of the same catalogue refer to it. */
  readonly code: string;
  readonly name: string;
  readonly legalForm?: string;
  readonly capital?: Francs;
  /** Of its registered office. */
  readonly address?: string;
  /** Its number in the trade register (RCCM). */
  readonly tradeRegister?: string;
  /** Its licence as an insurer. */
  readonly licence?: string;
  /** Where claims are reported. */
  readonly phone?: string;
  readonly email?: string;
  readonly signatory?: Signatory;
}

/** Who signs for the insurer. */
export interface Signatory {
  readonly name: string;
  readonly position?: string;
  readonly signature?: Signature;
}

/** A signature that is printed with the contract: a path as SVG writes it, in a box of this size. */
export interface Signature {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  /** The width of the line; left out where the path is an outline to be filled. */
  readonly pen?: number;
}
