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
import { clockAt, memoryStore } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { ADDRESS, aSigner, FACTS, verifySignature } from '../../../core/test/proof/signing.ts';
import { proofPage } from '../../src/open/proof-page.ts';

const signer = aSigner();
const { startDate, endDate } = FACTS.contract;
const { licencePlate } = FACTS.vehicle;
const NUMBER = FACTS.certificate?.certificateNumber ?? '';
const CANCELLED = { at: '2026-11-02T08:00:00.000Z' as Instant, reason: 'it could not be certified' };

type PolicyStanding = NonNullable<Awaited<ReturnType<ContractQueries['withPolicy']>>>;

interface State extends PolicyStanding {
  readonly document: ProvenDocument;
  /** The certificate number that the paper names. */
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

const pageOf = async ({ document, named, today, ...recorded }: State): Promise<string> => {
  const certificate = named === null ? null : { certificateNumber: named };
  const token = (signProof(signer, document, { ...FACTS, certificate }) ?? '').slice(ADDRESS.length);
  const show = showProof({
    proofKeys: proofKeysIn(publishedKeys([{ publicKey: signer.publicKey, withdrawn: false }])),
    verifySignature,
    contractQueries: { ...memoryStore().contractQueries, withPolicy: async () => recorded },
    clock: clockAt(`${today}T12:00:00.000Z` as Instant),
    zone: 'Africa/Abidjan',
  });
  return proofPage(await show(token));
};

/** The law: only a certified contract of this vehicle and these days, not cancelled, is insurance. */
const isConfirmed = (state: State): boolean =>
  state.certificateStatus === 'issued' &&
  state.cancelled === null &&
  state.licencePlate === licencePlate &&
  state.startDate === startDate &&
  state.endDate === endDate &&
  (state.named === null || state.named === NUMBER);

const headingOf = (page: string): string => /<h1[^>]*>([^<]*)</.exec(page)?.[1] ?? '';

describe('The page of a paper, in every state of contract and certificate', () => {
  it('says “valable” only of an issued certificate within its days that nothing contradicts', async () => {
    for (const state of states) {
      const page = await pageOf(state);
      const isToday = state.today >= startDate && state.today <= endDate;
      const about = JSON.stringify(state);
      expect(headingOf(page) === 'Assurance valable aujourd’hui', about).to.equal(isConfirmed(state) && isToday);
      expect(page.includes('class="good"'), about).to.equal(isConfirmed(state) && isToday);
      if (!isConfirmed(state)) expect(page, about).to.not.match(/valable|valide/);
    }
  });

  it('names the paper', async () => {
    for (const state of states) {
      const page = await pageOf(state);
      const isContract = state.document === 'contract';
      expect(page.includes('<dd>Contrat d’assurance</dd>')).to.equal(isContract);
      expect(page.includes('<dd>Quittance de prime</dd>')).to.equal(!isContract);
      expect(page).to.include(isContract ? 'Ce contrat est authentique' : 'Cette quittance est authentique');
    }
  });

  it('says that the premium is paid while there is no certificate, and whether the authority refused it', async () => {
    const same = { startDate, endDate, licencePlate, cancelled: null, certificateNumber: null, named: null };
    for (const document of DOCUMENTS)
      for (const today of TODAYS) {
        const pending = await pageOf({ ...same, document, today, certificateStatus: 'pending' });
        expect(headingOf(pending)).to.equal('Prime payée, attestation pas encore émise');
        const refused = await pageOf({ ...same, document, today, certificateStatus: 'failed' });
        expect(headingOf(refused)).to.equal('Prime payée, attestation refusée');
      }
  });

  it('says which of plate and days differs from the contract on record', async () => {
    const same = { cancelled: null, certificateStatus: 'issued', certificateNumber: NUMBER, named: NUMBER } as const;
    const on = { document: 'contract', today: '2026-12-01' } as const;
    const other = await pageOf({ ...same, ...on, startDate, endDate, licencePlate: 'AA-124-AB' });
    expect(headingOf(other)).to.equal('Immatriculation différente');
    const shorter = await pageOf({ ...same, ...on, startDate, endDate: '2027-04-30' as LocalDate, licencePlate });
    expect(headingOf(shorter)).to.equal('Période différente');
  });
});
