import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { useFolderWorld } from '../processes/folder-world.ts';
import { spawnService } from '../processes/service-process.ts';

/** The files in a sandbox's folder, and the one line that reports them. */
const DAMAGES: Readonly<Record<string, readonly [Readonly<Record<string, string>>, RegExp]>> = {
  'its secrets are damaged': [
    { 'secrets.json': '{"linkSecret": "sandb' },
    /^The service cannot start: .*secrets\.json is damaged\. Remove it and start again: [^\n]+\.$/,
  ],
  'its database is damaged': [
    { 'database/password': 'password', 'database/data/PG_VERSION': '18' },
    /^The service cannot start: The database in .* does not start: [^\n]+\. Put the folder back from a backup, or remove it [^\n]+\.$/,
  ],
  'its database has lost its password': [
    { 'database/data/PG_VERSION': '18' },
    /^The service cannot start: The database in .* has lost its password\. Put the folder back from a backup, or remove it [^\n]+\.$/,
  ],
  'its database has an empty password, as after a power cut': [
    { 'database/password': '', 'database/data/PG_VERSION': '18' },
    /^The service cannot start: The database in .* has lost its password\. Put the folder back from a backup, or remove it [^\n]+\.$/,
  ],
};

describe('a sandbox with damaged data', function () {
  this.timeout(180_000);
  const { dataDir } = useFolderWorld({ hasOwnDatabase: true });

  // Proves: damaged-sandbox
  it('does not start, and reports in one line what to do', async () => {
    const attempts = Object.entries(DAMAGES).map(([why, [files, line]]) => {
      const folder = join(dataDir, why.replaceAll(' ', '-'));
      for (const [file, content] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), content);
      }
      return { why, line, service: spawnService({ DATA_DIR: folder }) };
    });
    for (const { why, line, service } of attempts) {
      expect(await service.ended, why).to.deep.equal({ code: 1, signal: null });
      expect(service.said().error.trim(), why).to.match(line);
      expect(service.said().out, why).to.equal('');
    }
  });
});
