/** The contract to which a certificate number belongs. */
export interface CertificateOwner {
  readonly companyId: string;
  readonly contractId: string;
}

/**
 * The registry that makes each certificate number unique across all companies, even if the companies' rows are on
 * different database nodes.
 */
export interface CertificateNumbers {
  /**
   * Assigns the number to the contract unless the number already has an owner, and returns the owner. If another unit
   * of work is assigning the same number, waits until that unit ends.
   */
  claim(number: string, owner: CertificateOwner): Promise<CertificateOwner>;
  owner(number: string): Promise<CertificateOwner | undefined>;
  /** Removes a number that was assigned by mistake. Does nothing if the number belongs to another contract. */
  release(number: string, owner: CertificateOwner): Promise<void>;
}
