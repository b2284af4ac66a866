import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sandboxCatalogueFile, type CatalogueFile } from '@vehicle-insurance/catalogue';
import { expect } from 'chai';
import { rowsOf, textOf, tokenOf, type Visitor } from '../../console/test/visitor.ts';
import { ME, officeForEach } from './office.ts';

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

    await operator.json('key', 'issue', id, '--expires', '2027-03-01');
    const [row = []] = rowsOf((await awa.get(`/company/${id}`)).text).slice(-1);
    expect(row.slice(3), 'its end, revocation and last use').to.deep.equal(['01/03/2027 à 00:00', '–', '–']);
    const issued = await act('key-issue', id, { label: 'caisse' });
    const key = /<pre>(vi_test_[\w-]+)<\/pre>/.exec(issued.text)?.[1] ?? '';
    const works = async () => {
      // The result of a key check is cached for five seconds.
      await office.pass({ seconds: 6 });
      return (await office.ports.authenticate(key)).isOk();
    };
    expect(await works()).to.equal(true);
    for (const page of ['/', `/company/${id}`]) expect((await awa.get(page)).text).not.to.include(key);

    const disabled = await act('company-disable', id, {});
    expect(textOf(disabled)).to.include('désactivée').and.to.include('caisse');
    expect(disabled.text).to.include('/act/company-enable/').and.not.to.include('/act/company-disable/');
    const shown = rowsOf((await awa.get('/company')).text).find(([name]) => name === 'Courtage Essai');
    expect(shown).to.include('désactivée');
    expect(await works()).to.equal(false);
    await operator.json('company', 'enable', id);
    expect(await works()).to.equal(true);
    await operator.json('company', 'disable', id);
    expect(await works()).to.equal(false);
    await operator.json('company', 'enable', id);
    const prefix = key.slice(0, 'vi_test_'.length + 6);
    const foreign = await act('key-revoke', office.company.id, { key: prefix });
    expect(foreign.text).to.include('Cette clé n’appartient pas à cette société');
    expect((await act('key-revoke', id, { key: prefix.slice(0, -1) })).text).to.include(
      'Saisissez tous les caractères',
    );
    expect(await operator.refusal('key', 'revoke', 'vi_test_')).to.match(/whole prefix/);
    expect(await works()).to.equal(true);
    await act('key-revoke', id, { key: prefix });
    expect(await works()).to.equal(false);
    type Line = Readonly<Record<'what' | 'to' | 'by', string>>;
    const { history } = await operator.json<{ history: readonly Line[] }>('company', 'show', id);
    expect(history.map(({ what, to, by }) => `${what} ${to} ${by}`)).to.deep.equal([
      ...['company enabled Awa', `key active ${ME}`, 'key active Awa', 'company disabled Awa'],
      ...[`company enabled ${ME}`, `company disabled ${ME}`, `company enabled ${ME}`, 'key revoked Awa'],
    ]);
    expect(JSON.stringify(history)).to.not.contain(key);
  });

  it('act on a company only by its id, as another company may have its former name', async () => {
    for (const name of ['Courtage Un', 'Courtage Deux', 'Courtage Trois']) await act('company-add', '-', { name });
    const listed = () => operator.json<readonly { id: string; name: string; enabled: boolean }[]>('company', 'list');
    const [one, two] = (await listed()).slice(-3);
    const form = await awa.get(`/act/company-disable/${encodeURIComponent('Courtage Un')}`);
    await operator.json('company', 'set', one?.id ?? '', '--name', 'Courtage Quatre');
    await operator.json('company', 'set', two?.id ?? '', '--name', 'Courtage Un');
    const fields = { 'form-token': await tokenOf(awa), label: 'caisse', key: 'vi_test_x' };
    for (const action of ['company-disable', 'company-enable', 'key-issue', 'key-revoke']) {
      const seen = await awa.send(`/act/${action}/${encodeURIComponent('Courtage Un')}`, fields);
      expect(seen.status, action).to.equal(404);
    }
    expect(form.status).to.equal(404);
    expect((await listed()).slice(-3).every(({ enabled }) => enabled)).to.equal(true);
    expect(await operator.json('key', 'list', two?.id ?? '')).to.deep.equal([]);
  });

  it('show how each catalogue version differs from the previous one, and nothing else', async () => {
    const file = join(office.folder, 'catalogue.json');
    const first = sandboxCatalogueFile as CatalogueFile;
    const named = { ...first, name: 'Tarif de l’année' };
    const insurers = [...(first.insurers ?? []), { code: 'lagune', name: 'Lagune' }];
    for (const version of [named, { ...named, insurers }]) {
      writeFileSync(file, JSON.stringify(version));
      await operator.json('catalogue', 'load', file);
    }
    const [, last = '', former = ''] = (await awa.get('/catalogue')).text.split(/Modifications de la version [32]/);
    expect(rowsOf(last)).to.deep.equal([
      ['Assureurs › Lagune › Code', '–', 'lagune'],
      ['Assureurs › Lagune › Nom', '–', 'Lagune'],
    ]);
    expect(rowsOf(former)).to.deep.equal([['Nom', first.name, named.name]]);
  });
});
