/** Signs the proofs on papers. */
export interface ProofSigner {
  /** Ed25519, 32 bytes: the key its signatures are checked by. */
  readonly publicKey: Uint8Array;
  /**
   * The address at which a token is looked up: the token is appended. In capitals, which take less room in a QR code.
   */
  readonly address: string;
  /** The signature; deterministic. */
  sign(payload: Uint8Array): Uint8Array;
}
