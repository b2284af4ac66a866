import { addDays, later, type ContractDetails } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { officeForAll, type Fields } from './office.ts';

type Shown = Fields & { readonly id: string };

const POLICY = /VI-\d+-\d{4}-\d{6}/g;

describe('contracts to renew', () => {
  const { office, operator } = officeForAll();
  let renewed: ContractDetails;
  let other: ContractDetails;
  let renewal: ContractDetails;

  const inspect = async (id: string): Promise<ContractDetails> => {
    const found = await office.store.contractQueries.inspect(id);
    if (!found) throw new Error(`there is no contract ${id}`);
    return found;
  };

  before(async () => {
    renewed = await inspect(await office.contract('0700001234'));
    await office.nextMorning();
    other = await inspect(await office.contract('0700004321'));
    office.clock.moveTo(later(office.clock.now(), { hours: 24 * 350 }));
    const { companyId, vehicleId, endDate } = renewed.contract;
    const { quote } = (
      await office.ports.createQuote({
        ...{ companyId, vehicleId, coverageId: renewed.quote.coverage.id, duration: 12, usage: 'pleasure' },
        ...{ policyHolderName: 'Aya Exemple', policyHolderPhone: '0700001234', startDate: addDays(endDate, 1) },
      })
    ).unwrap();
    await office.confirm(await office.pay(quote.id));
    const { contractId } = (await office.store.quoteQueries.status(companyId, quote.id)) ?? {};
    renewal = await inspect(contractId ?? '');
  });

  const policiesOf = (...contracts: readonly ContractDetails[]) =>
    contracts.map(({ contract }) => contract.policyNumber);
  const page = async (query: string) => (await office.signedIn('Awa', 'look')).get(`/renewals?${query}`);
  const shown = async (query: string) => [...new Set((await page(query)).text.match(POLICY))];

  // Proves: contracts-to-renew
  it('are listed in the console, the earliest end first, with the holder’s phone and whether they are renewed', async () => {
    const { text } = await page('');
    expect([...new Set(text.match(POLICY))]).to.deep.equal(policiesOf(renewed, other));
    expect(text).to.include('07\u00a000\u00a000\u00a043\u00a021');
    expect(await shown('renewed=no')).to.deep.equal(policiesOf(other));
    expect(await shown('renewed=yes')).to.deep.equal(policiesOf(renewed));
    expect(await shown('within=7')).to.deep.equal([]);
    expect(await shown(`until=${renewed.contract.endDate}`)).to.deep.equal(policiesOf(renewed));
    expect(await shown(`until=${renewal.contract.endDate}`)).to.deep.equal(policiesOf(renewed, other, renewal));
    for (const wrong of ['within=8', 'renewed=odd', 'company=odd', 'from=2026-02-30'])
      expect((await page(wrong)).status, wrong).to.equal(400);
  });

  it('are exported with the phone and whether they are renewed', async () => {
    const awa = await office.signedIn('Awa', 'look');
    const [head = '', ...lines] = (await awa.get('/renewals/file?format=csv')).text.trim().split('\n');
    expect(head).to.match(/^\uFEFF?Échéance;Souscripteur;Téléphone;.*;Renouvelé$/);
    const cells = lines.map((line) => line.split(';'));
    expect(cells.map((line) => [line[2], line.at(-1)])).to.deep.equal([
      ["'+2250700001234", 'oui'],
      ["'+2250700004321", 'non'],
    ]);
    expect((await awa.get('/renewals/file?format=xlsx')).text.startsWith('PK')).to.equal(true);
  });

  // Proves: contracts-to-renew
  it('are listed by the operator’s command, optionally without renewed ones', async () => {
    const ending = ['contract', 'list', '--ending-within', '30'];
    const ids = async (...more: readonly string[]) =>
      (await operator.json<readonly Shown[]>(...ending, ...more)).map(({ id }) => id);
    expect(await ids()).to.deep.equal([renewed.contract.id, other.contract.id]);
    expect(await ids('--not-renewed')).to.deep.equal([other.contract.id]);
    const csv = await operator.text(...ending, '--not-renewed', '--csv');
    expect([...new Set(csv.match(POLICY))]).to.deep.equal(policiesOf(other));
  });
});
