import { expect } from 'chai';
import { secretsIn, serviceLog } from '../../src/observability/log.ts';
import { readConfiguration } from '../../src/configuration/read-configuration.ts';
import { PRODUCTION } from '../configuration/production-values.ts';
import { writtenLines } from './written-lines.ts';

const KEY = 'vi_live_Zq3v9KxTbW0aLs7mNc2fYdRuHgE1oPiJ';
const PERSONS = ['Aya Exemple', 'aya@exemple.ci', '0700001234', '+225 07 00 00 12 34', '2250700001234'];

describe('the log', () => {
  const logged = (write: (log: ReturnType<typeof serviceLog>) => void, secrets: readonly string[] = []): string => {
    const written = writtenLines();
    write(serviceLog({ level: 'debug', secrets }, written.to));
    expect(written.lines()).to.have.length(1);
    return written.text();
  };

  it('omits personal data, at any place of a line', () => {
    const [name, mail, ...phones] = PERSONS;
    const text = logged((log) =>
      log.error(
        {
          policyHolderName: name,
          payer: phones[0],
          answer: { nom_souscripteur: name, said: `call ${phones.join(' or ')}` },
          err: new Error(`no such payer: ${phones[2]}`, { cause: new Error(`${mail} is unknown`) }),
        },
        `nobody answers at ${phones[1]}, ${mail}`,
      ),
    );
    for (const person of PERSONS) expect(text).to.not.include(person);
    expect(text).to.include('no such payer').and.to.include('nobody answers at');
  });

  it('shows only the prefix of an API key, which identifies it', () => {
    const text = logged((log) => log.warn({ sent: `x-api-key: ${KEY}` }, `refused ${KEY}`));
    expect(text).to.not.include(KEY.slice(-20));
    expect(text.match(/vi_live_Zq3v9K…/g)).to.have.length(2);
  });

  it('omits the query of an address, which may contain a signature', () => {
    const text = logged((log) =>
      log.info({ from: 'https://files.test/a/b.pdf?expires=1&signature=c2lnbmVk' }, 'opened'),
    );
    expect(text).to.include('https://files.test/a/b.pdf?…').and.to.not.include('c2lnbmVk');
  });

  // Proves: log-line
  it('omits every secret of the configuration, at any place of a line', () => {
    const variables = readConfiguration({
      ...PRODUCTION,
      DATABASE_URL: 'postgres://service:p%2Fss%22word9@db/insurance?sslmode=verify-full',
    }).unwrap();
    const secrets = secretsIn(variables);
    const turnUp = [
      'p%2Fss%22word9',
      'p/ss"word9',
      PRODUCTION.WAVE_API_KEY,
      PRODUCTION.LINK_SECRET,
      'wave_ci_WHS_0ld5',
    ];
    const text = logged(
      (log) => log.error({ err: new Error(turnUp.join(' ')), seen: [turnUp] }, turnUp.join()),
      secrets,
    );
    for (const secret of turnUp) expect(text).to.not.include(JSON.stringify(secret).slice(1, -1));
    const nested = ['swordfish', 'swordfish-and-more'];
    expect(logged((log) => log.info(`refused ${nested.join(', ')}`), nested)).to.include('refused …, …"');
  });

  it('contains an error’s essential fields, but none that a library attaches', () => {
    const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: 'Key (plate)=(AA123AB) exists' });
    const written = writtenLines();
    serviceLog({ level: 'error' }, written.to).error({ err: new Error('a request failed', { cause }) }, 'failed');
    const [{ err } = {}] = written.lines();
    expect(err).to.have.nested.include({ message: 'a request failed', 'cause.code': '23505' });
    expect(err).to.have.nested.property('cause.stack').that.includes('duplicate key');
    expect(written.text()).to.not.include('AA123AB');
  });
});
