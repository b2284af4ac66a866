import { expect } from 'chai';
import { insurer, startAuthority, type Fields } from './authority-world.ts';
import { cleanUp, movableClock, only, temporaryFolder } from './world.ts';

const BIKE: Fields = {
  categorie_vehicule: '05', genre_vehicule: 'GV09', type_vehicule: 'TV13', usage_vehicule: 'UV10',
  code_nature_attestation: 'VERT',
}; // oxfmt-ignore

describe('the simulated certificate authority', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const start = async () => {
    const clock = movableClock();
    const simulator = await startAuthority(after, clock);
    return { clock, simulator, authority: insurer(simulator) };
  };

  it('never repeats a certificate number, even after a restart', async () => {
    const clock = movableClock();
    const dataDir = temporaryFolder(after);
    const first = await startAuthority(after, clock, { dataDir });
    await insurer(first).request();
    await first.close();
    const second = insurer(await startAuthority(after, clock, { dataDir }));
    const { body } = await second.request({ numero_police: 'POL-2', numero_immatriculation: 'BB-1' });
    expect(only(body.infos).numero_attestation).to.equal('SP-2026-0000002');
    const found = (await second.fetch({ numero_police: 'POL-1' })).body;
    expect(only(found.infos).numero_attestation).to.equal('SP-2026-0000001');
  });

  const faults: readonly (readonly [statut: number, ...fields: Fields[]])[] = [
    [-6, { date_echeance: '2027-11-03' }],
    [-7, { date_echeance: '2026-10-31' }, { date_effet: '2026-10-31' }],
    [-19, { date_demande_edition: '2026-11-02' }, { date_demande_edition: '2026-02-30' }],
    [-20, { date_souscription: 'NA' }],
    [-21, { date_effet: '01/11/2026' }],
    [-22, { code_nature_attestation: 'VERT' }, { ...BIKE, code_nature_attestation: 'JAUN' }],
    [-23, { numero_immatriculation: '' }],
    [-24, { numero_police: undefined }],
    [-25, { nom_souscripteur: 'NA' }],
    [-26, { categorie_vehicule: '99' }],
    [-27, { source_energie: 'toString' }],
    [-28, { genre_vehicule: 'GV99' }],
    [-29, { usage_vehicule: 'UV99' }],
    [-30, { type_vehicule: 'TV99' }],
    [-31, { numero_telephone_souscripteur: 'NA' }],
    [-32, { type_souscripteur: 'X' }],
    [-33, { montant_prime_ttc: '12,5' }],
    [-34, { zone_circulation: 'ABJ' }],
  ];
  it('refuses each kind of invalid request with its own status, and uses no certificate', async () => {
    const { authority } = await start();
    for (const [statut, ...requests] of faults)
      for (const fields of requests) {
        const { body } = await authority.request(fields);
        expect(body.statut, JSON.stringify(fields)).to.equal(statut);
        expect(body.message).to.be.a('string');
      }
    expect(await authority.historyOf('POL-1')).to.deep.equal([]);
  });

  it('refuses unknown credentials', async () => {
    const { simulator } = await start();
    for (const [statut, codes] of [
      [-8, { code_demandeur: undefined }],
      [-12, { code_demandeur: 'D2' }],
      [-13, { code_acces: 'wrong' }],
      [-2, { code_compagnie: 'C2' }],
      [-3, { code_intermediaire: 'I3' }],
    ] as const)
      expect((await insurer(simulator, codes).request()).body.statut, JSON.stringify(codes)).to.equal(statut);
  });

  it('accepts a two-wheeler with a green certificate, and numbers as JSON numbers', async () => {
    const { authority } = await start();
    expect((await authority.request({ ...BIKE, nombre_place: 2 })).body.statut).to.equal(0);
  });

  it('accepts the day of payment in a request that is repeated days later', async () => {
    const { clock, authority } = await start();
    clock.advance(3 * 86_400);
    expect((await authority.request()).body.statut).to.equal(0);
  });

  it('issues one certificate for ten identical concurrent requests, and returns its number to the others', async () => {
    const { authority } = await start();
    const answers = (await Promise.all(Array.from({ length: 10 }, () => authority.request()))).map(({ body }) => body);
    const first = only(answers.filter(({ statut }) => statut === 0));
    const { numero_demande, reference_demande } = first;
    for (const each of answers)
      expect(each).to.include({ statut: each === first ? 0 : -1, numero_demande, reference_demande });
    const { requests } = only(await authority.historyOf('POL-1'));
    expect(requests.map(({ statut }) => statut).toSorted()).to.deep.equal([...Array<number>(9).fill(-1), 0]);
  });

  it('refuses another policy for the same vehicle and days, with any spelling of its plate', async () => {
    const { authority } = await start();
    await authority.request();
    const other = { numero_police: 'POL-2', numero_immatriculation: 'aa 123 ab' };
    const { body } = await authority.request({ ...other, date_effet: '2027-10-31', date_echeance: '2028-04-30' });
    expect(body).to.include({ statut: -35 }).and.not.have.property('numero_demande');
    const later = await authority.request({ ...other, date_effet: '2027-11-01', date_echeance: '2028-04-30' });
    expect(later.body.statut).to.equal(0);
  });

  it('refuses the policyholder 0012 three times, even across a restart, and then issues a certificate', async () => {
    const holder = { numero_telephone_souscripteur: '+2250701020012' };
    const clock = movableClock();
    const dataDir = temporaryFolder(after);
    const first = await startAuthority(after, clock, { dataDir });
    const statuts: number[] = [];
    for (const _ of [1, 2]) statuts.push((await insurer(first).request(holder)).body.statut);
    await first.close();
    const second = insurer(await startAuthority(after, clock, { dataDir }));
    expect((await second.fetch({ numero_police: 'POL-1' })).body.infos).to.deep.equal([]);
    for (const _ of [3, 4]) statuts.push((await second.request(holder)).body.statut);
    expect(statuts).to.deep.equal([-4, -4, -4, 0]);
    const { requests } = only(await second.historyOf('POL-1'));
    expect(requests.map(({ statut }) => statut)).to.deep.equal([-4, -4, 0, -4, 0]);
  });

  it('answers an unreadable body and an empty list in its own format', async () => {
    const { authority } = await start();
    const broken = await authority.send('{"code');
    expect([broken.status, broken.body.statut]).to.deep.equal([400, -15]);
    const codes = { code_demandeur: 'D1', code_acces: 'secret', code_compagnie: 'C1', code_intermediaire: 'I2' };
    expect((await authority.send({ ...codes, liste_demande: [] })).body.statut).to.equal(-16);
  });
});
