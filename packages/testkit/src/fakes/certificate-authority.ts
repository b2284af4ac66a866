import {
  done,
  refused,
  unknown,
  type Acceptance,
  type Certificate,
  type CertificateApplication,
  type AuthorityRefusal,
  type CertificateAuthority,
  type CertificateAuthorityCapabilities,
  type Outcome,
  type RequestState,
} from '@vehicle-insurance/core';
import { OUT_OF_STOCK } from '../builders/stored.ts';

/** A special treatment of the next request. */
export type RequestScript =
  /** The authority issues the certificate, but the response is lost. */
  | 'answer lost'
  /** The authority does not receive the request. */
  | 'request lost'
  /** The authority accepts the request, and issues the certificate after two status queries. */
  | 'issued later'
  | 'refused';

/** A stateful authority with controls for tests. */
export interface FakeCertificateAuthority extends CertificateAuthority {
  /** Sets the treatment of the next requests, one script for each request. */
  scriptNextRequests(...scripts: readonly RequestScript[]): void;
  /** Sets whether the authority refuses every new request. */
  refuseAll(refusing: boolean): void;
  /** Sets whether the authority refuses our credentials. */
  refuseCredentials(refusing: boolean): void;
  /** Makes the next certificate differ from the request. */
  mixUpNext(mixUp: MixUp): void;
  /** Corrects the plate in all of the authority's records. */
  correct(licencePlate: string): void;
  /** Drops the request for a policy, as if the authority had never received the request. */
  forget(policyNumber: string): void;
  /** Sets whether the refusal of a duplicate contains the existing request. */
  nameRepeated(named: boolean): void;
  fallSilent(): void;
  speakAgain(): void;
  /** Sets whether the authority offers a look-up by policy number. */
  offerLookUp(offered: boolean): void;
  /** The number of calls that the authority has received, except for pictures and codes. */
  calls(): number;
  /** The authority's records of requests and their certificates. */
  held(): readonly Holding[];
  /** Sets whether every picture of a certificate is invalid. */
  spoilImages(spoilt: boolean): void;
  /** Sets whether the authority refuses to annul certificates. */
  refuseAnnulments(refusing: boolean): void;
  /** The numbers of the annulled certificates, each once. */
  annulled(): readonly string[];
}

/** The wrong values on a certificate. */
export interface MixUp extends Partial<Certificate> {
  readonly policyNumber?: string | null;
  readonly licencePlate?: string | null;
}

/** The authority's record of a policy. */
export interface Holding {
  readonly application: CertificateApplication;
  readonly acceptance: Acceptance;
  readonly certificate: Certificate;
  /** The policy and plate in the authority's responses. */
  readonly details: Pick<RequestState, 'policyNumber' | 'licencePlate'>;
  /** The number of status queries until the certificate is issued. */
  readonly asksLeft: number;
}

const PICTURE = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABc3UBGAAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);

const HOST = 'authority.test';

const serves = (link: string): boolean => URL.parse(link)?.host === HOST;

const NO_ANSWER = unknown({ code: 'no_answer', of: 'authority', failure: 'time-out' });
const DUPLICATE = {
  kind: 'duplicate',
  answer: { code: 'authority_status', status: -1, meaning: 'duplicate' },
} as const;
const STRANGER = refused<AuthorityRefusal>(
  { kind: 'credentials', answer: { code: 'authority_status', status: -12, meaning: 'credentials_refused' } },
  { statut: -12 },
);

/** An authority that issues at once by default. It passes the port's contract suite. */
export const fakeCertificateAuthority = (
  capabilities: CertificateAuthorityCapabilities = { annul: true },
): FakeCertificateAuthority => {
  const holdings = new Map<string, Holding>();
  const scripts: RequestScript[] = [];
  const mixUps: MixUp[] = [];
  const annulled: string[] = [];
  let calls = 0;
  let taken = 0;
  const state = {
    refusing: false,
    strangers: false,
    silent: false,
    lookUp: true,
    spoilt: false,
    naming: false,
    annulRefused: false,
  };
  const stock = refused({ kind: 'refused' as const, answer: OUT_OF_STOCK }, { statut: -4 });

  const take = (application: CertificateApplication, asksLeft: number): Holding => {
    const number = String((taken += 1)).padStart(6, '0');
    const { policyNumber, vehicle } = application;
    const { policyNumber: policy, licencePlate: plate, ...mixedUp } = mixUps.shift() ?? {};
    const holding = {
      application,
      asksLeft,
      acceptance: { requestNumber: `D${number}`, requestReference: `R${number}` },
      certificate: { ...certificateFor(application, number), ...mixedUp },
      details: {
        policyNumber: policy === undefined ? policyNumber : policy,
        licencePlate: plate === undefined ? vehicle.licencePlate : plate,
      },
    };
    holdings.set(application.policyNumber, holding);
    return holding;
  };
  /** An existing request for the policy, or for the same vehicle on at least one of the days. */
  const findRepeated = ({ policyNumber, vehicle, effectiveDate, expiryDate }: CertificateApplication) =>
    holdings.get(policyNumber) ??
    [...holdings.values()].find(
      ({ application: other }) =>
        other.vehicle.licencePlate === vehicle.licencePlate &&
        other.effectiveDate <= expiryDate &&
        effectiveDate <= other.expiryDate,
    );

  return {
    capabilities,
    request: async (application) => {
      calls += 1;
      const script = scripts.shift();
      if (state.silent || script === 'request lost') return NO_ANSWER;
      if (state.strangers) return STRANGER;
      const before = findRepeated(application);
      if (before) return refused({ ...DUPLICATE, ...(state.naming && { held: value(before) }) }, { statut: -1 });
      if (state.refusing || script === 'refused') return stock;
      const holding = take(application, script === 'issued later' ? 2 : 0);
      return script === 'answer lost' ? NO_ANSWER : stateOf(holding);
    },
    ask: async ({ requestNumber }) => {
      calls += 1;
      const holding = [...holdings.values()].find(({ acceptance }) => acceptance.requestNumber === requestNumber);
      if (state.silent || !holding) return NO_ANSWER;
      if (state.strangers) return STRANGER;
      const queried = { ...holding, asksLeft: Math.max(0, holding.asksLeft - 1) };
      holdings.set(holding.application.policyNumber, queried);
      return stateOf(queried);
    },
    find: async (policyNumber) => {
      calls += 1;
      if (state.silent) return NO_ANSWER;
      if (!state.lookUp) return refused({ kind: 'refused', answer: { code: 'no_look_up' } });
      if (state.strangers) return STRANGER;
      const holding = holdings.get(policyNumber);
      return holding ? stateOf(holding) : done(null);
    },
    annul: async ({ certificateNumber }) => {
      calls += 1;
      if (!capabilities.annul) return refused({ kind: 'refused', answer: { code: 'no_annulment' } });
      if (state.silent) return NO_ANSWER;
      if (state.strangers) return STRANGER;
      if (state.annulRefused) return stock;
      // A certificate is annulled even without a record, because an operator may have attached it.
      if (!annulled.includes(certificateNumber)) annulled.push(certificateNumber);
      return done(undefined, { statut: 0 });
    },
    serves,
    image: async ({ imageLink }) => {
      if (!serves(imageLink)) return refused('foreign_host');
      if (state.silent) return NO_ANSWER;
      return state.spoilt ? refused('not_an_image') : done({ type: 'image/png', bytes: PICTURE.slice() });
    },
    code: async ({ qrCodeLink }) => {
      if (!serves(qrCodeLink)) return refused('foreign_host');
      if (state.silent) return NO_ANSWER;
      return done(qrCodeLink);
    },
    scriptNextRequests: (...next) => void scripts.push(...next),
    refuseAll: (refusing) => void Object.assign(state, { refusing }),
    refuseCredentials: (strangers) => void Object.assign(state, { strangers }),
    mixUpNext: (mixUp) => void mixUps.push(mixUp),
    correct: (licencePlate) => {
      for (const [policy, holding] of holdings)
        holdings.set(policy, { ...holding, details: { ...holding.details, licencePlate } });
    },
    forget: (policyNumber) => void holdings.delete(policyNumber),
    nameRepeated: (naming) => void Object.assign(state, { naming }),
    fallSilent: () => void Object.assign(state, { silent: true }),
    speakAgain: () => void Object.assign(state, { silent: false }),
    offerLookUp: (lookUp) => void Object.assign(state, { lookUp }),
    calls: () => calls,
    held: () => [...holdings.values()],
    spoilImages: (spoilt) => void Object.assign(state, { spoilt }),
    refuseAnnulments: (annulRefused) => void Object.assign(state, { annulRefused }),
    annulled: () => [...annulled],
  };
};

const stateOf = (holding: Holding): Outcome<RequestState> =>
  done(value(holding), { statut: 0, numero_demande: holding.acceptance.requestNumber });

const value = ({ acceptance, certificate, asksLeft, details }: Holding): RequestState => ({
  ...details,
  acceptance,
  certificate: asksLeft === 0 ? certificate : null,
});

const certificateFor = ({ effectiveDate, expiryDate }: CertificateApplication, number: string): Certificate => ({
  certificateNumber: `CI-${number}`,
  insuranceCompany: "Compagnie d'Assurance Exemple",
  effectiveDate,
  expiryDate,
  pdfLink: `https://${HOST}/${number}.pdf`,
  imageLink: `https://${HOST}/${number}.png`,
  qrCodeLink: `https://${HOST}/check/${number}`,
});
