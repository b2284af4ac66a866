import type { FigureRow, PeriodFigures } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { officeForAll, REFUSED } from './office.ts';

interface Printed {
  readonly periods: readonly PeriodFigures[];
  readonly companies: readonly FigureRow[];
  readonly minutesToCertificate: number | null;
}

describe('the command for figures', () => {
  const { office, operator } = officeForAll();

  before(async () => {
    await office.quote();
    await office.bought();
    await office.nextMorning();
    await office.ports.payQuote({
      ...{ companyId: office.company.id, phoneNumber: '0500001234', quoteId: await office.quote() },
    });
    await office.bought();
  });

  it('counts quotes and contracts of its days, and refuses a first day after the last one', async () => {
    const day = office.today();
    expect(await operator.refusal('figures', '--from', day, '--until', '2020-01-01')).to.match(/after the last one/);
    const { periods } = await operator.json<Printed>('figures', '--from', day, '--until', day);
    expect(periods.map(({ from, until, quotes }) => [from, until, quotes])).to.deep.equal([[day, day, 2]]);
    const all = await operator.json<Printed>('figures');
    expect(all.periods.reduce((total, { quotes }) => total + quotes, 0)).to.equal(4);
    expect(all.companies.map(({ contracts }) => contracts)).to.deep.equal([2]);
  });

  it('prints the same median time from payment to certificate as the console', async () => {
    const awa = await office.signedIn('Awa', 'look');
    const shown = async (query = ''): Promise<string | undefined> =>
      /<dt>Délai médian[^<]*<\/dt>\s*<dd>\s*(\S+)/.exec((await awa.get(`/figures${query}`)).text)?.[1];
    const contract = await office.contract(REFUSED);
    await office.pass({ minutes: 7 });
    office.authority.haveStock();
    await operator.json('certificate', 'retry', contract, '--why', 'stock');
    await office.work();
    const today = office.today();
    const { minutesToCertificate } = await operator.json<Printed>('figures', '--from', today);
    expect(minutesToCertificate).to.be.a('number');
    expect(await shown(`?from=${today}`)).to.equal(String(minutesToCertificate));
    expect(await shown('?insurer=none')).to.equal('–');
    const [from, until] = ['2020-01-01', '2020-01-02'];
    const none = await operator.json<Printed>('figures', '--from', from, '--until', until);
    expect(none.minutesToCertificate).to.equal(null);
  });
});
