/** The contract a certificate number belongs to. */
export interface CertificateOwner {
  readonly companyId: string;
  readonly contractId: string;
}

/**
 * Which contract each certificate number belongs to, over all companies: stored by the number, so that it is unique
 * wherever the companies' rows are stored.
 */
export interface CertificateNumbers {
  /**
   * Assigns the number to the contract unless it has an owner already, and returns its owner. Waits for a unit of work
   * that is assigning it at the same time.
   */
  claim(number: string, owner: CertificateOwner): Promise<CertificateOwner>;
  /** The contract the number belongs to, if any. */
  owner(number: string): Promise<CertificateOwner | undefined>;
  /** Takes the number back from a contract it was assigned to by mistake. Does nothing if it is another contract's. */
  release(number: string, owner: CertificateOwner): Promise<void>;
}
