import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { apiWorld } from '../api/world.ts';

const COLLECTION = fileURLToPath(new URL('../../../../docs/insurance.postman_collection.json', import.meta.url));

const TOOLS = ['@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.3', 'newman@6'];

interface Failure {
  readonly stdout?: string;
  readonly stderr?: string;
}

describe('tools that callers use, installed outside this repository', function () {
  this.timeout(300_000);
  let folder: string;
  const run = async (program: string, ...words: readonly string[]): Promise<string> => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const running = promisify(execFile)(program, words, { cwd: folder, env });
    const { stdout, stderr } = await running.catch((failure: Failure) => {
      throw new Error(`${program} failed: ${failure.stdout ?? ''}${failure.stderr ?? ''}`);
    });
    return stdout + stderr;
  };
  const tool = (name: string): string => join(folder, 'node_modules/.bin', name);

  let world: Awaited<ReturnType<typeof apiWorld>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tools-'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    await run('npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', ...TOOLS);
    world = await apiWorld();
    const { body: document } = await world.get('/openapi.json');
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
    writeFileSync(join(folder, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  });
  after(async () => {
    await world?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  // Proves: document-lints
  it('find nothing to warn about in the OpenAPI document', async () => {
    expect(await run(tool('redocly'), 'lint', 'openapi.json', '--extends', 'recommended')).to.not.match(/warning/i);
    await run(tool('spectral'), 'lint', 'openapi.json', '--fail-severity', 'hint');
  });

  // Proves: postman-collection
  it('run the Postman collection in a new sandbox, from the first request to the last', async () => {
    const variables = ['--env-var', `base_url=${world.baseUrl}`, '--env-var', `api_key=${world.apiKey}`];
    const output = await run(tool('newman'), 'run', COLLECTION, ...variables, '--reporters', 'cli', '--color', 'off');
    expect(output)
      .to.contain('Get a contract’s receipt')
      .and.to.match(/statement of cancellation/);
  });
});
