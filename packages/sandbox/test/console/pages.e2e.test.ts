import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxCatalogueFile } from '@vehicle-insurance/catalogue';
import { expect } from 'chai';
import { operatorOn, type OperatorCommand } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';
import { rowsOf, signedIn, tokenOf, type Visitor } from './visitor.ts';

describe('what pages of the console show', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  let sandbox: TestSandbox;
  let operator: OperatorCommand;
  let awa: Visitor;

  before(async () => {
    sandbox = await startSandbox({ CONSOLE_PORT: '0' });
    operator = operatorOn(sandbox.dataDir, sandbox.database);
    awa = await signedIn(operator, 'Awa', 'act');
  });
  after(async () => {
    await sandbox.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const act = (name: string, id: string, fields: Readonly<Record<string, string>>) =>
    awa.fill(`/act/${name}/${id}`, `/act/${name}/${id}`, fields);

  it('companies: takes one on, gives it a key that is seen once, and ends both', async () => {
    await act('company-add', '-', { name: 'Courtage Essai' });
    const listed = await operator.json<readonly { id: string; name: string }[]>('company', 'list');
    const { text } = await awa.get('/company');
    for (const { id, name } of listed) expect(text).to.include(`/company/${id}`).and.to.include(name);
    const id = listed.find(({ name }) => name === 'Courtage Essai')?.id ?? '';

    const issued = await act('key-issue', id, { label: 'caisse' });
    const key = /<pre>(vi_test_[\w-]+)<\/pre>/.exec(issued.text)?.[1] ?? '';
    const called = async () => (await sandbox.call('GET', '/vehicle', undefined, key)).status;
    expect(await called()).to.equal(200);
    for (const page of ['/', `/company/${id}`]) expect((await awa.get(page)).text).not.to.include(key);

    await act('company-disable', id, {});
    await eventually(called, (status) => status === 401);
    await act('company-enable', id, {});
    await eventually(called, (status) => status === 200);
    const prefix = key.slice(0, 'vi_test_'.length + 6);
    const other = listed.find(({ name }) => name !== 'Courtage Essai')?.id ?? '';
    expect((await act('key-revoke', other, { key: prefix })).text).to.include('Cette société n’a pas cette clé');
    expect((await act('key-revoke', id, { key: prefix.slice(0, -1) })).text).to.include('Donnez-le en entier');
    expect(await called()).to.equal(200);
    await act('key-revoke', id, { key: prefix });
    await eventually(called, (status) => status === 401);
    const { history } = await operator.json<{ history: readonly Fields[] }>('company', 'show', id);
    expect(new Set(history.map(({ by }) => by))).to.deep.equal(new Set(['Awa']));
    expect(history.map(({ what, to }) => [what, to])).to.deep.equal([
      ['company', 'enabled'],
      ['key', 'active'],
      ['company', 'disabled'],
      ['company', 'enabled'],
      ['key', 'revoked'],
    ]);
  });

  it('companies: acts by id alone, since another company may have the name by the time of the action', async () => {
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
    expect((await listed()).every(({ enabled }) => enabled)).to.equal(true);
    expect(await operator.json('key', 'list', two?.id ?? '')).to.deep.equal([]);
  });

  it('catalogue: what a version has changed, and nothing else', async () => {
    const file = join(folder, 'catalogue.json');
    writeFileSync(file, JSON.stringify({ ...(sandboxCatalogueFile as object), name: 'Tarif de l’année' }));
    await operator.json('catalogue', 'load', file);
    const seen = await eventually(
      () => awa.get('/catalogue'),
      ({ text }) => text.includes('version 2'),
    );
    const [, changes = ''] = seen.text.split('Ce que la version 2 a changé');
    expect(rowsOf(changes)).to.deep.equal([['name', 'Example catalogue of the sandbox', 'Tarif de l’année']]);
  });

  it('health: what the command counts', async () => {
    const caller = journeysOn(sandbox);
    await caller.contract('0700000011');
    await caller.contract('0700001234');
    const status = await operator.json<{ work: readonly Fields[] }>('work', 'status');
    const health = rowsOf((await awa.get('/health')).text);
    for (const { kind, due, waiting, troubled } of status.work)
      expect(
        health.some((row) => row[1] === String(due) && row[2] === String(waiting) && row[4] === String(troubled)),
        `${String(kind)}`,
      ).to.equal(true);
    expect(health.filter(([, answer]) => answer === 'répond')).to.have.length(3);
  });

  // Proves: console-same-use-cases
  it('figures: what the command prints of contracts, quotes, certificates and refunds', async () => {
    const caller = journeysOn(sandbox);
    const cancelled = await caller.contract('0700000011');
    await operator.json('contract', 'cancel', cancelled, '--why', 'assuré ailleurs');
    const refunds = await eventually(
      () => operator.json<readonly { refund: { amount: number } }[]>('payment', 'list', '--refund', 'done'),
      ({ length }) => length > 0,
    );
    const contracts = await operator.json<readonly { id: string; quote: { amount: number } }[]>('contract', 'list');
    await eventually(
      () => Promise.all(contracts.map(({ id }) => operator.json<Certified>('contract', 'show', id))),
      (all) => all.some(({ history }) => history.some(isIssued)),
    );
    const shown = await Promise.all(contracts.map(({ id }) => operator.json<Certified>('contract', 'show', id)));

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
      expect(share, day).to.equal(all.quotes === 0 ? '–' : `${Math.round((100 * Number(opened)) / all.quotes)} %`);
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

/** A contract, with what became of its certificate. */
interface Certified {
  readonly created: string;
  readonly history: readonly { readonly at: string; readonly what: string; readonly to: string }[];
}

const isIssued = ({ what, to }: Certified['history'][number]): boolean => what === 'certificate' && to === 'issued';
