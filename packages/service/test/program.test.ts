import { fakeCertificateAuthority, fakeMobileMoney } from '@vehicle-insurance/testkit';
import { systemClock } from '@vehicle-insurance/system';
import { expect } from 'chai';
import { createService } from '../src/index.ts';
import { PRODUCTION } from './configuration/production-values.ts';

/** Collects what is written to stderr during `work`, and resets the exit code that it sets. */
const reportOf = async (work: () => Promise<void>): Promise<string> => {
  const { write } = process.stderr;
  let written = '';
  process.stderr.write = (text: string | Uint8Array): boolean => (written += String(text)).length > 0;
  try {
    await work();
  } finally {
    process.stderr.write = write;
    process.exitCode = undefined;
  }
  return written;
};

describe('a program that creates the service', () => {
  it('migrates the database with the configuration of its own provider and authority', async () => {
    const { DATABASE_URL: _, ...rest } = PRODUCTION;
    const given = Object.entries(rest).filter(([name]) => !/^(WAVE|AUTHORITY)_/.test(name));
    const service = createService(
      {
        ...Object.fromEntries(given),
        ...{ ENVIRONMENT: 'staging', MOBILE_MONEY: 'wallet' },
        DATABASE_URL: 'postgres://service@127.0.0.1:1/none',
      },
      {
        providers: [fakeMobileMoney({ clock: systemClock, name: 'wallet' })],
        certificateAuthority: fakeCertificateAuthority(),
      },
    );
    const argv = process.argv.splice(2);
    const report = await reportOf(service.migrate).finally(() => process.argv.push(...argv));
    expect(report)
      .to.match(/database/i)
      .and.not.match(/MOBILE_MONEY|AUTHORITY_/);
  });

  it('is not affected by variables of libraries', () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    createService(process.env);
    expect(process.env['NODE_TLS_REJECT_UNAUTHORIZED']).to.equal(undefined);
  });
});
