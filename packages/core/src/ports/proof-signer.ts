/** Signs what papers prove. */
export interface ProofSigner {
  /** Ed25519, 32 bytes: the key its signatures are checked by. */
  readonly publicKey: Uint8Array;
  /** Where a token is looked up: it is appended. In capitals, which a QR code writes in less room. */
  readonly address: string;
  /** The signature, which is always the same for the same bytes. */
  sign(payload: Uint8Array): Uint8Array;
}
