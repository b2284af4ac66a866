import { expect } from 'chai';
import { insurer, startAuthority } from './authority-world.ts';
import { cleanUp, movableClock, only, temporaryFolder, wasCut } from './world.ts';

const holderEndingIn = (digits: string) => ({ numero_telephone_souscripteur: `+225070102${digits}` });

describe('certificate authority: policyholders by their number', () => {
  const after = cleanUp();
  afterEach(() => after.now());

  const start = async () => {
    const clock = movableClock();
    return { clock, authority: insurer(await startAuthority(after, clock)) };
  };

  it('0012 is refused three times, across a restart too, then gets its certificate', async () => {
    const clock = movableClock();
    const dataDir = temporaryFolder(after);
    const first = await startAuthority(after, clock, { dataDir });
    const statuts: number[] = [];
    for (const _ of [1, 2]) statuts.push((await insurer(first).request(holderEndingIn('0012'))).body.statut);
    await first.close();
    const second = insurer(await startAuthority(after, clock, { dataDir }));
    expect((await second.fetch({ numero_police: 'POL-1' })).body.infos).to.deep.equal([]);
    for (const _ of [3, 4]) statuts.push((await second.request(holderEndingIn('0012'))).body.statut);
    expect(statuts).to.deep.equal([-4, -4, -4, 0]);
    const { requests } = only(await second.told('POL-1'));
    expect(requests.map(({ statut }) => statut)).to.deep.equal([-4, -4, 0, -4, 0]);
  });

  it('0017 is told that another policy covers the vehicle, and which request that was', async () => {
    const { authority } = await start();
    for (const _ of [1, 2]) {
      const { body } = await authority.request(holderEndingIn('0017'));
      expect(body.statut).to.equal(-35);
      const [info] = (await authority.fetch({ numero_demande: body.numero_demande })).body.infos;
      expect(info).to.include({
        numero_police: 'AUTRE-POL-1',
        numero_immatriculation: 'AA-123-AB',
        date_effet: '2026-11-01',
        date_echeance: '2027-10-31',
      });
    }
    expect(await authority.told('POL-1')).to.deep.equal([]);
    expect(await authority.told('AUTRE-POL-1')).to.have.length(1);
  });

  it('0018 gets a certificate of other days, also when it is looked up', async () => {
    const { authority } = await start();
    const days = { date_effet: '2026-11-02', date_echeance: '2027-11-01' };
    expect((await authority.request(holderEndingIn('0018'))).body.infos[0]).to.include(days);
    expect((await authority.fetch({ numero_police: 'POL-1' })).body.infos[0]).to.include(days);
    expect(only(await authority.told('POL-1'))).to.include(days);
  });

  it('0014 is accepted, and gets its certificate once it has been asked about twice', async () => {
    const { authority } = await start();
    const { body } = await authority.request(holderEndingIn('0014'));
    expect(body).to.deep.include({ statut: 0, infos: [] });
    expect(only(await authority.told('POL-1')).numero_attestation).to.equal(null);
    expect((await authority.ask('DEM-0')).body.statut).to.equal(-36);
    expect((await authority.ask(body.reference_demande)).body.statut).to.equal(121);
    expect((await authority.ask(body.reference_demande)).body.statut).to.equal(123);
    expect((await authority.fetch({ numero_demande: body.numero_demande })).body.infos).to.have.length(1);
    expect((await authority.ask(body.reference_demande)).body.statut).to.equal(124);
    const { states } = only(await authority.told('POL-1'));
    expect(states.map(({ statut }) => statut)).to.deep.equal([121, 122, 123, 124]);
  });

  it('0015 cannot be reached for an hour after the first request, and takes nothing meanwhile', async () => {
    const { clock, authority } = await start();
    expect(await wasCut(authority.request(holderEndingIn('0015')))).to.equal(true);
    clock.advance(3599);
    expect(await wasCut(authority.request(holderEndingIn('0015')))).to.equal(true);
    expect(await wasCut(authority.fetch({ numero_police: 'POL-1' }))).to.equal(true);
    expect(await authority.told('POL-1')).to.deep.equal([]);
    clock.advance(1);
    expect((await authority.fetch({ numero_police: 'POL-1' })).body.infos).to.deep.equal([]);
    expect((await authority.request(holderEndingIn('0015'))).body.statut).to.equal(0);
  });
});
