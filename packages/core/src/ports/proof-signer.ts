/** Signs the proofs on papers. */
export interface ProofSigner {
  /** The public key of its signatures: Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** The URL to which a token is appended for checking. In capitals, which take less space in a QR code. */
  readonly address: string;
  /** Returns the signature, which is deterministic. */
  sign(payload: Uint8Array): Uint8Array;
}
