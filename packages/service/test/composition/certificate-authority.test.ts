import { asaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import { aPremium, aQuote, aVehicle, day, json, scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { authorityConfig } from '../../src/composition/certificate-authority.ts';
import { givenAuthority } from '../../src/composition/infrastructure.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { complaints, PRODUCTION } from '../configuration/production-values.ts';

describe('the certificate authority as configured', () => {
  let server: ScriptedServer;
  before(async () => {
    server = await scriptedServer();
  });
  after(() => server.close());

  const askedOf = async (given: Readonly<Record<string, string>>) => {
    const variables = readConfiguration({ ...PRODUCTION, ...given }).unwrap();
    const authority = asaciCertificateAuthority(
      authorityConfig(variables, { ...givenAuthority(variables), url: server.url }),
    );
    const before = server.asked.length;
    server.answer(json(200, { statut: -15 }));
    await authority.request({
      policyNumber: 'VI-1',
      subscribedOn: day('2026-02-01'),
      effectiveDate: day('2026-02-01'),
      expiryDate: day('2027-01-31'),
      vehicle: aVehicle(),
      policyholder: { name: 'Awa Koné', phone: '+2250700000001' },
      quote: aQuote({ premium: aPremium() }),
      intermediaryCode: null,
      office: null,
    });
    await authority.ask({ requestNumber: '1', requestReference: 'DEM-1' });
    const found = await authority.find('VI-1');
    await authority.close();
    const asked = server.asked.slice(before);
    return { urls: asked.map(({ url }) => url), bodies: JSON.stringify(asked), found: found.outcome };
  };

  it('is asked at the paths that were seen in use, for Abidjan, and what it holds for a policy', async () => {
    const { urls, bodies, found } = await askedOf({});
    expect(urls).to.deep.equal([
      '/edition/1.0/Apiediton',
      '/Verification-statut-demande-edition/1.0/',
      '/recuperationAttestation',
    ]);
    expect(bodies).to.contain('CIV002');
    expect(found).to.not.equal('refused');
  });

  it('is asked at others, for another zone, and not about a policy, where that is set', async () => {
    const { urls, bodies, found } = await askedOf({
      AUTHORITY_REQUEST_PATH: '/ask',
      AUTHORITY_PROGRESS_PATH: '/how-far',
      AUTHORITY_RETRIEVE_PATH: '/get',
      AUTHORITY_ZONE: 'CIV009',
      AUTHORITY_LOOK_UP: 'false',
    });
    expect(urls).to.deep.equal(['/ask', '/how-far']);
    expect(bodies).to.contain('CIV009');
    expect(found).to.equal('refused');
  });

  it('has paths that begin with a slash, and an address that they follow', () => {
    expect(complaints({ ...PRODUCTION, AUTHORITY_RETRIEVE_PATH: 'get' })).to.deep.equal([
      'AUTHORITY_RETRIEVE_PATH is no path. Write what follows AUTHORITY_URL, beginning with a slash.',
    ]);
    expect(complaints({ ENVIRONMENT: 'sandbox', AUTHORITY_RETRIEVE_PATH: '/get' })).to.deep.equal([
      'AUTHORITY_RETRIEVE_PATH is of an authority that is not given: set AUTHORITY_URL as well, or leave it out.',
    ]);
  });
});
