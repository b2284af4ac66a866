/** What the gateway to the authority needs to know. Host and paths are configuration: none is officially published. */
export interface AsaciConfig {
  readonly baseUrl: string;
  readonly paths?: Partial<AsaciPaths>;
  readonly credentials: AsaciCredentials;
  /** The insurer's name, as it stands on the certificates. */
  readonly insuranceCompany: string;
  /** Hosts pictures may be fetched from, each with its port where it is not the usual one. */
  readonly allowedHosts: readonly string[];
  /** Where the vehicles are driven; Abidjan unless given. */
  readonly zone?: string;
  /** Whether the authority can be asked what it holds for a policy: an assumption, true unless given. */
  readonly lookUp?: boolean;
  /** Milliseconds: 30 000 for each unless given. */
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
  /** `code_intermediaire`, for companies that have none of their own. */
  readonly intermediary: string;
}

/** Where each call goes. */
export interface AsaciPaths {
  readonly request: string;
  readonly progress: string;
  readonly retrieve: string;
}

/** The paths seen in use. */
export const PATHS: AsaciPaths = {
  request: '/edition/1.0/Apiediton',
  progress: '/Verification-statut-demande-edition/1.0/',
  retrieve: '/recuperationAttestation',
};
