import { expect } from 'chai';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import type * as Door from '../src/index.ts';
import { usualFacts } from './facts.ts';
import { textIn } from './reading.ts';

const SOURCES = fileURLToPath(new URL('../src', import.meta.url));
/** Below the workspace's libraries, so that what is made there finds them. */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url));

/** As `tsc` makes it, without the types. */
const compile = (from: string, to: string): void => {
  const compilerOptions = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2024,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  for (const file of readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))) {
    const made = join(to, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(made), { recursive: true });
    writeFileSync(made, ts.transpileModule(readFileSync(join(from, file), 'utf8'), { compilerOptions }).outputText);
  }
};

describe('the contract document as it is published', () => {
  let folder: string;

  before(() => {
    mkdirSync(CACHE, { recursive: true });
    folder = mkdtempSync(join(CACHE, 'contract-document-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    compile(SOURCES, folder);
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is drawn in its thread from JavaScript, too', async () => {
    const { pdfContractDocument } = (await import(pathToFileURL(join(folder, 'index.js')).href)) as typeof Door;
    const contracts = pdfContractDocument();
    const text = await textIn(await contracts.render(usualFacts));
    await contracts.close();
    expect(text).to.include('VI-7-2026-000042');
  });
});
