/** Signs the proofs on papers. */
export interface ProofSigner {
  /** The public key for the signatures: Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /**
   * The beginning of the URL at which a token is checked: the token is appended. In capitals, which take less space in
   * a QR code.
   */
  readonly address: string;
  /** Returns the signature, which is deterministic. */
  sign(payload: Uint8Array): Uint8Array;
}
