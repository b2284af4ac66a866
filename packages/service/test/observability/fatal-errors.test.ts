import { execFile } from 'node:child_process';
import { expect } from 'chai';

const sourceOf = (file: string): string => new URL(`../../src/observability/${file}`, import.meta.url).href;

describe('an uncaught error', () => {
  const ending = (how: string) =>
    new Promise<{ readonly code: unknown; readonly out: string; readonly err: string }>((resolve) => {
      const program = `
        import { logFatalErrors } from '${sourceOf('fatal-errors.ts')}';
        import { serviceLog } from '${sourceOf('log.ts')}';
        logFatalErrors(serviceLog({ level: 'warn' }));
        const error = Object.assign(new Error('no such payer: 0700001234'), { row: 'Aya Exemple' });
        ${how};
        setInterval(() => undefined, 1_000);`;
      execFile(process.execPath, ['--input-type=module', '--eval', program], (error, out, err) =>
        resolve({ code: error?.code, out, err }),
      );
    });

  for (const [what, how] of Object.entries({
    'a thrown error': 'setImmediate(() => { throw error; })',
    'a rejected promise that is not awaited': 'void Promise.reject(error)',
  }))
    it(`ends the process after one log line without personal data: ${what}`, async () => {
      const { code, out, err } = await ending(how);
      expect([code, err]).to.deep.equal([1, '']);
      expect(JSON.parse(out)).to.have.nested.include({ level: 60, 'err.message': 'no such payer: …' });
      expect(out).to.not.match(/0700001234|Aya/);
    });
});
