import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { certificateAuthoritySimulator, type Simulator } from '@vehicle-insurance/simulators';
import { expect } from 'chai';
import { operatorOn } from '../operator/operator-command.ts';
import { journeysOn } from '../operator/operator-journey.ts';
import { eventually, startSandbox, type Fields, type TestSandbox } from '../sandbox.ts';

const CODES = {
  AUTHORITY_APPLICANT_CODE: 'DEM-1',
  AUTHORITY_COMPANY_CODE: 'CIE-1',
  AUTHORITY_INTERMEDIARY_CODE: 'INT-1',
} as const;
const ACCESS = 'access-code-of-this-year';

interface Listed extends Fields {
  readonly kind: string;
  readonly id: string;
}

describe('an access code that the authority has changed', function () {
  this.timeout(90_000);
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  let authority: Simulator;
  let sandbox: TestSandbox;

  before(async () => {
    authority = await certificateAuthoritySimulator({
      host: '127.0.0.1',
      port: 0,
      dataDir: folder,
      now: () => new Date(),
      credentials: {
        code_demandeur: CODES.AUTHORITY_APPLICANT_CODE,
        code_compagnie: CODES.AUTHORITY_COMPANY_CODE,
        code_intermediaire: [CODES.AUTHORITY_INTERMEDIARY_CODE],
        code_acces: ACCESS,
      },
    });
  });
  after(async () => {
    await sandbox.stop();
    await authority.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const begin = (accessCode: string, dataDir?: string) =>
    startSandbox({ ...CODES, AUTHORITY_URL: authority.url, AUTHORITY_ACCESS_CODE: accessCode }, dataDir);

  // Proves: credentials-refused
  it('is shown at once and refuses no contract; set right, it gives certificates again', async () => {
    sandbox = await begin('access-code-of-last-year');
    const id = await journeysOn(sandbox).contract('0700001234');
    const operator = operatorOn(sandbox.dataDir);
    const listed = async () =>
      (await operator.json<{ readonly attention: readonly Listed[] }>('work', 'status')).attention;
    const [item] = await eventually(listed, ({ length }) => length > 0);
    expect(item).to.include({ kind: 'credentials_refused', id, why: '-13: our credentials are not accepted' });
    expect(item?.['nextTry']).to.be.a('string');
    expect(await operator.text('work', 'status')).to.contain('AUTHORITY_ACCESS_CODE');
    const { certificateRequest } = await operator.json<{ certificateRequest: Fields }>('contract', 'show', id);
    expect(certificateRequest).to.include({ refusals: 0, firstRefused: null });

    await sandbox.stop({ data: true });
    sandbox = await begin(ACCESS, sandbox.dataDir);
    await operator.json('certificate', 'retry', id, '--reason', 'the access code was set right');
    await eventually(
      async () => (await sandbox.call('GET', `/contract/${id}`)).body,
      ({ certificateStatus }) => certificateStatus === 'issued',
    );
    expect(await listed()).to.deep.equal([]);
  });
});
