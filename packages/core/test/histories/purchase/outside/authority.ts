import {
  refused,
  type AuthorityRefusal,
  type CertificateApplication,
  type CertificateAuthority,
  type Outcome,
  type RequestState,
} from '@vehicle-insurance/core';
import { fakeCertificateAuthority, type Holding } from '@vehicle-insurance/testkit';
import { losing, type Lost } from './losing.ts';

/** The fate of a certificate request, including fates that the fake authority does not offer. */
export const REQUESTS = [
  'answer lost',
  'request lost',
  'issued later',
  'refused',
  /** Accepted, and refused when it is polled. */
  'refused later',
  /** Accepted, and in progress for as long as the authority likes. */
  'never issued',
  'other days',
  'other first day',
  'other plate',
  'other policy',
  'number of another',
] as const;
export type Request = (typeof REQUESTS)[number];

export const AUTHORITY_CALLS = ['request', 'ask', 'find', 'annul', 'image'] as const;
export type AuthorityCall = (typeof AUTHORITY_CALLS)[number];

export type AuthorityOutside = ReturnType<typeof authorityOutside>;

export interface Asked {
  readonly application: CertificateApplication;
  readonly wasHeld: boolean;
}

const REFUSED_LATER = refused<AuthorityRefusal>(
  { kind: 'refused', answer: { code: 'authority_status', status: -22, meaning: 'colour_refused' } },
  { statut: -22 },
);

/** The authority, with ways to make it misbehave. The bytes of each picture are its URL, which identifies it. */
export const authorityOutside = (saw: (what: string) => void) => {
  const refusals = new Map<string, number>();
  const counted = <Said extends Outcome<unknown, AuthorityRefusal>>(policy: string, said: Said): Said => {
    if (said.outcome === 'refused' && said.reason.kind !== 'credentials')
      refusals.set(policy, (refusals.get(policy) ?? 0) + 1);
    return said;
  };
  const fake = fakeCertificateAuthority();
  const { lose, losable, spare } = losing(saw);
  const scripts: Request[] = [];
  const asked: Asked[] = [];
  const holdings: Holding[] = [];
  /** Policies whose requests are in progress for ever, or will be refused when polled. */
  const stalled = new Set<string>();
  const doomed = new Set<string>();
  /** Policies of requests that were refused when polled. The answer stays the same. */
  const dropped = new Map<string, string>();

  const policyOf = (requestNumber: string): string | undefined =>
    fake.held().find(({ acceptance }) => acceptance.requestNumber === requestNumber)?.application.policyNumber;
  const hideCertificate = (said: Outcome<RequestState, AuthorityRefusal>): Outcome<RequestState, AuthorityRefusal> => {
    if (said.outcome !== 'done') return said;
    const policy = policyOf(said.value.acceptance.requestNumber) ?? '';
    return stalled.has(policy) || doomed.has(policy) ? { ...said, value: { ...said.value, certificate: null } } : said;
  };
  const mixUp = (script: Request | undefined): void => {
    if (script === 'other days') fake.mixUpNext({ expiryDate: '2031-01-01' as never });
    else if (script === 'other first day') fake.mixUpNext({ effectiveDate: '2020-01-01' as never });
    else if (script === 'other plate') fake.mixUpNext({ licencePlate: '1 XX 99' });
    else if (script === 'other policy') fake.mixUpNext({ policyNumber: 'VI-ELSEWHERE' });
    else if (script === 'number of another')
      fake.mixUpNext({ certificateNumber: fake.held()[0]?.certificate.certificateNumber ?? 'CI-000001' });
  };
  const heldFor = (policy: string): boolean =>
    fake.held().some(({ application }) => application.policyNumber === policy);

  const answering: CertificateAuthority = {
    ...fake,
    request: async (application) => {
      const { policyNumber } = application;
      const wasHeld = heldFor(policyNumber);
      asked.push({ application, wasHeld });
      // Another contract's number can be used only when another contract has one.
      const isTooEarly = scripts[0] === 'number of another' && fake.held().length === 0;
      const script = isTooEarly ? undefined : scripts.shift();
      mixUp(script);
      if (script === 'answer lost' || script === 'request lost' || script === 'issued later' || script === 'refused')
        fake.scriptNextRequests(script);
      const said = counted(policyNumber, await fake.request(application));
      if (!wasHeld) holdings.push(...fake.held().filter(({ application: of }) => of.policyNumber === policyNumber));
      if (!wasHeld && heldFor(policyNumber)) {
        if (script === 'never issued') stalled.add(policyNumber);
        if (script === 'refused later') doomed.add(policyNumber);
      }
      return hideCertificate(said);
    },
    ask: async (acceptance) => {
      const { requestNumber } = acceptance;
      const policy = policyOf(requestNumber) ?? dropped.get(requestNumber) ?? '';
      const said = dropped.has(requestNumber) ? REFUSED_LATER : hideCertificate(await fake.ask(acceptance));
      if (said.outcome === 'refused') return counted(policy, said);
      if (said.outcome !== 'done' || !doomed.delete(policy)) return said;
      fake.forget(policy);
      dropped.set(requestNumber, policy);
      return counted(policy, REFUSED_LATER);
    },
    find: async (policyNumber) => {
      const said = await fake.find(policyNumber);
      return said.outcome === 'done' && said.value ? hideCertificate({ ...said, value: said.value }) : said;
    },
    image: async (certificate) => {
      const said = await fake.image(certificate);
      if (said.outcome !== 'done') return said;
      return { ...said, value: { ...said.value, bytes: new TextEncoder().encode(certificate.imageLink) } };
    },
  };
  return {
    fake,
    port: losable<CertificateAuthority>(answering, AUTHORITY_CALLS),
    asked: asked as readonly Asked[],
    lose: (call: AuthorityCall, what: Lost) => lose(call, what),
    script: (request: Request) => void scripts.push(request),
    held: () => fake.held(),
    annulled: () => fake.annulled(),
    /** Everything that the authority has ever held, as its answers showed it. */
    everHeld: (): readonly Holding[] => holdings,
    refusals: (policy: string): number => refusals.get(policy) ?? 0,
    isStalled: (policy: string): boolean => stalled.has(policy),
    /** From now on, the authority answers and issues. With `stalls`, requests in progress for ever stay in progress. */
    recover: ({ stalls }: { readonly stalls: boolean }): void => {
      spare();
      scripts.length = 0;
      if (!stalls) stalled.clear();
      fake.speakAgain();
      fake.refuseAll(false);
      fake.refuseCredentials(false);
      fake.offerLookUp(true);
      fake.spoilImages(false);
    },
  };
};
