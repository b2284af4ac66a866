import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { NODE_COMPILE_CACHE } from './compile-cache.ts';
import { useFolderWorld } from './folder-world.ts';
import { sandboxIn, STOPPED } from './service-process.ts';

const OPERATOR = fileURLToPath(new URL('../../src/operator.ts', import.meta.url));

/** Variables of other projects in a developer's shell: each of these stopped a start, or led it elsewhere. */
const OF_OTHERS = {
  ...{ MIKRO_ORM_DB_NAME: 'shop', MIKRO_ORM_HOST: '192.0.2.1', MIKRO_ORM_PORT: '1', MIKRO_ORM_USER: 'shop' },
  ...{ MIKRO_ORM_PASSWORD: 'shop', MIKRO_ORM_SCHEMA: 'shop', MIKRO_ORM_MIGRATIONS_TABLE_NAME: 'shop' },
  ...{ MIKRO_ORM_CLIENT_URL: 'postgres://192.0.2.1/shop', MIKRO_ORM_ENTITIES: './shop/*.js' },
  ...{ PGHOST: '192.0.2.1', PGPORT: '1', PGUSER: 'shop', PGPASSWORD: 'shop', PGDATABASE: 'shop', PGDATA: '/nowhere' },
  ...{ PGSSLMODE: 'require', PGSSLNEGOTIATION: 'direct', PGOPTIONS: '-c search_path=shop', PGCLIENTENCODING: 'LATIN1' },
  ...{ PGDATESTYLE: 'German', PGTZ: 'Asia/Tokyo', PGREPLICATION: 'database', PGBINARY: '1', PGCONNECT_TIMEOUT: '1' },
  ...{ NODE_PG_FORCE_NATIVE: '1', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
};

describe('variables of libraries in the shell', function () {
  this.timeout(120_000);
  const { dataDir, start } = useFolderWorld({ hasOwnDatabase: true });

  it('change nothing about how a sandbox starts, answers, obeys its operator and stops', async () => {
    const { child, ended } = await start(OF_OTHERS);
    const { baseUrl, apiKey } = sandboxIn(dataDir);
    const answer = await fetch(`${baseUrl}/api/v1.0/coverage`, { headers: { 'x-api-key': apiKey } });
    expect(answer.status).to.equal(200);
    const companies = await new Promise<string>((resolve, reject) => {
      const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...OF_OTHERS, DATA_DIR: dataDir };
      execFile(process.execPath, [OPERATOR, 'company', 'list'], { env }, (error, out, said) =>
        error ? reject(new Error(said)) : resolve(out),
      );
    });
    expect(companies).to.include('bac à sable');
    child.kill('SIGINT');
    expect(await ended).to.deep.equal(STOPPED);
  });
});
