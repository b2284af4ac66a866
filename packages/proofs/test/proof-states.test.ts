import {
  proofKeysIn,
  publishedKeys,
  showProof,
  signProof,
  type CertificateStatus,
  type ContractQueries,
  type Instant,
  type LocalDate,
  type ProvenDocument,
} from '@vehicle-insurance/core';
import { aCancellation, clockAt, memoryStore } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { ADDRESS, aSigner, FACTS, verifySignature } from '../../core/test/proof/signing.ts';
import { proofPage } from '../src/proof-page.ts';

const signer = aSigner();
const { startDate, endDate } = FACTS.contract;
const { licencePlate } = FACTS.vehicle;
const NUMBER = FACTS.certificate?.certificateNumber ?? '';
const CANCELLED = aCancellation({ at: '2026-11-02T08:00:00.000Z' as Instant, reason: 'it could not be certified' });

type PolicyStanding = NonNullable<Awaited<ReturnType<ContractQueries['withPolicy']>>>;

interface State extends PolicyStanding {
  readonly document: ProvenDocument;
  readonly named: string | null;
  readonly today: string;
}

const DOCUMENTS: readonly ProvenDocument[] = ['contract', 'receipt'];
const STATUSES: readonly CertificateStatus[] = ['pending', 'failed', 'issued'];
const RECORDED_DAYS = [
  { startDate, endDate },
  { startDate: '2026-11-02' as LocalDate, endDate },
  { startDate, endDate: '2027-04-30' as LocalDate },
];
const TODAYS = ['2026-10-31', '2026-11-01', '2027-10-31', '2027-11-01'];

const states: readonly State[] = DOCUMENTS.flatMap((document) =>
  STATUSES.flatMap((certificateStatus) =>
    [null, CANCELLED].flatMap((cancelled) =>
      [licencePlate, 'AA-124-AB'].flatMap((plate) =>
        RECORDED_DAYS.flatMap((days) =>
          [null, NUMBER, 'ATD-2026-1'].flatMap((named) =>
            TODAYS.map((today) => ({
              ...days,
              ...{ document, certificateStatus, cancelled, licencePlate: plate, named, today },
              certificateNumber: certificateStatus === 'issued' ? NUMBER : null,
            })),
          ),
        ),
      ),
    ),
  ),
);

/** A paper's token, signed once for all states. */
const TOKENS = new Map(
  DOCUMENTS.flatMap((document) =>
    [null, NUMBER, 'ATD-2026-1'].map((named) => {
      const certificate = named === null ? null : { certificateNumber: named };
      const signed = signProof(signer, document, { ...FACTS, certificate }) ?? '';
      return [`${document} ${named}`, signed.slice(ADDRESS.length)];
    }),
  ),
);

const pageOf = async ({ document, named, today, ...recorded }: State): Promise<string> => {
  const show = showProof({
    proofKeys: proofKeysIn(publishedKeys([{ publicKey: signer.publicKey, withdrawn: false }])),
    verifySignature,
    contractQueries: { ...memoryStore().contractQueries, withPolicy: async () => recorded },
    clock: clockAt(`${today}T12:00:00.000Z` as Instant),
    zone: 'Africa/Lagos',
  });
  return proofPage(await show(TOKENS.get(`${document} ${named}`) ?? ''));
};

/** The rule: only a certified contract for this vehicle and these days, not cancelled, is insurance. */
const headingFor = (state: State): string => {
  if (state.cancelled !== null) return 'Contrat annulé';
  if (state.licencePlate !== licencePlate) return 'Immatriculation différente';
  if (state.startDate !== startDate || state.endDate !== endDate) return 'Période différente';
  if (state.certificateStatus === 'pending') return 'Prime payée, attestation pas encore émise';
  if (state.certificateStatus === 'failed') return 'Prime payée, attestation refusée';
  if (state.today > endDate) return 'Assurance terminée';
  if (state.named !== null && state.named !== NUMBER) return 'Document remplacé';
  return state.today < startDate ? 'Assurance pas encore valable' : 'Assurance valable aujourd’hui';
};

describe('the page of a paper, in every state of contract and certificate,', () => {
  it('contains “valable” only for an issued certificate within its days without contradictions, and names the paper', async () => {
    const seen = new Set<string>();
    for (const state of states) {
      const page = await pageOf(state);
      const [, heading = ''] = /<h1[^>]*>([^<]*)</.exec(page) ?? [];
      const about = JSON.stringify(state);
      expect(heading, about).to.equal(headingFor(state));
      seen.add(heading);
      const isValid = heading === 'Assurance valable aujourd’hui';
      const isOpen = ['émise', 'remplacé', 'pas encore valable'].some((end) => heading.endsWith(end));
      expect(page, about).to.include(`<h1 class="${isValid ? 'good' : isOpen ? 'wait' : 'bad'}">`);
      expect(page).to.include('du 1er novembre 2026 au 31 octobre 2027 inclus').and.include('13\u00a0h\u00a000');
      if (!isValid && heading !== 'Assurance pas encore valable') expect(page, about).to.not.match(/valable|valide/);
      const isContract = state.document === 'contract';
      expect(page.includes('<dd>Conditions particulières</dd>')).to.equal(isContract);
      expect(page.includes('<dd>Quittance de prime</dd>')).to.equal(!isContract);
      expect(page).to.include(isContract ? 'Ce contrat est authentique' : 'Cette quittance est authentique');
    }
    expect(seen.size).to.equal(9);
  });

  // Proves: proof-page
  it('shows the last day of a cancelled contract, or that the contract covers no day', async () => {
    const state = states.find(({ cancelled }) => cancelled !== null) ?? expect.fail();
    expect(await pageOf(state)).to.include('ne couvre pas le véhicule');
    const lastDay = '2026-12-05' as LocalDate;
    const ending = { ...state, endDate: lastDay, cancelled: { ...CANCELLED, lastDay } };
    expect(await pageOf(ending)).to.include('Le dernier jour de garantie est le 5 décembre 2026');
  });
});
