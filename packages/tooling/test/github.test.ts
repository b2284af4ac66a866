import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
}).split('\n');

const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Dependabot's ecosystems, and the manifests each one reads. */
const ECOSYSTEMS: Readonly<Record<string, RegExp>> = {
  npm: /^package\.json$/,
  docker: /^(?:.*[.-])?Dockerfile(?:[.-].*)?$|^Containerfile$/,
  'docker-compose': /^(?:docker-)?compose(?:[.-].*)?\.ya?ml$/,
  // Any YAML file in these folders.
  'github-actions': /^\.github\/(?:workflows|actions)\/.*\.ya?ml$/,
  gitsubmodule: /^\.gitmodules$/,
  devcontainers: /^\.?devcontainer\.json$/,
  terraform: /\.tf$/,
};

const isManifest = (ecosystem: string, file: string): boolean =>
  ECOSYSTEMS[ecosystem]?.test(ecosystem === 'github-actions' ? file : file.slice(file.lastIndexOf('/') + 1)) ?? false;

interface Update {
  readonly 'package-ecosystem': string;
  readonly directory?: string;
  readonly directories?: readonly string[];
}

describe('the repository on GitHub', () => {
  const { updates } = parse(textOf('.github/dependabot.yml')) as { readonly updates: readonly Update[] };
  const workflows = tracked.filter((file) => isManifest('github-actions', file));
  const { workspaces } = JSON.parse(textOf('package.json')) as { readonly workspaces: readonly string[] };

  /** npm updates workspaces from the root, and all actions are at the root. */
  const folderOf = (ecosystem: string, file: string): string => {
    const folder = dirname(file);
    const isOfRoot = ecosystem === 'npm' && workspaces.some((pattern) => matchesGlob(folder, pattern));
    return ecosystem === 'github-actions' || isOfRoot || folder === '.' ? '/' : `/${folder}`;
  };

  // Proves: actions-pinned
  it('pins every action by commit SHA, with its version in a comment', () => {
    expect(workflows).to.include('.github/workflows/ci.yml');
    for (const file of workflows) {
      const lines = textOf(file).split('\n');
      const uses = lines.filter((line) => /^\s*(?:-\s*)?['"]?uses['"]?\s*:/.test(line));
      const steps = JSON.stringify(parse(textOf(file))).match(/"uses":/g) ?? [];
      expect(uses, `${file}: one \`uses\` a line`).to.have.length(steps.length);
      for (const line of uses)
        expect(line, file).to.match(
          /uses: (?:\.\/\S+|docker:\/\/\S+@sha256:[\da-f]{64}|[\w.-]+\/[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+)$/,
        );
    }
  });

  // Proves: dependencies-watched
  it('configures Dependabot for every manifest', () => {
    const watched = updates.flatMap(({ 'package-ecosystem': ecosystem, directory, directories = [] }) =>
      [...(directory === undefined ? [] : [directory]), ...directories].map((folder) => `${ecosystem} ${folder}`),
    );
    const wanted = Object.keys(ECOSYSTEMS).flatMap((ecosystem) =>
      tracked.filter((file) => isManifest(ecosystem, file)).map((file) => `${ecosystem} ${folderOf(ecosystem, file)}`),
    );
    expect(watched).to.have.members([...new Set(wanted)]);
    expect(watched).to.include.members(['npm /', 'docker /docker', 'docker-compose /docker', 'github-actions /']);
  });

  // Proves: dependencies-watched
  it('is audited for known vulnerabilities every day and in every pull request', () => {
    const looking = workflows.filter((file) => /npm audit [^\n]*--audit-level=high/.test(textOf(file)));
    expect(looking).to.have.length(1);
    const { on } = parse(textOf(looking[0] ?? '')) as { on: Readonly<Record<string, unknown>> };
    expect(on).to.include.keys('schedule', 'pull_request');
  });
});
