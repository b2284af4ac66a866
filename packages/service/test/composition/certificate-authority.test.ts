import { asaciCertificateAuthority } from '@vehicle-insurance/certificate-authority';
import { aPremium, aQuote, aVehicle, day, json, scriptedServer, type ScriptedServer } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { authorityConfig } from '../../src/composition/certificate-authority.ts';
import { configuredAuthority } from '../../src/composition/infrastructure.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { complaints, PRODUCTION } from '../configuration/production-values.ts';

describe('the configured certificate authority', () => {
  let server: ScriptedServer;
  before(async () => {
    server = await scriptedServer();
  });
  after(() => server.close());

  const requestsMadeWith = async (given: Readonly<Record<string, string>>) => {
    const variables = readConfiguration({ ...PRODUCTION, ...given }).unwrap();
    const authority = asaciCertificateAuthority(
      authorityConfig(variables, { ...configuredAuthority(variables), url: server.url }),
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

  it('is called at the known paths, for Abidjan, and supports a look-up by policy by default', async () => {
    const { urls, bodies, found } = await requestsMadeWith({});
    expect(urls).to.deep.equal([
      '/edition/1.0/Apiediton',
      '/Verification-statut-demande-edition/1.0/',
      '/recuperationAttestation',
    ]);
    expect(bodies).to.contain('CIV002');
    expect(found).to.not.equal('refused');
  });

  it('is called at other paths, for another zone and without a look-up by policy if configured so', async () => {
    const { urls, bodies, found } = await requestsMadeWith({
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

  it('requires paths that begin with a slash, and an address for them', () => {
    expect(complaints({ ...PRODUCTION, AUTHORITY_RETRIEVE_PATH: 'get' })).to.deep.equal([
      'AUTHORITY_RETRIEVE_PATH is not a path. Write the part after AUTHORITY_URL, beginning with a slash.',
    ]);
    expect(complaints({ ENVIRONMENT: 'sandbox', AUTHORITY_RETRIEVE_PATH: '/get' })).to.deep.equal([
      'AUTHORITY_RETRIEVE_PATH is set, but AUTHORITY_URL is not: set AUTHORITY_URL too, or remove AUTHORITY_RETRIEVE_PATH.',
    ]);
  });
});
