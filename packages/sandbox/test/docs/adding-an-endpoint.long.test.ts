import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import ts from 'typescript';
import type * as Serving from '../../../http/test/serving.ts';
import { linkModules } from './link-modules.ts';
import { insertedIn, isAsSaid, stepsOf, type Step } from './steps.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const PAGE = readFileSync(new URL('../../../../docs/adding-an-endpoint.md', import.meta.url), 'utf8');
const STEPS = stepsOf(PAGE);
const CHANGED = [...new Set(STEPS.flatMap((step) => ('file' in step ? [step.file] : [])))];
/** Connects the service to the routes: does not compile if the service lacks a dependency of a route. */
const MEETING = 'packages/service/src/http/listener.ts';

const ROW = /^\| `(\S+\.test\.ts)` +\| (.+?) +\|/gm;

/** A copy of the repository that can be changed: its own packages link to each other, all others are shared. */
const ownCopy = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'copy-')));
  for (const name of ['README.md', 'docs', 'package.json', 'packages', 'tsconfig.base.json'])
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (source) => !['node_modules', 'dist'].includes(basename(source)),
    });
  linkModules(folder);
  return folder;
};

const complaintsAbout = (folder: string, files: readonly string[]): readonly string[] => {
  const read = ts.readConfigFile(join(folder, 'tsconfig.base.json'), (file) => ts.sys.readFile(file)) as {
    readonly config: { readonly compilerOptions: object };
  };
  const nothingWritten = { noEmit: true, composite: false, declaration: false, declarationMap: false };
  const given = { ...read.config.compilerOptions, ...nothingWritten, types: ['node'] };
  const program = ts.createProgram(
    files.map((file) => join(folder, file)),
    ts.convertCompilerOptionsFromJson(given, folder).options,
  );
  return files.flatMap((file) => {
    const source = program.getSourceFile(join(folder, file));
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
      ({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
};

const failingIn = async (folder: string, files: readonly string[]): Promise<readonly (readonly [string, string])[]> => {
  const program = join(folder, 'node_modules/mocha/bin/mocha.js');
  const mocha = [program, '--no-config', '--timeout', '30000', '--reporter', 'json'];
  const run = promisify(execFile)(process.execPath, [...mocha, ...files], { cwd: folder, maxBuffer: 2 ** 26 });
  // Mocha's exit code is the number of failures.
  const { stdout } = await run.catch((error: unknown) => error as { readonly stdout: string });
  const { failures } = JSON.parse(stdout) as {
    readonly failures: readonly { readonly file: string; readonly title: string }[];
  };
  return failures.map(({ file, title }) => [relative(folder, file), title]);
};

describe('a reader who follows the page about adding an endpoint', function () {
  this.timeout(60_000);
  let folder: string;
  before(() => {
    folder = ownCopy();
  });
  after(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

  const does = (step: Extract<Step, { does: 'save' | 'insert' }>): void => {
    const file = join(folder, step.file);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, step.does === 'save' ? step.lines : insertedIn(readFileSync(file, 'utf8'), step));
  };

  it('changes three places, and gets compiler errors until the last of them', () => {
    for (const step of STEPS)
      if (step.does === 'save' || step.does === 'insert') does(step);
      else {
        expect(step.does).to.equal('said');
        const said = complaintsAbout(folder, [MEETING]).join('\n');
        expect(isAsSaid(step.lines, said), `the compiler says\n${said}`).to.equal(true);
      }
    expect(STEPS.filter(({ does }) => does === 'said')).to.have.length(1);
    expect(complaintsAbout(folder, [...CHANGED, MEETING])).to.deep.equal([]);
  });

  it('gets 200, 404 and an entry in the OpenAPI document', async () => {
    const serving = join(folder, 'packages/http/test/serving.ts');
    const { servedInMemory } = (await import(serving)) as typeof Serving;
    const api = await servedInMemory();
    try {
      const { body } = await api.get('/coverage');
      const [coverage] = body as unknown as readonly { readonly id: string }[];
      const found = await api.get(`/coverage/${coverage?.id}`);
      expect([found.status, found.body]).to.deep.equal([200, coverage]);
      const missing = await api.get('/coverage/none');
      expect([missing.status, missing.body.code]).to.deep.equal([404, 'coverage_not_found']);
      const document = (await api.get('/openapi.json')).body;
      expect(document).to.have.nested.property('paths./coverage/{id}.get.operationId', 'getCoverage');
    } finally {
      await api.close();
    }
  });

  it('sees exactly the failing tests that the page lists for their files', async () => {
    const listed = [...PAGE.matchAll(ROW)].map(([, file = '', title = '']) => [file, title] as const);
    const failing = await failingIn(folder, [...new Set(listed.map(([file]) => file))]);
    const isListed = (failed: (typeof failing)[number]) =>
      listed.some(([file, title]) => file === failed[0] && isAsSaid(title, failed[1]));
    expect(failing.filter((one) => !isListed(one))).to.deep.equal([]);
    expect(failing).to.have.length(listed.length);
    expect(listed).to.have.length.of.at.least(4);
  });
});
