import { addCompany, enableCompany, type ContractDetails } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { officeForAll, type Fields } from './office.ts';

type Shown = Fields & { readonly id: string };

const PAYER = '0500004321';

describe('the operator’s command', () => {
  const { office, operator } = officeForAll();
  let contract: ContractDetails;
  /** Two pending payments of one payer. */
  let waiting: readonly Shown[];

  before(async () => {
    const found = await office.store.contractQueries.inspect(await office.contract('0700001234'));
    if (!found) throw new Error('the contract was not found');
    contract = found;
    const ids = [
      await office.pay(await office.quote('0700005555'), PAYER),
      await office.pay(await office.quote('0700006666'), PAYER),
    ];
    waiting = ids.map(({ id, quoteId }) => ({ id, quoteId }));
  });

  const idOf = async (noun: 'contract' | 'payment', typed: string) =>
    (await operator.json<Shown>(noun, 'show', typed)).id;

  // Proves: found-by-what-is-known
  it('finds a contract or payment by policy, plate, phone, session, quote, vehicle or beginning of an id', async () => {
    const { id, policyNumber, paymentId, quoteId, vehicleId } = contract.contract;
    const session = (await office.find(paymentId)).payment.session?.id ?? '';
    const words = [
      ...[policyNumber, contract.vehicle.licencePlate.toLowerCase(), '07 00 00 12 34', session, quoteId, vehicleId],
    ];
    for (const word of words)
      expect([await idOf('contract', word), await idOf('payment', word)], word).to.deep.equal([id, paymentId]);
    const others = [paymentId, quoteId, vehicleId];
    const beginning = [...id].findIndex((_, at) => !others.some((other) => other.startsWith(id.slice(0, at + 1))));
    expect(await idOf('contract', id.slice(0, beginning + 1))).to.equal(id);
    expect(await operator.refusal('contract', 'show', 'nothing like it')).to.match(/contract list/);
  });

  // Proves: found-by-what-is-known
  it('lists several matches of a search term with what distinguishes them, and changes none of them', async () => {
    const listed = await operator.json<readonly Shown[]>('payment', 'show', PAYER);
    expect(listed.map(({ id }) => id)).to.have.members(waiting.map(({ id }) => id));
    const text = await operator.text('payment', 'show', `+225${PAYER}`);
    for (const { id, quoteId } of waiting) expect(text).to.contain(id).and.to.contain(quoteId);
    const refusal = await operator.refusal('payment', 'close', PAYER, '--why', 'by phone');
    for (const { id } of waiting) expect(refusal).to.contain(id);
    const statuses = async () => Promise.all(waiting.map(async ({ id }) => (await office.find(id)).payment.status));
    expect(await statuses()).to.deep.equal(['pending', 'pending']);
    await operator.json('payment', 'close', waiting[0]?.id ?? '', '--why', 'the payer said so');
    expect(await statuses()).to.deep.equal(['failed', 'pending']);
  });

  // Proves: searched-by-any-part
  it('searches for a part of anything, as tables and as JSON', async () => {
    const { policyNumber, id } = contract.contract;
    const { licencePlate } = contract.vehicle;
    for (const typed of [['exemple', 'aya', '1234'], ['00 12 34'], [policyNumber.slice(-6)], [id.slice(0, 13)]]) {
      const found = await operator.json<Record<string, readonly Fields[]>>('search', ...typed);
      expect(Object.keys(found)).to.deep.equal(['clients', 'contracts', 'payments', 'vehicles', 'companies', 'more']);
      expect(found['contracts']?.map((each) => each['id'])).to.include(id);
      expect(found['clients']?.[0]).to.include({ name: 'Aya Exemple', phone: '+2250700001234' });
    }
    const text = await operator.text('search', licencePlate.toLowerCase());
    expect(text).to.match(/^CLIENTS\n.*\nAya Exemple .*\n\nCONTRACTS\n[^]*\n\nPAYMENTS\n[^]*\n\nVEHICLES\n/);
    for (const shown of [policyNumber, licencePlate, id]) expect(text).to.contain(shown);
    expect(await operator.text('search', 'bac', 'SABLE')).to.match(/^COMPANIES\nID .*\n.* Courtage du bac à sable /);
    expect(await operator.text('search', '%')).to.equal('Nothing found.\n');
    for (let n = 0; n < 12; n += 1) await office.quote('0700008888');
    expect(await operator.text('search', '8888')).to.contain('\n2 more: refine the search.');
    expect(await operator.json('search', '8888')).to.deep.include({
      more: { clients: 0, contracts: 0, payments: 0, vehicles: 2, companies: 0 },
    });
  });

  // Proves: operator-lists
  it('lists contracts and payments by day, company, state and count, of three companies, one of them disabled', async () => {
    const { ports, company } = office;
    const [neighbour, closed] = [
      (await addCompany(ports)({ name: 'Courtage Voisin' })).unwrap(),
      (await addCompany(ports)({ name: 'Courtage Fermé' })).unwrap(),
    ];
    const yesterday = office.today();
    await office.nextMorning();
    const today = office.today();
    const theirs = [await office.bought(undefined, neighbour.id), await office.bought(undefined, closed.id)];
    (await enableCompany(ports)({ company: closed.id, enabled: false, by: 'a test' })).unwrap();
    const ids = async (...words: readonly string[]) =>
      (await operator.json<readonly Shown[]>(...words)).map(({ id }) => id);
    const contracts = (...words: readonly string[]) => ids('contract', 'list', ...words);
    const payments = (...words: readonly string[]) => ids('payment', 'list', ...words);
    const { id, paymentId } = contract.contract;
    const [one, other] = theirs.map(({ contractId }) => contractId);
    expect(await contracts()).to.deep.equal([other, one, id]);
    expect(await contracts('--most', '2')).to.deep.equal([other, one]);
    expect(await contracts('--since', yesterday, '--until', yesterday)).to.deep.equal([id]);
    expect(await contracts('--since', today)).to.deep.equal([other, one]);
    expect(await contracts('--until', '2020-01-01')).to.deep.equal([]);
    // The earlier of two bounds applies.
    for (const bounds of [
      ['--older', '1h'],
      ['--older', '1h', '--until', today],
      ['--older', '0m', '--until', yesterday],
    ])
      expect(await contracts(...bounds), bounds.join(' ')).to.deep.equal([id]);
    expect(await contracts('--company', company.name, '--status', 'pending')).to.deep.equal([id]);
    expect(await contracts('--company', company.name, '--status', 'started')).to.deep.equal([]);
    expect(await contracts('--company', closed.id)).to.deep.equal([other]);
    expect(await payments('--until', yesterday, '--status', 'succeeded')).to.deep.equal([paymentId]);
    expect(await payments('--company', 'Courtage Voisin')).to.deep.equal([theirs[0]?.payment.id]);
    expect(await payments('--refund', 'done')).to.deep.equal([]);
    const [first, second] = theirs.map(({ payment }) => payment.id);
    expect(await payments('--since', today)).to.deep.equal([second, first]);
    expect(await payments('--since', yesterday, '--until', today, '--most', '1')).to.deep.equal([second]);
    expect((await payments('--until', yesterday)).length).to.equal(3);
    expect(await operator.refusal('payment', 'list', '--company', 'Personne')).to.match(/company list/);
    const text = await operator.text('contract', 'list');
    for (const word of [contract.contract.quoteId, company.name, contract.vehicle.licencePlate])
      expect(text).to.contain(word);
  });

  // Proves: operator-lists
  it('prints contracts that end within some days, and lists as the CSV files of the console', async () => {
    const { endDate, id, policyNumber } = contract.contract;
    const left = (Date.parse(endDate) - Date.parse(office.today())) / 86_400_000;
    const ending = (days: number) => ['contract', 'list', '--ending-within', String(days)];
    const ids = async (days: number) => (await operator.json<readonly Shown[]>(...ending(days))).map((each) => each.id);
    expect(await ids(left - 1)).to.deep.equal([]);
    expect(await ids(left)).to.deep.equal([id]);
    expect((await ids(3650))[0]).to.equal(id);
    const csv = await operator.text(...ending(left), '--csv');
    expect(csv.split('\n')).to.have.length(3);
    expect(csv).to.match(new RegExp(`^\uFEFFPolice;Souscripteur;.*\n${policyNumber};Aya Exemple;.*\n$`));
    const awa = await office.signedIn('Awa', 'look');
    for (const [noun, path] of [
      ['contract', '/contracts'],
      ['payment', '/payments'],
    ] as const) {
      const { text } = await awa.get(`${path}/file?format=csv`);
      expect(await operator.text(noun, 'list', '--csv'), noun).to.equal(text);
      const printed = await operator.text(noun, 'list', '--csv', '--most', '1');
      expect(printed).to.equal(`${text.split('\n').slice(0, 2).join('\n')}\n`);
    }
    expect((await operator.run(...ending(3651))).status).to.equal(1);
  });

  it('records each fact of a company by its own option, and a key with its label and expiry', async () => {
    const options = ['--intermediary-code', '--office', '--legal-form', '--address', '--licence', '--phone'];
    const names = ['intermediaryCode', 'office', 'legalForm', 'address', 'licence', 'phone'];
    const facts = (of: string) => options.map((option) => `${of}${option.length}${option.slice(2, 4)}`);
    const named = (values: readonly string[]) => Object.fromEntries(names.map((name, at) => [name, values[at]]));
    const given = options.flatMap((option, at) => [option, facts('A')[at] ?? '']);
    await operator.json('company', 'add', 'Complet', ...given);
    expect(await operator.json('company', 'show', 'Complet')).to.include(named(facts('A')));
    for (const [at, option] of options.entries()) {
      const expected = facts('A').map((fact, place) => (place <= at ? (facts('B')[place] ?? '') : fact));
      const set = ['company', 'set', 'Complet', option, expected[at] ?? ''];
      expect(await operator.json(...set), option).to.include(named(expected));
      for (const fact of expected) expect(await operator.text(...set)).to.include(fact);
    }
    type Key = Readonly<Record<string, string | null>>;
    const issue = (...words: readonly string[]) => operator.json<Key>('key', 'issue', 'Complet', ...words);
    const [whole, end] = ['2027-03-01T00:00:00.000Z', '2027-03-01T08:30:00.000Z'];
    const keys = [
      await issue('--label', 'caisse', '--expires', '2027-03-01'),
      await issue('--expires', '2027-03-01T08:30:00Z'),
      await issue(),
    ];
    const listed = await operator.json<readonly Key[]>('key', 'list', 'Complet');
    for (const key of listed) expect(key).not.to.have.property('hash');
    for (const each of [keys, listed])
      expect(each.map(({ label, expires }) => `${label} ${expires}`)).to.have.members([
        ...[`caisse ${whole}`, `null ${end}`, 'null null'],
      ]);
  });

  it('corrects the facts about a company, with an audit entry', async () => {
    const { id } = await operator.json<Shown>('company', 'add', 'Courtage Faute');
    const corrected = ['--name', 'Courtage Juste', '--office', 'ABJ-2'];
    expect(await operator.json('company', 'set', 'Courtage Faute', ...corrected)).to.include({ id, office: 'ABJ-2' });
    const { history } = await operator.json<{ history: readonly Fields[] }>('company', 'show', 'Courtage Juste');
    expect(history.at(-1)?.['why']).to.deep.equal({ code: 'company_corrected', fields: ['name', 'office'] });
    expect(await operator.refusal('company', 'set', 'Courtage Juste')).to.match(/--office/);
  });
});
