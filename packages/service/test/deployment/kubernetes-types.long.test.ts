import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { manifests } from './kubernetes-files.ts';

const TSC = join(import.meta.dirname, '../../../../node_modules/typescript-native/bin/tsc');
/** The types of Kubernetes' own API. They reject names that do not exist and values of another type. */
const TYPES = 'kubernetes-types@1.30.0';

/** `networking.k8s.io/v1` is the module `networking/v1`, and `v1` is `core/v1`. */
const moduleOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? apiVersion.replace(/\.k8s\.io/, '') : `core/${apiVersion}`;

describe('the Kubernetes manifests and the types of Kubernetes', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubernetes-types-'));
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const npm = spawnSync('npm', ['install', TYPES, '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' });
    expect(npm.status, npm.stderr).to.equal(0);
  });
  after(() => rmSync(folder, { recursive: true }));

  const complaints = (objects: readonly object[]): string => {
    const lines = objects.map((object, at) => {
      const { apiVersion, kind } = object as { readonly apiVersion: string; readonly kind: string };
      return `export const manifest${at}: import('kubernetes-types/${moduleOf(apiVersion)}').${kind} = ${JSON.stringify(object, null, 1)};`;
    });
    writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
    const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--types', ''];
    return spawnSync(process.execPath, [TSC, ...options, 'manifests.ts'], { cwd: folder, encoding: 'utf8' }).stdout;
  };

  it('agree', () => {
    expect(complaints(manifests)).to.equal('');
  });

  it('disagree about a misspelt name and a value of another type', () => {
    const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'a' } };
    expect(complaints([{ ...policy, spec: { podSelector: {}, policyType: [] } }])).to.match(/policyType/);
    expect(complaints([{ ...policy, spec: { podSelector: {}, policyTypes: 'Egress' } }])).to.match(/not assignable/);
  });
});
