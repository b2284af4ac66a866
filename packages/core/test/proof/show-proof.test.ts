import {
  proofKeysIn,
  publishedKeys,
  showProof,
  signProof,
  StoreUnavailable,
  type ContractQueries,
  type Instant,
  type LocalDate,
  type TimeZone,
} from '@vehicle-insurance/core';
import { aCancellation, clockAt, memoryStore } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { ADDRESS, aSigner, FACTS, tokenBy, verifySignature } from './signing.ts';

const signer = aSigner(new Uint8Array(32).fill(7));
const at = '2026-12-01T10:00:00.000Z' as Instant;
const zone = 'Africa/Abidjan' as TimeZone;
const certificateNumber = FACTS.certificate?.certificateNumber ?? null;
const cancelled = aCancellation({ at, reason: 'it could not be certified' });

type Standing = Awaited<ReturnType<ContractQueries['withPolicy']>>;

const GOOD: NonNullable<Standing> = {
  cancelled: null,
  certificateStatus: 'issued',
  certificateNumber,
  licencePlate: FACTS.vehicle.licencePlate,
  startDate: FACTS.contract.startDate,
  endDate: FACTS.contract.endDate,
};
/** The contract is cancelled, but still covers the vehicle up to a later day. */
const LAST = '2026-12-05' as LocalDate;
const ENDING = { endDate: LAST, cancelled: { ...cancelled, lastDay: LAST, soldUntil: FACTS.contract.endDate } };
const UNCERTIFIED = { ...GOOD, certificateStatus: 'pending', certificateNumber: null } as const;

const showWith = (standing: Standing | Error, now = at, where = zone) => {
  const withPolicy: ContractQueries['withPolicy'] = async (policyNumber) => {
    if (standing instanceof Error) throw standing;
    return policyNumber === FACTS.contract.policyNumber ? standing : undefined;
  };
  return showProof({
    proofKeys: proofKeysIn(publishedKeys([{ publicKey: signer.publicKey, withdrawn: false }])),
    verifySignature,
    contractQueries: { ...memoryStore().contractQueries, withPolicy },
    clock: clockAt(now),
    zone: where,
  });
};

describe('a paper that is looked up', () => {
  const cases: readonly (readonly [recorded: string, because: string, Standing])[] = [
    ['good', 'its certificate is issued', GOOD],
    ['pending', 'the authority has not issued the certificate yet', UNCERTIFIED],
    ['refused', 'the authority refused the certificate', { ...UNCERTIFIED, certificateStatus: 'failed' }],
    ['replaced', 'the number was corrected', { ...GOOD, certificateNumber: 'ATD-2026-00418274' }],
    ['other_plate', 'the contract is for another vehicle', { ...GOOD, licencePlate: 'AA-124-AB' }],
    ['other_days', 'the contract starts on another day', { ...GOOD, startDate: '2026-11-02' as LocalDate }],
    ['other_days', 'the contract ends on another day', { ...GOOD, endDate: '2027-04-30' as LocalDate }],
    ['cancelled', 'the contract was cancelled', { ...GOOD, cancelled }],
    ['cancelled', 'it covers its vehicle for some more days', { ...GOOD, ...ENDING }],
    ['cancelled', 'it was cancelled uncertified', { ...UNCERTIFIED, certificateStatus: 'failed', cancelled }],
    ['unrecorded', 'the contract does not exist', undefined],
  ];
  for (const [recorded, because, standing] of cases)
    it(`is shown as ${recorded} if ${because}`, async () => {
      const { proof, ...rest } = (await showWith(standing)(tokenBy(signer))) as { readonly proof: object };
      const lastDay = standing?.cancelled?.lastDay ?? null;
      expect(rest).to.deep.equal({ standing: 'valid', recorded, lastDay, at, zone });
      expect(proof).to.include({ licencePlate: 'AA-123-AB', policyNumber: FACTS.contract.policyNumber });
    });

  it('is shown as pending until its contract has an issued certificate, even if it was printed before', async () => {
    const token = (signProof(signer, 'receipt', { ...FACTS, certificate: null }) ?? '').slice(ADDRESS.length);
    expect(await showWith(GOOD)(token)).to.include({ recorded: 'good' });
    expect(await showWith(UNCERTIFIED)(token)).to.include({ recorded: 'pending' });
  });

  it('has the status of the day in the insurer’s calendar', async () => {
    const late = '2026-10-31T23:59:59.000Z' as Instant;
    expect(await showWith(undefined, late)(tokenBy(signer))).to.include({ standing: 'not_yet' });
    expect(await showWith(undefined, late, 'Africa/Nairobi')(tokenBy(signer))).to.include({ standing: 'valid' });
  });

  it('is shown by its own facts while the store is unavailable', async () => {
    const away = showWith(new StoreUnavailable('away'));
    expect(await away(tokenBy(signer))).to.include({ standing: 'valid', recorded: 'unknown' });
  });

  it('is not shown if something other than the store fails: that error is thrown', async () => {
    const broken = new TypeError('broken');
    const thrown = await showWith(broken)(tokenBy(signer)).catch((error: unknown) => error);
    expect(thrown).to.equal(broken);
  });

  it('is refused without a reason if it is not ours', async () => {
    const show = showWith(GOOD);
    for (const token of ['', 'AEBA', tokenBy(aSigner()), null])
      expect(await show(token)).to.deep.equal({ standing: 'refused' });
  });
});
