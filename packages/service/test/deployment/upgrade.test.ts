import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { composeFile, DOCKER, textOf } from './compose-file.ts';
import { ofKind } from './kubernetes-files.ts';

/** Records its words. Fails if they contain FAILING; a Job of that name fails, and every other one is complete. */
const FAKE = `#!/bin/sh
printf '%s\\n' "$*" >>"$CALLS"
[ -n "$FAILING" ] && case "$*" in
  *"get job/$FAILING"*) echo Failed; exit ;;
  *"$FAILING"*) [ "\${FAILING#backup-}" = "$FAILING" ] && echo 'the program failed' >&2 && exit 1 ;;
esac
case "$*" in
  *' ps --quiet courier' | *' ps --quiet backup') ;;
  *' ps --quiet api') echo one; echo two ;;
  *' ps --quiet '*) echo one ;;
  *' get job/'*) echo 'SuccessCriteriaMet Complete' ;;
esac
`;

describe('the upgrade', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
    for (const program of ['docker', 'kubectl']) {
      writeFileSync(join(folder, program), FAKE);
      chmodSync(join(folder, program), 0o755);
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const upgrade = (where: string, failing = '') => {
    const calls = join(folder, 'calls');
    writeFileSync(calls, '');
    const env = { PATH: `${folder}:/usr/bin:/bin`, CALLS: calls, FAILING: failing };
    const { status, stderr } = spawnSync('/bin/sh', [join(DOCKER, 'upgrade.sh'), where], { encoding: 'utf8', env });
    const called = readFileSync(calls, 'utf8').trim().split('\n');
    return { status, lines: stderr.trim().split('\n'), called };
  };
  /** The calls without the words that all of them begin with, and without those that only read. */
  const changes = (called: readonly string[]): readonly string[] =>
    called
      .map((call) => call.replace(/^(compose --file \S+( --profile courier)?|--namespace=\S+) /, ''))
      .filter((call) => !/^(ps|get|kustomize) /.test(call));

  it('of the containers backs up, migrates and replaces the running processes in this order', () => {
    const { status, lines, called } = upgrade('compose');
    expect(lines.at(-1)).to.equal('The upgrade is complete.');
    expect(status).to.equal(0);
    const up = 'up --detach --no-deps --no-build --wait --scale';
    expect(changes(called).map((call) => call.replace(/ --eval .*/, ''))).to.deep.equal([
      ...['build', 'run --rm backup make', 'run --rm migrate'],
      ...[
        `${up} api=2 api`,
        `${up} worker=1 worker`,
        `${up} console=1 console`,
        `${up} proxy=1 proxy`,
        `${up} backup=1 backup`,
      ],
      'exec -T api node',
    ]);
    const { services } = composeFile('compose.production.yaml');
    for (const name of ['api', 'worker', 'console', 'courier', 'proxy', 'backup', 'migrate'])
      expect(services).to.have.property(name);
  });

  it('of the cluster backs up, migrates and replaces the deployments in this order', () => {
    const { status, lines, called } = upgrade('kubernetes');
    expect(lines.at(-1)).to.equal('The upgrade is complete.');
    expect(status).to.equal(0);
    const applied = (selector: string) => `apply --server-side --selector=${selector} --filename=-`;
    const replaced = (name: string) => [
      applied(`app.kubernetes.io/component=${name}`),
      `rollout status deployment/${name} --timeout=10m`,
    ];
    const roles = ['api', 'worker', 'console', 'courier'];
    expect(changes(called).map((call) => call.replace(/ --eval .*/, '').replace(/\d{14}/, 'NOW'))).to.deep.equal([
      ...['create job backup-NOW --from=cronjob/backup', 'delete job migrate --ignore-not-found'],
      ...[applied(`app.kubernetes.io/component notin (${roles.join(',')})`), ...roles.flatMap(replaced)],
      'exec deployment/api -- node',
    ]);
    expect(ofKind('Deployment').map(({ metadata }) => metadata.name)).to.have.members(roles);
  });

  it('of the cluster waits for the backup until the Job’s own deadline', () => {
    const [, minutes = ''] = /finish "\$backup" (\d+)$/m.exec(textOf('upgrade.sh')) ?? [];
    const { spec } = ofKind('CronJob')[0]?.spec['jobTemplate'] as { spec: { activeDeadlineSeconds: number } };
    expect(Number(minutes) * 60).to.be.greaterThan(spec.activeDeadlineSeconds);
  });

  for (const [where, failing, sentence, changed] of [
    ['compose', 'run --rm backup make', /^The backup failed\. Nothing has changed: /, 2],
    ['compose', 'run --rm migrate', /^The migration failed\. The previous version keeps running; /, 3],
    [
      'compose',
      'ps --quiet api',
      /^The processes of api could not be listed\. The previous version keeps running; /,
      3,
    ],
    ['compose', 'worker=1', /^worker did not become healthy\. Read its log: .* logs worker\. To go back, /, 5],
    ['kubernetes', 'backup-', /^The backup failed\. Nothing has changed: /, 2],
    ['kubernetes', 'migrate', /^The previous migration could not be removed\. Nothing has changed: /, 2],
    ['kubernetes', 'status deployment/worker', /^worker did not become ready\. .* rollout undo deployment\/worker$/, 7],
  ] as const)
    it(`with ${where} stops at the first failure (${failing}) and explains what to do in one sentence`, () => {
      const { status, lines, called } = upgrade(where, failing);
      expect(status).to.equal(1);
      expect(lines.at(-1)).to.match(sentence);
      expect(changes(called)).to.have.length(changed);
    });
});
