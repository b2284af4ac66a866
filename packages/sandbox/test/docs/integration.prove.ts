import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { parse } from 'yaml';
import { isAlive } from '../processes/service-process.ts';
import { eventually } from '../sandbox.ts';
import { linkModules } from './link-modules.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const EXAMPLE = join(ROOT, 'docs/examples/integration');

interface WorkflowStep {
  readonly name?: string;
  readonly run?: string;
  readonly 'working-directory'?: string;
  readonly if?: string;
}

interface Workflow {
  readonly jobs: {
    readonly insurance: { readonly env: Readonly<Record<string, string>>; readonly steps: readonly WorkflowStep[] };
  };
}

describe('the GitHub workflow that a caller copies', function () {
  this.timeout(300_000);
  const { env, steps } = (parse(readFileSync(join(EXAMPLE, 'workflow.yml'), 'utf8')) as Workflow).jobs.insurance;
  let folder: string;
  let kept: NodeJS.ProcessEnv;

  /** Runs a step as GitHub does: in a shell of its own, with what earlier steps have exported. */
  const runStep = async ({ run = '', 'working-directory': inside = '.' }: WorkflowStep): Promise<string> => {
    const [script, exported] = [join(folder, 'step.sh'), join(folder, 'exported')];
    writeFileSync(script, run);
    const cwd = join(folder, inside);
    const { stdout } = await promisify(execFile)('bash', ['-e', script], {
      cwd,
      env: { ...kept, GITHUB_ENV: exported },
    });
    if (existsSync(exported))
      for (const line of readFileSync(exported, 'utf8').trim().split('\n')) {
        const [name = '', ...value] = line.split('=');
        kept = { ...kept, [name]: value.join('=') };
      }
    return stdout;
  };

  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'integration-')));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'caller', private: true, type: 'module' }));
    cpSync(join(EXAMPLE, 'insurance.test.ts'), join(folder, 'insurance.test.ts'));
    // npm passes its own working folder to its scripts; another npm would work there too.
    const { npm_config_local_prefix: _, ...outside } = process.env;
    const COMMIT = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
    // Any free port, since other tests run at the same time.
    kept = { ...outside, PORT: '0', REPOSITORY: ROOT, COMMIT };
  });
  after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('names a repository and a commit to replace', () => {
    expect(env).to.have.all.keys('REPOSITORY', 'COMMIT');
  });

  it('clones and starts a sandbox, tests against it, and stops it', async () => {
    const said: string[] = [];
    const commands = steps.filter(({ run }) => run !== undefined);
    const isLast = ({ if: when }: WorkflowStep) => when === 'always()';
    try {
      for (const step of commands.filter((each) => !isLast(each))) {
        said.push(await runStep(step));
        // Spares the sandbox its installation.
        if (step.run?.startsWith('git clone') === true) linkModules(join(folder, 'sandbox'));
      }
    } finally {
      for (const step of commands.filter(isLast)) said.push(await runStep(step));
    }
    expect(said.join('\n'))
      .to.match(/ pass 4\n/)
      .and.to.include('The sandbox is ready.');
    await eventually(async () => !isAlive(Number(kept['SANDBOX_PID'])), Boolean);
  });
});
