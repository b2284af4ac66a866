// `npm run test:spread`: runs on databases that are distributed over a Citus cluster what must hold there as well as on
// one server, and what is true of such databases alone.
import { spawn } from 'node:child_process';
import process from 'node:process';

const SPECS = ['packages/testkit/test/test-database.int.test.ts', 'packages/persistence/test/**/*.spread.ts'];

const MISSING = `Skipped: no tests ran on a distributed database, since there is no cluster. Set TEST_CITUS_URL to the address of a
Citus coordinator with two workers, in a database in which the extension knows all three (citus_add_node); its user
creates databases on every node.`;

if (!process.env.TEST_CITUS_URL) console.error(MISSING);
else
  spawn('mocha', ['--jobs', '1', ...SPECS, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, TEST_SPREAD: 'yes' },
  }).on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
