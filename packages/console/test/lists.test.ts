import { addCompany, addDays, cancelContract, type ContractDetails, type Store } from '@vehicle-insurance/core';
import { SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { exportedList, type List } from '../src/lists/list.ts';
import { html } from '../src/web/html.ts';
import { officeForAll } from './office.ts';
import { textOf, type Visitor } from './visitor.ts';

/** One more than a page has. */
const MANY = 51;
const HOLDER = '0700004321';
/** Two whole batches of a file, and a part of one. */
const ROWS = 4_500;
/** An id, which no person can recognise. */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-/;

const unique = (text: string, pattern: RegExp): readonly string[] => [...new Set(text.match(pattern))];

describe('the console’s lists over all companies', () => {
  const office = officeForAll();
  let awa: Visitor;
  let neighbour: string;
  /** A contract of the disabled company on an earlier day, a cancelled one, and one of `MANY` of its neighbour. */
  let early: ContractDetails;
  let cancelled: ContractDetails;
  let theirs: ContractDetails;
  let firstDay: string;

  const inspect = async (id: string): Promise<ContractDetails> => {
    const { history: _, ...details } = (await office.ports.store.contractQueries.inspect(id))!;
    return details;
  };

  before(async () => {
    const { ports } = office;
    const others = await Promise.all(
      ['Courtage Voisin', 'Courtage Tiers'].map(async (name) => (await addCompany(ports)({ name })).unwrap().id),
    );
    neighbour = others[0] ?? '';
    firstDay = office.today();
    const earlyId = await office.contract(HOLDER);
    for (let n = 0; n < 8; n += 1) await office.nextMorning();
    // The simulated authority refuses every certificate if the holder's number ends in these digits.
    const cancelledId = (await office.bought('0700000011', others[1])).contractId;
    await office.pass({ hours: 49 });
    (await cancelContract(ports)({ contractId: cancelledId, why: 'refusé', by: 'Awa' })).unwrap();
    await office.work();
    for (let n = 1; n < MANY; n += 1) await office.quote('0700001234', neighbour);
    theirs = await inspect((await office.bought('0700005555', neighbour)).contractId);
    [early, cancelled] = [await inspect(earlyId), await inspect(cancelledId)];
    awa = await office.signedIn('Awa', 'look');
  });

  const policies = async (query: string): Promise<readonly string[]> => {
    const { status, text } = await awa.get(`/contracts?${query}`);
    expect(status, query).to.equal(200);
    return unique(text, /VI-\d+-\d{4}-\d{6}/g);
  };
  const numbers = (...contracts: readonly ContractDetails[]) => contracts.map(({ contract }) => contract.policyNumber);

  it('list the contracts, latest first, by state, company, day of creation, of effect and of end', async () => {
    expect(await policies('')).to.deep.equal(numbers(theirs, cancelled, early));
    expect(await policies('state=started')).to.deep.equal(numbers(early));
    expect(await policies('state=pending')).to.deep.equal(numbers(theirs));
    expect(await policies('state=cancelled')).to.deep.equal(numbers(cancelled));
    expect(await policies(`company=${office.company.id}`)).to.deep.equal(numbers(early));
    expect(await policies(`from=${addDays(office.today(), -3)}`)).to.deep.equal(numbers(theirs, cancelled));
    expect(await policies(`until=${firstDay}`)).to.deep.equal(numbers(early));
    const { startDate, endDate } = early.contract;
    expect(await policies(`by=startDate&from=${startDate}&until=${startDate}`)).to.deep.equal(numbers(early));
    expect(await policies('by=startDate')).to.deep.equal(numbers(theirs, cancelled, early));
    expect(await policies('by=endDate')).to.deep.equal(numbers(early, cancelled, theirs));
    expect(await policies(`by=endDate&until=${endDate}`)).to.deep.equal(numbers(early));
    for (const by of ['by=startDate', 'by=endDate', 'within=900'])
      expect(await policies(`${by}&company=${neighbour}`), by).to.deep.equal(numbers(theirs));
    const left = (Date.parse(endDate) - Date.parse(office.today())) / 86_400_000;
    expect(await policies(`within=${left}`)).to.deep.equal(numbers(early));
    expect(await policies(`within=${left - 1}`)).to.deep.equal([]);
    expect(await policies('within=900')).to.deep.equal(numbers(early, theirs));
    expect(await policies('within=900&state=cancelled')).to.deep.equal(numbers(cancelled));
  });

  it('show which quotes have a cancelled contract, in the page as in the file', async () => {
    const { text } = await awa.get('/quotes?state=paid');
    expect(text).to.match(new RegExp(`<a href="/contract/${cancelled.contract.id}">contrat\\s: annulé</a>`));
    const file = (await awa.get('/quotes/file?format=csv&state=paid')).text;
    expect(file.match(/contrat : annulé/g)).to.have.length(1);
  });

  it('refuse a filter that is not valid', async () => {
    for (const path of [
      ...['/contracts?state=odd', '/contracts?within=-1', '/contracts?by=odd', '/contracts?company=odd'],
      ...['/contracts?from=2026-02-30', '/contracts?from=2027-01-02&until=2027-01-01', '/quotes?after=odd'],
      ...['/payments?refund=odd', '/quotes?state=odd', '/vehicles?type=odd', '/contracts/file?format=pdf'],
    ])
      expect((await awa.get(path)).status, path).to.equal(400);
  });

  it('continue after the last line of a page, in the page as in the file', async () => {
    const [total, pattern] = [MANY + 2, /\/vehicle\/[0-9a-f-]{36}/g];
    for (const path of ['/quotes', '/vehicles']) {
      const first = (await awa.get(path)).text;
      const [, next = ''] = /href="([^"]+)">\s*Lignes suivantes/.exec(first) ?? [];
      const second = (await awa.get(next.replaceAll('&amp;', '&'))).text;
      const [one, other] = [unique(first, pattern), unique(second, pattern)];
      expect([one.length, other.length], path).to.deep.equal([50, total - 50]);
      expect(new Set([...one, ...other]).size, path).to.equal(total);
      expect(second).to.include('Début de la liste').and.not.to.include('Lignes suivantes');
      const file = await awa.get(`${path}/file?format=csv`);
      expect(file.text.trim().split('\n'), path).to.have.length(total + 1);
    }
  });

  it('export the filtered contracts as CSV and as a workbook, with people and amounts', async () => {
    const file = await awa.get(`/contracts/file?format=csv&company=${neighbour}`);
    const [headings = '', line = '', ...more] = file.text.trim().split('\n');
    expect(more).to.deep.equal([]);
    expect(headings).to.match(/^\uFEFF?Police;Souscripteur;Téléphone;Immatriculation;/);
    const { contract, quote, vehicle } = theirs;
    for (const word of [contract.policyNumber, vehicle.licencePlate, 'Aya Exemple', 'Courtage Voisin'])
      expect(line).to.include(word);
    expect(line).to.include(`;${quote.premium.amount};`);
    const workbook = await awa.get('/contracts/file?format=xlsx');
    expect(workbook.headers.get('content-disposition')).to.match(/contrats-\d{4}-\d\d-\d\d\.xlsx/);
    expect(workbook.text.startsWith('PK')).to.equal(true);
  });

  const shown = async (path: string) => unique((await awa.get(path)).text, /OF-\d+/g);
  const plate = ({ vehicle }: ContractDetails) => vehicle.licencePlate;

  it('list payments by state, refund, company and day', async () => {
    expect(await shown('/payments')).to.deep.equal([plate(theirs), plate(cancelled), plate(early)]);
    expect(await shown('/payments?state=failed')).to.deep.equal([]);
    expect(await shown('/payments?refund=done')).to.deep.equal([plate(cancelled)]);
    expect(await shown(`/payments?company=${neighbour}`)).to.deep.equal([plate(theirs)]);
    expect(await shown(`/payments?until=${firstDay}`)).to.deep.equal([plate(early)]);
  });

  it('list quotes with or without a contract, and vehicles by type and day', async () => {
    expect(await shown('/quotes?state=paid')).to.deep.equal([theirs, cancelled, early].map(plate));
    expect(await shown(`/quotes?state=unpaid&company=${office.company.id}`)).to.deep.equal([]);
    expect(await shown(`/quotes?company=${office.company.id}`)).to.deep.equal([plate(early)]);
    expect(await shown(`/quotes?until=${firstDay}`)).to.deep.equal([plate(early)]);
    expect(await shown('/vehicles?type=bike')).to.deep.equal([]);
    expect(await shown(`/vehicles?until=${firstDay}`)).to.deep.equal([plate(early)]);
    expect(await shown(`/vehicles?company=${office.company.id}&type=auto`)).to.deep.equal([plate(early)]);
  });

  it('name people, plates, amounts and companies, and show no id', async () => {
    for (const path of ['/contracts', '/payments', '/quotes', '/vehicles']) {
      const text = textOf(await awa.get(path));
      // Companies are options of the filter too.
      const lines = text.slice(text.indexOf('Afficher'));
      for (const word of ['Aya Exemple', theirs.vehicle.licencePlate, 'Courtage Voisin'])
        expect(lines, path).to.include(word);
      expect(lines, path).to.match(/il y a|à l’instant/);
      expect(text, path).to.not.match(ID);
    }
  });

  it('show everything of a client by phone and of a vehicle', async () => {
    const { contract, vehicle } = early;
    const client = await awa.get(`/client/${HOLDER}`);
    const ofVehicle = await awa.get(`/vehicle/${vehicle.id}`);
    for (const [what, seen] of Object.entries({ client, ofVehicle })) {
      expect(seen.status, what).to.equal(200);
      expect(unique(seen.text, /VI-\d+-\d{4}-\d{6}/g), what).to.deep.equal(numbers(early));
      expect(unique(seen.text, /OF-\d+/g), what).to.deep.equal([vehicle.licencePlate]);
      expect(textOf(seen), what).to.include('Aya Exemple').and.not.match(ID);
      for (const path of [`/payment/${contract.paymentId}`, `/contract/${contract.id}`]) {
        expect(seen.text, what).to.include(`href="${path}"`);
        const { text } = await awa.get(path);
        expect(text, path).to.include(`/client/${encodeURIComponent('+2250700004321')}`);
        expect(text, path).to.include(`/vehicle/${vehicle.id}`);
      }
    }
    const { text } = await awa.get(`/vehicle/${theirs.vehicle.id}`);
    expect(unique(text, /OF-\d+/g)).to.deep.equal([theirs.vehicle.licencePlate]);
    expect(textOf(await awa.get('/client/0799999999'))).to.include('Aucun devis pour ce numéro');
    for (const path of ['/client/odd', '/vehicle/odd', `/vehicle/${contract.id}`])
      expect((await awa.get(path)).status, path).to.equal(404);
  });

  it('continue a client’s quotes after fifty', async () => {
    const path = '/client/0700001234';
    const first = (await awa.get(path)).text;
    const [, next] = /href="([^"]+)">\s*Devis plus anciens/.exec(first) ?? [];
    expect(unique(first, /OF-\d+/g)).to.have.length(50);
    expect(next).to.equal(undefined);
    await office.quote('0700001234', neighbour);
    const [, older = ''] = /href="([^"]+)">\s*Devis plus anciens/.exec((await awa.get(path)).text) ?? [];
    expect(unique((await awa.get(older.replaceAll('&amp;', '&'))).text, /OF-\d+/g)).to.have.length(1);
  });
});

describe('the file of a list', () => {
  const list: List<number, object> = {
    ...{ path: '/numbers', title: 'Nombres', filterIn: () => ({}), fields: () => html`` },
    columns: [{ title: 'Nombre', width: 8, kind: 'text', cell: (row) => row }],
    read: async (_, { after }, limit) => {
      const first = after === undefined ? 0 : Number(after.id) + 1;
      return Array.from({ length: Math.min(limit, ROWS - first) }, (_, n) => first + n);
    },
    placeOf: (row) => ({ value: SOME_MORNING, id: String(row) }),
  };
  const exported = async (most?: number) => {
    const { rows } = exportedList(list, {} as Store, { filter: {}, zone: 'Africa/Abidjan', most });
    const read: (readonly (readonly unknown[])[])[] = [];
    for await (const some of rows) read.push(some);
    return read.flat(2);
  };

  it('contains every row once, batch by batch, up to a maximum', async () => {
    const all = Array.from({ length: ROWS }, (_, n) => n);
    expect(await exported()).to.deep.equal(all);
    for (const most of [1, 2_000, 2_001, ROWS, ROWS + 1])
      expect(await exported(most)).to.deep.equal(all.slice(0, most));
  });
});
