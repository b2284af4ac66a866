import { certificateAuthoritySimulator, type CertificateAuthorityOptions, type Simulator } from '../src/index.ts';
import { call, postJson, temporaryFolder, type ApiResponse, type CleanUp, type MovableClock } from './world.ts';

const CODES = { code_demandeur: 'D1', code_acces: 'secret', code_compagnie: 'C1', code_intermediaire: 'I1' };

export const startAuthority = async (
  after: CleanUp,
  clock: MovableClock,
  options: Partial<CertificateAuthorityOptions> = {},
): Promise<Simulator> => {
  const place = { host: '127.0.0.1', port: 0, dataDir: options.dataDir ?? temporaryFolder(after) };
  const credentials = { ...CODES, code_intermediaire: ['I1', 'I2'] };
  const simulator = await certificateAuthoritySimulator({ ...place, now: clock.now, credentials, ...options });
  after.later(() => simulator.close());
  return simulator;
};

export const carRequest = {
  ...{ date_demande_edition: '2026-11-01', date_souscription: '2026-11-01', date_effet: '2026-11-01' },
  ...{ date_echeance: '2027-10-31', genre_vehicule: 'GV04', numero_immatriculation: 'AA-123-AB' },
  ...{ type_vehicule: 'TV10', model_vehicule: 'Corolla', marque_vehicule: 'Toyota', categorie_vehicule: '01' },
  ...{ usage_vehicule: 'UV01', source_energie: 'SEES', nombre_place: '5', numero_chassis: 'NA' },
  ...{ date_premiere_mise_en_circulation: '2021-03-04', valeur_neuve: '12000000', valeur_venale: '8000000' },
  ...{ zone_circulation: 'CIV002', nom_souscripteur: 'Kouassi Awa', type_souscripteur: 'TSPP' },
  ...{ numero_telephone_souscripteur: '+2250701029999', adresse_mail_souscripteur: 'NA' },
  ...{ nom_assure: 'Kouassi Awa', type_assure: 'TAPP', numero_telephone_assure: '+2250701029999' },
  ...{ adresse_mail_assure: 'NA', numero_police: 'POL-1', rc: '66885', montant_autres_garanties: '15450' },
  ...{ montant_prime_nette_total: '82335', montant_accessoires: '7000', montant_taxes: '12954' },
  ...{ montant_carte_brune: '1000', fga: '1338', montant_prime_ttc: '104627' },
  ...{ code_nature_attestation: 'JAUN', garantie: 'RC' },
} as const;
export type Fields = Partial<Record<keyof typeof carRequest, unknown>>;

interface AuthorityBody {
  readonly statut: number;
  readonly message: string;
  readonly numero_demande: string;
  readonly reference_demande: string;
  readonly infos: readonly Info[];
}

interface Info {
  readonly numero_attestation: string;
  readonly lien_pdf: string;
  readonly lien_image: string;
  readonly lien_qrcode: string;
}

interface CertificateRecord {
  readonly requests: readonly { readonly statut?: number }[];
}

type Reply = Promise<ApiResponse<AuthorityBody>>;

export const insurer = ({ url }: Pick<Simulator, 'url'>, codes: object = {}) => ({
  request: (fields: Fields = {}): Reply =>
    postJson<AuthorityBody>(`${url}/edition/1.0/Apiediton`, {
      ...CODES,
      ...codes,
      liste_demande: [{ ...carRequest, ...fields }],
    }),
  send: (body: unknown): Reply => postJson<AuthorityBody>(`${url}/edition/1.0/Apiediton`, body),
  fetch: (by: object): Reply =>
    postJson<AuthorityBody>(`${url}/recuperationAttestation`, {
      ...{ code_demandeur: 'D1', code_compagnie: 'C1', ...codes, ...by },
    }),
  historyOf: async (numero: string) =>
    (await call<readonly CertificateRecord[]>(`${url}/sandbox/certificates?numero_police=${numero}`)).body,
});
