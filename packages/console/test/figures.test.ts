import { addDays } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { day } from '../src/words/format.ts';
import { officeForAll } from './office.ts';
import { rowsOf, type Visitor } from './visitor.ts';

const PREMIUM = /^[1-9][\d ]* FCFA$/;

describe('the figures of the console', () => {
  const office = officeForAll();
  let awa: Visitor;

  before(async () => {
    await office.quote();
    await office.bought();
    for (let days = 0; days < 7; days += 1) await office.nextMorning();
    await office.bought();
    await office.bought();
    awa = await office.signedIn('Awa', 'look');
  });

  const rowsAt = async (path: string) => {
    const { status, text } = await awa.get(path);
    expect(status, text).to.equal(200);
    return rowsOf(text).map((row) => row.map((cell) => cell.replaceAll(/\s/g, ' ')));
  };

  it('of today are shown on the home page beside those of the same day last week', async () => {
    const rows = await rowsAt('/');
    expect(rows.slice(-5).map(([name]) => name)).to.deep.equal([
      ...['Devis', 'Contrats payés', 'Primes émises', 'Attestations encore en attente', 'Remboursements encore dus'],
    ]);
    expect(rows.slice(-5, -3)).to.deep.equal([
      ['Devis', '2', '2'],
      ['Contrats payés', '2', '1'],
    ]);
    const [, now, before] = rows.at(-3) ?? [];
    expect(now).to.match(PREMIUM).and.not.to.equal(before);
    const { text } = await awa.get('/');
    expect(text.replaceAll(/\s/g, ' '))
      .to.include(day(office.today()))
      .and.to.include(`Le ${day(addDays(office.today(), -7))}, journée entière`);
  });

  it('are shown for each day, with axes and the value of each bar, and by company, insurer and coverage', async () => {
    const query = `from=${addDays(office.today(), -8)}&until=${office.today()}`;
    const rows = await rowsAt(`/figures?${query}`);
    expect(rows).to.have.length(10);
    expect(rows.slice(0, 9).map(([, quotes, contracts, share]) => [quotes, contracts, share])).to.deep.equal([
      ['0', '0', '–'],
      ['2', '1', '50 %'],
      ...Array.from({ length: 6 }, () => ['0', '0', '–']),
      ['2', '2', '100 %'],
    ]);
    expect(rows.at(-1)?.slice(0, 4)).to.deep.equal([office.company.name, '4', '3', '75 %']);
    const { text } = await awa.get(`/figures?${query}`);
    expect(text)
      .to.include(`<title>${day(office.today())} : 2</title>`)
      .and.to.include('class="scale"');
    const [[insurer] = []] = (await rowsAt(`/figures?${query}&group=insurer&by=week`)).slice(-1);
    expect(insurer).to.equal(office.ports.insuranceCompany);
    const [[coverage, ...sums] = []] = (await rowsAt(`/figures?${query}&group=coverage&by=month`)).slice(-1);
    expect(sums.slice(0, 2)).to.deep.equal(['4', '3']);
    const { coverages } = await office.ports.catalogue.current();
    expect(coverages.map(({ coverage: { name } }) => name)).to.include(coverage);
  });

  it('include only the requested company, insurer and coverage', async () => {
    const quoted = async (filter: string) => (await rowsAt(`/figures?${filter}`)).at(13)?.[1];
    const { coverages } = await office.ports.catalogue.current();
    const { insurer = '-' } = coverages.find(({ coverage }) => coverage.vehicleType === 'auto')?.coverage ?? {};
    expect(await quoted(`company=${office.company.id}&insurer=${insurer}`)).to.equal('2');
    expect(await quoted('company=10000000-0000-7000-8000-000000000000')).to.equal('0');
    expect(await quoted('insurer=none')).to.equal('0');
    expect(await quoted('coverage=none')).to.equal('0');
  });

  it('can be downloaded as CSV and as a workbook', async () => {
    const csv = await awa.get('/figures/file?format=csv');
    const lines = csv.text.trimEnd().split('\n');
    expect(lines).to.have.length(1 + 14 + 1);
    expect(lines[14]).to.match(new RegExp(`^${office.today()};${office.today()};;2;2;\\d+;`));
    expect(lines[15]).to.include(`;${office.company.name};4;3;`);
    const workbook = await awa.get('/figures/file?format=xlsx');
    expect(workbook.headers.get('content-disposition')).to.match(/attachment; filename="chiffres-.*\.xlsx"/);
    expect(workbook.text.slice(0, 2)).to.equal('PK');
  });

  it('are refused for a period that is not valid or has too many days', async () => {
    for (const query of ['from=2026-02-30', 'from=2026-02-01&until=2026-01-31', 'from=2000-01-01', 'by=hour'])
      expect((await awa.get(`/figures?${query}`)).status, query).to.equal(400);
    expect((await awa.get('/figures?from=2000-01-01&by=month')).status).to.equal(200);
  });
});
