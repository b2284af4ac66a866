import { insuranceClient, isApiError } from '@vehicle-insurance/client';
import { expect } from 'chai';
import { apiWorld, eventually, type World } from '../api/world.ts';
import { queryAt } from '../processes/stored-laws.ts';

describe('a company that rotates its key with the typed client', function () {
  this.timeout(120_000);
  let world: World;
  before(async () => {
    world = await apiWorld();
  });
  after(() => world.stop());

  const clientOf = (apiKey: string | null) => insuranceClient({ baseUrl: world.baseUrl, apiKey: apiKey ?? '' });
  const columnsWith = async (text: string): Promise<readonly string[]> => {
    const query = queryAt(world.sandbox.database['DATABASE_URL'] ?? '');
    const tables = await query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const found: string[] = [];
    for (const { name } of tables)
      if ((await query(`select from ${name} row where strpos(row::text, '${text}') > 0`)).length > 0) found.push(name);
    return found;
  };

  // Proves: own-key-shown-once, revoking-reaches-processes
  it('uses the new key at once, loses the old one within five seconds, and finds neither in the database', async () => {
    const old = clientOf(world.apiKey);
    const options = { idempotencyKey: 'rotation-1' };
    const issued = await old.issueOwnKey({ label: 'rotated' }, options);
    const renewed = clientOf(issued.key);
    expect((await old.issueOwnKey({ label: 'rotated' }, options)).key).to.equal(null);
    const [newest, before] = (await renewed.listOwnKeys()).data;
    expect([newest?.id, newest?.label]).to.deep.equal([issued.id, 'rotated']);
    expect(await columnsWith(issued.prefix)).to.not.deep.equal([]);
    for (const secret of [issued.key ?? expect.fail(), world.apiKey])
      expect(await columnsWith(secret), 'tables that contain the key').to.deep.equal([]);

    await renewed.revokeOwnKey(before?.id ?? '');
    const began = performance.now();
    await eventually(
      () =>
        old.listOwnKeys().then(
          () => false,
          (error: unknown) => isApiError(error, 'unauthorized'),
        ),
      Boolean,
    );
    expect(performance.now() - began).to.be.lessThan(5_000);
    const refused = await renewed.revokeOwnKey(issued.id).catch((error: unknown) => error);
    expect(isApiError(refused, 'last_key')).to.equal(true);
  });
});
