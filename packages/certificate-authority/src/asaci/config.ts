/** Configuration of the gateway. The authority publishes neither its host nor its paths. */
export interface AsaciConfig {
  readonly baseUrl: string;
  readonly paths?: Partial<AsaciPaths>;
  readonly credentials: AsaciCredentials;
  /** The insurer's name, as printed on the certificates. */
  readonly insuranceCompany: string;
  /** Hosts from which the gateway may fetch pictures and codes. Include the port unless it is the default. */
  readonly allowedHosts: readonly string[];
  /** The zone in which the vehicles are driven. Default: Abidjan. */
  readonly zone?: string;
  /**
   * Whether the authority finds a certificate by its policy number, and names the earlier request of a duplicate.
   * Undocumented; default: true.
   */
  readonly lookUp?: boolean;
  /** Milliseconds. Default: 30 000 each. */
  readonly timeouts?: { readonly calls?: number; readonly image?: number };
}

/** The service's own codes at the authority. */
export interface AsaciCredentials {
  /** `code_demandeur` */
  readonly applicant: string;
  /** `code_acces` */
  readonly access: string;
  /** `code_compagnie` */
  readonly company: string;
  /** `code_intermediaire`, for companies without their own code. */
  readonly intermediary: string;
}

/** The path of each call of the authority. */
export interface AsaciPaths {
  readonly request: string;
  readonly progress: string;
  readonly retrieve: string;
}

/** The paths that existing integrations use. */
export const PATHS: AsaciPaths = {
  request: '/edition/1.0/Apiediton',
  progress: '/Verification-statut-demande-edition/1.0/',
  retrieve: '/recuperationAttestation',
};
