import { expect } from 'chai';
import { openAccess, type Access } from '../src/access/open-access.ts';
import { testStore, type TestStore } from '../../persistence/test/test-store.ts';

const AWA = { name: 'Awa', role: 'act', issuer: 'https://id.example', subject: '1' } as const;

describe('the console’s own records', () => {
  let test: TestStore;
  let access: Access;
  before(async () => {
    test = await testStore();
    access = openAccess(test.store, { idle: 30, absolute: 12 });
  });
  after(() => test.drop());

  it('believe a role for 15 minutes, and let one process alone ask the provider for 30 seconds', async () => {
    const secret = await access.sessions.begin(AWA, { address: '127.0.0.1', browser: 'a test' }, null);
    const pass = (seconds: number) =>
      test.sql(`update console.session set checked_at = checked_at - interval '${seconds} seconds',
        check_claimed_at = check_claimed_at - interval '${seconds} seconds'`);
    const isStale = async () => (await access.sessions.find(secret))?.isStale;
    await pass(14 * 60);
    expect(await isStale()).to.equal(false);
    await pass(60);
    expect(await isStale()).to.equal(true);
    const claim = () => access.sessions.claimCheck(secret);
    expect([await claim(), await claim()]).to.deep.equal([true, false]);
    await pass(20);
    expect(await claim()).to.equal(false);
    await pass(10);
    expect(await claim()).to.equal(true);
  });

  it('let another process record the end of a proposal after 30 seconds', async () => {
    const proposed = { action: 'payments-pause', subjectId: null, fields: {} };
    await access.proposals.add(proposed, AWA, 0);
    const ended = async (seconds: number) => {
      await test.sql(`update console.proposal set ended_at = ended_at - interval '${seconds} seconds'`);
      return (await access.proposals.claimEnded()).length;
    };
    expect([await ended(0), await ended(20), await ended(11)]).to.deep.equal([1, 0, 1]);
  });
});
