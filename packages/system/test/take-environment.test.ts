import { isOfLibrary, takeEnvironment } from '@vehicle-insurance/system';
import { expect } from 'chai';

describe('the environment of a program', () => {
  it('loses the variables that libraries read directly, and is returned completely', () => {
    const ours = {
      DATABASE_URL: 'postgres://db/vi',
      S3_ENDPOINT: 'https://s3',
      PGP_KEY_FILE: 'x',
      AWS_ROLE_ARN: 'role',
    };
    const libraries = {
      ...{ PGHOST: 'elsewhere', PGSSLMODE: 'require', PGCONNECT_TIMEOUT: '1', NODE_PG_FORCE_NATIVE: '1' },
      ...{ MIKRO_ORM_DB_NAME: 'shop', MIKRO_ORM_MIGRATIONS_TRANSACTIONAL: 'false', MONGODB_LOG_ALL: 'trace' },
      ...{ AWS_ENDPOINT_URL_S3: 'https://elsewhere', AWS_USE_FIPS_ENDPOINT: 'true', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
      ...{ AWS_ENDPOINT_URL: 'https://elsewhere', AWS_RETRY_MODE: 'adaptive', AWS_S3_US_EAST_1_REGIONAL_ENDPOINT: 'x' },
    };
    const environment = { ...libraries, ...ours };
    expect(takeEnvironment(environment)).to.deep.equal({ ...libraries, ...ours });
    expect(environment).to.deep.equal(ours);
    const others = ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_WEB_IDENTITY_TOKEN_FILE', 'PATH', 'TZ', 'NODE_OPTIONS'];
    for (const name of others) expect(isOfLibrary(name), name).to.equal(false);
  });
});
