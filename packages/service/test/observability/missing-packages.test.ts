import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';

const PACKAGE = join(import.meta.dirname, '../..');

/** Loaded first: afterwards, Node finds no package of OpenTelemetry, as if none were installed. */
const WITHOUT_TRACES = `data:text/javascript,import{registerHooks}from"node:module";registerHooks({resolve:(name,context,next)=>next(name.startsWith("@opentelemetry/")?"not-installed":name,context)})`;

describe('a service without the packages for traces', () => {
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), 'no-traces-'))));
  after(() => rmSync(folder, { recursive: true }));

  it('names every package to install, in one line, if it has a collector', () => {
    const { peerDependencies } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as {
      readonly peerDependencies: Readonly<Record<string, string>>;
    };
    const { status, stderr } = spawnSync(process.execPath, ['--import', WITHOUT_TRACES, 'src/main.ts'], {
      cwd: PACKAGE,
      encoding: 'utf8',
      env: {
        ...{ ENVIRONMENT: 'sandbox', DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0' },
        // It ends before it needs the database.
        DATABASE_URL: 'postgres://service:secret@127.0.0.1:9/insurance',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      },
    });
    expect(stderr).to.equal(
      `The service cannot start: Traces require packages that are not installed. Run "npm install ${Object.keys(peerDependencies).join(' ')}", or "npm ci" in a clone of the project; or remove OTEL_EXPORTER_OTLP_ENDPOINT.\n`,
    );
    expect(status).to.equal(1);
  });
});
