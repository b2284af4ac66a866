import { jobs, type CertificateAuthority, type MobileMoney } from '@vehicle-insurance/core';
import { inUnit, providersOf } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { payThrough, scenario } from '../scenario.ts';

type Call = (...given: never[]) => unknown;

describe('while an outside system is called,', () => {
  // Proves: no-transaction-during-calls
  it('no unit of work is open, so another transaction can lock the quote', async () => {
    const it = await scenario();
    const asked = new Set<string>();
    /** The same port, except that each call waits until another transaction has locked the quote. */
    const lockedMeanwhile = <Port extends object>(port: Port, names: readonly (keyof Port & string)[]): Port => ({
      ...port,
      ...Object.fromEntries(
        names.map((name) => [
          name,
          async (...given: never[]) => {
            asked.add(name);
            await inUnit(it.unitOfWork, ({ quotes }) => quotes.lock(it.quote.companyId, it.quote.id));
            return (port[name] as Call)(...given);
          },
        ]),
      ),
    });
    const provider = lockedMeanwhile<MobileMoney>(it.provider, ['open', 'read', 'expire', 'refund', 'search']);
    const certificateAuthority = lockedMeanwhile<CertificateAuthority>(it.authority, ['request', 'image']);
    const work = jobs({ ...it, providers: providersOf(provider), certificateAuthority });
    const workAfter = async (minutes: number): Promise<void> => {
      it.clock.advance({ minutes });
      for (const job of ['payments', 'certificates', 'documents'] as const) await work[job]();
    };
    it.provider.liveFor(24 * 60);
    it.provider.allow({ expire: false });
    const late = (await payThrough(it, provider)).unwrap();
    await workAfter(30);
    it.provider.pay(late.id);
    await workAfter(2);
    expect((await it.refund())?.status).to.equal('done');
    it.provider.pay((await payThrough(it, provider)).unwrap().id);
    await workAfter(2);
    expect((await it.latestPayment()).status).to.equal('succeeded');
    expect([...asked]).to.include.members(['open', 'read', 'expire', 'refund', 'request', 'image']);
  });
});
