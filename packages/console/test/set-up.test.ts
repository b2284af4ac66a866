import { setCompany, enableCompany, issueKey, revokeKey } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { officeForEach } from './office.ts';
import { textOf } from './visitor.ts';

describe('the page of a company’s set-up', () => {
  const office = officeForEach();

  const page = async (role: 'act' | 'look' = 'act') =>
    (await office.signedIn('Awa', role)).get(`/company/${office.company.id}/setup`);
  const statesIn = (text: string) =>
    [...text.matchAll(/<h2>([^<]+) <small>\(([^)]+)\)<\/small><\/h2>/g)].map(([, title, state]) => [title, state]);

  it('lists each step in order, with what is missing and the actions that resolve it', async () => {
    const seen = await page();
    expect(statesIn(seen.text)).to.deep.equal([
      ['Mentions sur les documents', 'à faire'],
      ['Code intermédiaire', 'à faire'],
      ['Clé d’API', 'à faire'],
      ['Adresse de réception des événements', 'à vérifier'],
      ['Activation', 'à faire'],
    ]);
    const { id } = office.company;
    expect(seen.text).to.include(`/act/key-issue/${id}`).and.to.include(`/act/company-enable/${id}`);
    expect(textOf(seen)).to.include('la forme juridique, l’adresse').and.to.include('demandez à l’administrateur');
    expect((await page('look')).text).not.to.include('/act/');
    const company = await (await office.signedIn('Awa', 'look')).get(`/company/${id}`);
    expect(company.text).to.include(`/company/${id}/setup`);
  });

  it('shows what is done, and does not count a revoked key', async () => {
    const { ports } = office;
    const company = office.company.id;
    const facts = { legalForm: 'SARL', address: 'Abidjan', licence: 'A-1', phone: '0707123456' };
    (await setCompany(ports)({ company, ...facts, intermediaryCode: 'C-9', by: 'Ama' })).unwrap();
    (await enableCompany(ports)({ company, enabled: true, by: 'Ama' })).unwrap();
    const { apiKey } = (await issueKey(ports)({ company, label: 'caisse', by: 'Ama' })).unwrap();
    const { text } = await page();
    expect(statesIn(text).map(([, state]) => state)).to.deep.equal(['fait', 'fait', 'fait', 'à vérifier', 'fait']);
    expect(text).to.include('Toutes les étapes').and.not.to.include('/act/');
    expect(text).to.match(/Clés valables\s: 1\.\s+Aucune n’a encore été utilisée\./);
    (await revokeKey(ports)({ key: apiKey.prefix, companyId: company, by: 'Ama' })).unwrap();
    expect(statesIn((await page()).text)[2]).to.deep.equal(['Clé d’API', 'à faire']);
  });

  it('leads to a form that asks for a later day if a key would already be expired', async () => {
    const [awa, form] = [await office.signedIn('Awa', 'act'), `/act/key-issue/${office.company.id}`];
    const seen = await awa.fill(form, form, { label: 'caisse', expires: '2020-01-01' });
    expect(seen.status).to.equal(400);
    expect(textOf(seen)).to.include('premier jour où la clé est refusée : choisissez une date à venir.');
  });

  it('does not exist for an unknown company', async () => {
    const awa = await office.signedIn('Awa', 'look');
    expect((await awa.get('/company/10000000-0000-7000-8000-000000000000/setup')).status).to.equal(404);
  });
});
