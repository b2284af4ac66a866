import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxCatalogueFile } from '@vehicle-insurance/catalogue';
import { expect } from 'chai';
import { rowsOf, tokenOf, type Visitor } from '../../console/test/visitor.ts';
import { officeForEach, REFUSED, type Fields } from './office.ts';

interface Certified {
  readonly created: string;
  readonly history: readonly { readonly at: string; readonly what: string; readonly to: string }[];
}

const isIssued = ({ what, to }: Certified['history'][number]): boolean => what === 'certificate' && to === 'issued';

describe('the console and the operator’s command', () => {
  const { office, operator } = officeForEach();
  let awa: Visitor;

  beforeEach(async () => {
    awa = await office.signedIn('Awa', 'act');
  });

  const act = (name: string, id: string, fields: Readonly<Record<string, string>>) =>
    awa.fill(`/act/${name}/${id}`, `/act/${name}/${id}`, fields);

  it('add a company, issue a key that is shown once, disable and enable the company, and revoke the key', async () => {
    await act('company-add', '-', { name: 'Courtage Essai' });
    const listed = await operator.json<readonly { id: string; name: string }[]>('company', 'list');
    const { text } = await awa.get('/company');
    for (const { id, name } of listed) expect(text).to.include(`/company/${id}`).and.to.include(name);
    const id = listed.find(({ name }) => name === 'Courtage Essai')?.id ?? '';

    const issued = await act('key-issue', id, { label: 'caisse' });
    const key = /<pre>(vi_test_[\w-]+)<\/pre>/.exec(issued.text)?.[1] ?? '';
    const works = async () => {
      // The result of a key check is cached for five seconds.
      await office.pass({ seconds: 6 });
      return (await office.ports.authenticate(key)).isOk();
    };
    expect(await works()).to.equal(true);
    for (const page of ['/', `/company/${id}`]) expect((await awa.get(page)).text).not.to.include(key);

    await act('company-disable', id, {});
    expect(await works()).to.equal(false);
    await act('company-enable', id, {});
    expect(await works()).to.equal(true);
    const prefix = key.slice(0, 'vi_test_'.length + 6);
    expect((await act('key-revoke', office.company.id, { key: prefix })).text).to.include(
      'Cette clé n’appartient pas à cet intermédiaire',
    );
    expect((await act('key-revoke', id, { key: prefix.slice(0, -1) })).text).to.include('Saisissez-les en entier');
    expect(await operator.refusal('key', 'revoke', 'vi_test_')).to.match(/whole prefix/);
    expect(await works()).to.equal(true);
    await act('key-revoke', id, { key: prefix });
    expect(await works()).to.equal(false);
    const { history } = await operator.json<{ history: readonly Fields[] }>('company', 'show', id);
    expect(history.map(({ what, to, by }) => [what, to, by])).to.deep.equal([
      ['company', 'enabled', 'Awa'],
      ['key', 'active', 'Awa'],
      ['company', 'disabled', 'Awa'],
      ['company', 'enabled', 'Awa'],
      ['key', 'revoked', 'Awa'],
    ]);
    expect(JSON.stringify(history)).to.not.contain(key);
  });

  it('act on a company only by its id, as another company may have its name by then', async () => {
    for (const name of ['Courtage Un', 'Courtage Deux', 'Courtage Trois']) await act('company-add', '-', { name });
    const listed = () => operator.json<readonly { id: string; name: string; enabled: boolean }[]>('company', 'list');
    const [one, two] = (await listed()).slice(-3);
    const form = await awa.get(`/act/company-disable/${encodeURIComponent('Courtage Un')}`);
    await operator.json('company', 'set', one?.id ?? '', '--name', 'Courtage Quatre');
    await operator.json('company', 'set', two?.id ?? '', '--name', 'Courtage Un');
    const fields = { 'form-token': await tokenOf(awa), label: 'caisse' };
    for (const action of ['company-disable', 'company-enable', 'key-issue', 'key-revoke']) {
      const seen = await awa.send(`/act/${action}/${encodeURIComponent('Courtage Un')}`, {
        ...fields,
        key: 'vi_test_x',
      });
      expect(seen.status, action).to.equal(404);
    }
    expect(form.status).to.equal(404);
    expect((await listed()).slice(-3).every(({ enabled }) => enabled)).to.equal(true);
    expect(await operator.json('key', 'list', two?.id ?? '')).to.deep.equal([]);
  });

  it('show the changes of a catalogue version, and nothing else', async () => {
    const file = join(office.folder, 'catalogue.json');
    writeFileSync(file, JSON.stringify({ ...(sandboxCatalogueFile as object), name: 'Tarif de l’année' }));
    await operator.json('catalogue', 'load', file);
    const [, changes = ''] = (await awa.get('/catalogue')).text.split('Modifications de la version 2');
    expect(rowsOf(changes)).to.deep.equal([['name', 'Catalogue d’exemple du bac à sable', 'Tarif de l’année']]);
  });

  it('count the same due, waiting and failing work of each kind', async () => {
    await office.contract(REFUSED);
    office.provider.fallSilent();
    const silent = await office.pay(await office.quote()).catch(() => undefined);
    expect(silent).to.equal(undefined);
    await office.pass({ minutes: 5 });
    const status = await operator.json<{ work: readonly Fields[] }>('work', 'status');
    expect(status.work.reduce((all, { failing }) => all + Number(failing), 0)).to.equal(2);
    const health = rowsOf((await awa.get('/health')).text);
    const figures = (row: readonly (string | undefined)[]) => [row[1], row[2], row[4]].join(' ');
    const printed = status.work.map(({ due, waiting, failing }) => [due, waiting, failing].join(' '));
    expect(health.slice(-20).map(figures)).to.include.members(printed);
    expect(health.filter(([, answer]) => answer === 'en service')).to.have.length(3);
  });

  // Proves: console-same-use-cases
  it('give the same daily figures of contracts, quotes, certificates and refunds', async () => {
    await office.contract();
    await office.nextMorning();
    const [late, cancelled] = [await office.contract(REFUSED), await office.contract(REFUSED)];
    await office.quote();
    await operator.json('contract', 'cancel', cancelled, '--why', 'assuré ailleurs');
    await office.pass({ minutes: 50 });
    office.authority.haveStock();
    await operator.json('certificate', 'retry', late, '--reason', 'stock was bought');
    await office.pass({ hours: 2 });
    const done = ['payment', 'list', '--refund', 'done'] as const;
    const refunds = await operator.json<readonly { refund: { amount: number } }[]>(...done);
    const contracts = await operator.json<readonly { id: string; quote: { amount: number } }[]>('contract', 'list');
    const shown = await Promise.all(contracts.map(({ id }) => operator.json<Certified>('contract', 'show', id)));
    const issued = shown.filter(({ history }) => history.some(isIssued));
    expect([refunds.length, contracts.length, issued.length]).to.deep.equal([1, 3, 2]);

    const figures = rowsOf((await awa.get('/figures')).text).filter((row) => row.length === 7);
    expect(figures).to.have.length(14);
    const total = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);
    const column = (at: number) => total(figures.map((row) => Number((row[at] ?? '').replaceAll(/\D/g, ''))));
    expect(column(1)).to.equal(total(contracts.map(({ quote }) => quote.amount)));
    expect(column(3)).to.equal(contracts.length);
    expect(column(6))
      .to.equal(total(refunds.map(({ refund }) => refund.amount)))
      .and.to.be.above(0);

    for (const [date = '', , quotes, opened, share, minutes] of figures) {
      const day = date.split('/').reverse().join('-');
      const words = ['catalogue', 'simulate', 'sandbox', '--since', day, '--until', day];
      const { all } = await operator.json<{ all: { quotes: number } }>(...words);
      expect(quotes, day).to.equal(String(all.quotes));
      expect(share, day).to.equal(all.quotes === 0 ? '–' : `${Math.round((100 * Number(opened)) / all.quotes)}\u00a0%`);
      const waits = shown
        .filter(({ created }) => created.startsWith(day))
        .flatMap(({ created, history }) =>
          history.filter(isIssued).map(({ at }) => Date.parse(at) - Date.parse(created)),
        )
        .sort((one, other) => one - other);
      const middle = waits[Math.floor(waits.length / 2)];
      expect(minutes, day).to.equal(middle === undefined ? '–' : `${Math.ceil(middle / 60_000)} min`);
    }
  });
});
