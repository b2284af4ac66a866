/** The contract a certificate number belongs to. */
export interface CertificateOwner {
  readonly companyId: string;
  readonly contractId: string;
}

/**
 * Which contract each certificate number belongs to, over all companies: kept under the number itself, so that it holds
 * wherever the companies' own rows lie.
 */
export interface CertificateNumbers {
  /**
   * Gives the number to the contract unless it has an owner already, and answers its owner. Waits for a unit of work
   * that is just giving it away.
   */
  claim(number: string, owner: CertificateOwner): Promise<CertificateOwner>;
  /** The contract the number belongs to, if any. */
  owner(number: string): Promise<CertificateOwner | undefined>;
  /** Takes the number back from a contract it was given to by mistake. Does nothing to another contract's number. */
  release(number: string, owner: CertificateOwner): Promise<void>;
}
