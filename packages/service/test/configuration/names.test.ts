import { expect } from 'chai';
import { unreadNames } from '../../src/configuration/unread-names.ts';
import { PRODUCTION } from './production-values.ts';

describe('the warning about variables that are not read', () => {
  for (const [name, meant] of [
    ['FEE_MAX', 'FEE_MAXIMUM'],
    ['WAVE_KEY', 'WAVE_API_KEY'],
    ['WAVE_NOTIFICATION_SECRET', 'WAVE_NOTIFICATION_SECRETS'],
    ['WAVE_API_KEYS_FILE', 'WAVE_API_KEY'],
    ['S3_ACCESS_KEY', 'S3_ACCESS_KEY_ID'],
    ['S3_SECRET_KEY', 'S3_SECRET_ACCESS_KEY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['ENVIROMENT', 'ENVIRONMENT'],
    ['database_url', 'DATABASE_URL'],
    ['TIMEZONE', 'TIME_ZONE'],
  ] as const)
    it(`suggests ${meant} for ${name}`, () => {
      expect(unreadNames({ [name]: 'value' })).to.deep.equal([
        `${name} is not read. ${meant} is: correct the name, or remove it.`,
      ]);
    });

  it('explains that only secrets can be read from a file', () => {
    expect(unreadNames({ PORT_FILE: '/run/port' })).to.deep.equal([
      'PORT_FILE is not read: only secrets can be read from a file. Set PORT itself.',
    ]);
  });

  it('does not concern variables that are read, empty, or of other programs', () => {
    const others = {
      ...{ PATH: '/bin', HOST_IP: '10.0.0.1', PORTS: '1', TZ: 'UTC', NODE_ENV: 'production', FEE_MAX: '' },
      ...{ WAVE_SERVICE_HOST: '10.0.0.1', WAVE_PORT_8080_TCP_ADDR: '10.0.0.1', LINK_SECRET_FILE: '/run/secrets/link' },
      TEST_DATABASE_URL: 'postgres://localhost/test',
    };
    expect(unreadNames({ ...PRODUCTION, ...others })).to.deep.equal([]);
  });
});
