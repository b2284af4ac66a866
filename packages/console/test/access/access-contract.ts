import { expect } from 'chai';
import type { Access } from '../../src/access/open-access.ts';
import type { SignedIn } from '../../src/access/person.ts';

export interface AccessBench {
  readonly access: Access;
  readonly passRealTime: (seconds: number) => Promise<void>;
}

export const ENDS = { idle: 30, absolute: 12 };
const [MINUTE, HOUR] = [60, 3_600];

const AWA: SignedIn = { name: 'Awa', role: 'act', issuer: null, subject: null };
const ACCOUNT: SignedIn = { name: 'awa', role: 'act', issuer: 'https://id.example', subject: 'u-1' };
const DESK = { address: '192.0.2.1', browser: 'Firefox' };
const KOFFI = { name: 'Koffi', issuer: null, subject: null };

export const consoleAccessContract = (store: string, open: () => Promise<AccessBench>): Mocha.Suite =>
  describe(`the console’s records in ${store}:`, function () {
    this.timeout(60_000);
    let access: Access;
    let pass: AccessBench['passRealTime'];

    beforeEach(async () => {
      ({ access, passRealTime: pass } = await open());
    });
    const begin = (person = AWA, grant: string | null = null) => access.sessions.begin(person, DESK, grant);
    const isIn = async (secret: string) => (await access.sessions.find(secret)) !== undefined;
    const propose = async (subjectId: string, minutes = 60) => {
      const fields = { why: 'panne' };
      await access.proposals.add({ action: 'payment close', subjectId, fields }, AWA, minutes);
      const all = await access.proposals.list();
      return all.find((each) => each.subjectId === subjectId)?.id ?? '';
    };

    // Proves: console-link-once
    it('a sign-in link is redeemed by exactly one of eight concurrent callers', async () => {
      const secret = await access.links.make({ name: ' A\u200bwa ', role: 'look' }, 15);
      const people = await Promise.all(Array.from({ length: 8 }, () => access.links.redeem(secret)));
      expect(people.filter(Boolean)).to.deep.equal([{ name: 'Awa', role: 'look', issuer: null, subject: null }]);
      expect(await access.links.redeem(secret)).to.equal(undefined);
    });

    it('a sign-in link expires exactly after its minutes', async () => {
      const [early, late] = [await access.links.make(AWA, 15), await access.links.make(AWA, 15)];
      await pass(14 * MINUTE);
      expect(await access.links.redeem(early)).to.include({ name: 'Awa' });
      await pass(2 * MINUTE);
      expect(await access.links.redeem(late)).to.equal(undefined);
    });

    it('revoking removes the links of every spelling of a name, and of no other name', async () => {
      const [own, other] = [
        await access.links.make({ ...AWA, name: 'Ama Kone' }, 15),
        await access.links.make(AWA, 15),
      ];
      await access.links.make({ ...AWA, name: 'AMA KONE' }, 15);
      expect(await access.links.revoke('ama  kone')).to.equal(2);
      expect(await access.links.redeem(own)).to.equal(undefined);
      expect(await access.links.redeem(other)).to.include({ name: 'Awa' });
    });

    it('a session ends after 30 minutes without use, and only use restarts them', async () => {
      const [used, found] = [await begin(), await begin()];
      await pass(29 * MINUTE);
      expect(await access.sessions.use(used)).to.include({ name: 'Awa', role: 'act', isStale: false, grant: null });
      expect(await isIn(found)).to.equal(true);
      await pass(2 * MINUTE);
      expect([await isIn(used), await isIn(found)]).to.deep.equal([true, false]);
      expect(await access.sessions.use(found)).to.equal(undefined);
      await pass(29 * MINUTE);
      expect(await access.sessions.list()).to.deep.equal([]);
    });

    it('a session ends 12 hours after the sign-in, however often it is used', async () => {
      const secret = await begin();
      for (let hours = 0; hours < 12; hours += 0.4) {
        expect(await access.sessions.use(secret), `after ${hours} hours`).to.not.equal(undefined);
        await pass(0.4 * HOUR);
      }
      expect(await access.sessions.use(secret)).to.equal(undefined);
      expect(await access.sessions.list()).to.deep.equal([]);
    });

    it('open sessions are listed with person and place, most recently used first', async () => {
      const first = await begin();
      await pass(1);
      await begin(ACCOUNT);
      await pass(1);
      await access.sessions.use(first);
      const all = await access.sessions.list();
      expect(all.map(({ id: _, since: __, lastSeen: ___, ...session }) => session)).to.deep.equal([
        { ...AWA, ...DESK },
        { ...ACCOUNT, ...DESK },
      ]);
      expect(all[0]?.since).to.match(/^\d{4}-.*Z$/);
    });

    it('signing out ends every session of an account under any name, and of no other person', async () => {
      const [one, renamed] = [await begin(ACCOUNT), await begin({ ...ACCOUNT, name: 'awa.kone' })];
      const others = [await begin({ ...ACCOUNT, subject: 'u-2' }), await begin({ ...AWA, name: 'awa' })];
      await access.sessions.endAllOf({ ...ACCOUNT, name: 'another' });
      expect(await Promise.all([one, renamed, ...others].map(isIn))).to.deep.equal([false, false, true, true]);
      await access.sessions.endAllOf({ ...AWA, name: 'AWA' });
      expect(await Promise.all(others.map(isIn))).to.deep.equal([true, false]);
    });

    // Proves: console-session-ended
    it('ending a listed session has an effect only once and records person, author and reason', async () => {
      const [secret, other] = [await begin(ACCOUNT), await begin()];
      const id = (await access.sessions.list()).find(({ subject }) => subject === 'u-1')?.id ?? '';
      const end = { by: KOFFI, why: 'a quitté la société' };
      expect(await access.sessions.end(['no such session', ''], end)).to.deep.equal([]);
      const ended = await Promise.all([access.sessions.end([id], end), access.sessions.end([id], end)]);
      expect(ended.flat().map(({ name }) => name)).to.deep.equal(['awa']);
      expect([await isIn(secret), await isIn(other)]).to.deep.equal([false, true]);
      const [line, ...more] = await access.history.latest(10);
      expect(more).to.deep.equal([]);
      expect(line).to.deep.include({ what: 'session', id, done: 'ended', by: KOFFI });
      expect(line?.about).to.include({ ...ACCOUNT, why: 'a quitté la société' });
    });

    // Proves: console-role-checked
    it('the role of an account is checked after 15 minutes, and that of a link never', async () => {
      const [account, link] = [await begin(ACCOUNT, 'a token'), await begin()];
      const stale = async () => [
        (await access.sessions.use(account))?.isStale,
        (await access.sessions.use(link))?.isStale,
      ];
      await pass(14 * MINUTE);
      expect(await stale()).to.deep.equal([false, false]);
      expect(await access.sessions.claimCheck(account)).to.equal(false);
      await pass(2 * MINUTE);
      expect(await stale()).to.deep.equal([true, false]);
      await access.sessions.confirm(account, 'look');
      const confirmed = { role: 'look', grant: 'a token', isStale: false, isTooStale: false };
      expect(await access.sessions.find(account)).to.deep.equal({ ...ACCOUNT, ...confirmed });
      await pass(14 * MINUTE);
      expect(await stale()).to.deep.equal([false, false]);
    });

    // Proves: console-role-checked
    it('a role that cannot be confirmed still allows viewing pages for one hour', async () => {
      const account = await begin(ACCOUNT, 'a token');
      const tooStale = async () => (await access.sessions.use(account))?.isTooStale;
      for (const minutes of [20, 20, 19]) {
        await pass(minutes * MINUTE);
        expect(await tooStale()).to.equal(false);
      }
      await pass(2 * MINUTE);
      expect(await tooStale()).to.equal(true);
    });

    it('only one process checks a role, and another process may 30 seconds later', async () => {
      const secret = await begin(ACCOUNT, 'a token');
      await pass(16 * MINUTE);
      const claims = () => Promise.all([1, 2, 3].map(() => access.sessions.claimCheck(secret)));
      expect((await claims()).toSorted()).to.deep.equal([false, false, true]);
      await pass(28);
      expect(await claims()).to.deep.equal([false, false, false]);
      await pass(4);
      expect((await claims()).toSorted()).to.deep.equal([false, false, true]);
      await access.sessions.keepGrant(secret, 'the next token');
      expect((await access.sessions.find(secret))?.grant).to.equal('the next token');
    });

    it('the removal of a role is recorded as the end of a session, but a dropped session is not', async () => {
      const [removed, dropped] = [await begin(ACCOUNT), await begin({ ...ACCOUNT, subject: 'u-2' })];
      await access.sessions.drop(dropped);
      await access.sessions.endWithoutRole(removed);
      expect([await isIn(removed), await isIn(dropped)]).to.deep.equal([false, false]);
      const [line, ...more] = await access.history.latest(10);
      expect(more).to.deep.equal([]);
      expect(line).to.deep.include({ what: 'session', done: 'role_removed', by: null });
      expect(line?.about).to.include({ name: 'awa', subject: 'u-1' }).and.not.to.have.property('why');
    });

    // Proves: console-two-people
    it('a proposal is given to one of several concurrent confirmations', async () => {
      const [first, id] = [await propose('p-1'), await propose('p-2')];
      expect((await access.proposals.list()).map((each) => each.id)).to.deep.equal([first, id]);
      const taken = await Promise.all(Array.from({ length: 6 }, () => access.proposals.take(id)));
      expect(taken.filter(Boolean).map((each) => each?.subjectId)).to.deep.equal(['p-2']);
      expect(taken.find(Boolean)).to.deep.include({ fields: { why: 'panne' }, proposedBy: 'Awa', isOver: false });
      expect(await access.proposals.take('not an id')).to.equal(undefined);
      expect((await access.proposals.list()).map((each) => each.id)).to.deep.equal([first]);
    });

    it('a proposal cannot be confirmed after its minutes or its withdrawal', async () => {
      const [late, early, withdrawn] = [await propose('late', 60), await propose('early', 60), await propose('w', 60)];
      expect(await access.proposals.withdraw(withdrawn, KOFFI)).to.equal(true);
      expect(await access.proposals.withdraw(withdrawn, KOFFI)).to.equal(false);
      expect(await access.proposals.take(withdrawn)).to.equal(undefined);
      await pass(59 * MINUTE);
      expect(await access.proposals.take(early)).to.include({ subjectId: 'early' });
      await pass(2 * MINUTE);
      expect(await access.proposals.take(late)).to.equal(undefined);
      expect(await access.proposals.withdraw(late, KOFFI)).to.equal(false);
      expect((await access.proposals.list()).map(({ id, isOver }) => [id, isOver])).to.deep.equal([[late, true]]);
    });

    // Proves: console-two-people
    it('an ended proposal is given to one process to record, and to another process after 30 seconds', async () => {
      const [open, expired, withdrawn] = [await propose('open', 120), await propose('late'), await propose('w')];
      expect(await access.proposals.claimEnded()).to.deep.equal([]);
      await access.proposals.withdraw(withdrawn, KOFFI);
      const [first, ...none] = await access.proposals.claimEnded();
      expect(none).to.deep.equal([]);
      expect(first).to.deep.include({ id: withdrawn, ended: 'withdrawn', endedBy: KOFFI });
      await pass(28);
      expect(await access.proposals.claimEnded()).to.deep.equal([]);
      await pass(4);
      const [again] = await access.proposals.claimEnded();
      expect(again).to.deep.include({ id: withdrawn, ended: 'withdrawn' });
      if (again) await access.proposals.markRecorded(again);
      await pass(HOUR);
      const claimed = await Promise.all([access.proposals.claimEnded(), access.proposals.claimEnded()]);
      expect(claimed.flat().map(({ id, ended, endedBy }) => [id, ended, endedBy])).to.deep.equal([
        [expired, 'expired', null],
      ]);
      // An expired proposal stays on the list until it is recorded and dismissed.
      expect(await access.proposals.dismiss(expired)).to.equal(false);
      for (const each of claimed.flat()) await access.proposals.markRecorded(each);
      await pass(MINUTE);
      expect(await access.proposals.claimEnded()).to.deep.equal([]);
      expect((await access.proposals.list()).map(({ id }) => id)).to.deep.equal([open, expired]);
      expect(await access.proposals.dismiss(expired)).to.equal(true);
      expect(await access.proposals.dismiss(open)).to.equal(false);
      expect((await access.proposals.list()).map(({ id }) => id)).to.deep.equal([open]);
    });

    it('each end of a proposal is recorded once, and the latest lines are read first', async () => {
      const proposal = { action: 'payment pause', fields: {}, proposer: KOFFI, end: 'expired' } as const;
      const ids = ['0198f3a2-0000-7000-8000-000000000001', '0198f3a2-0000-7000-8000-000000000002'] as const;
      for (const id of [...ids, ...ids]) await access.history.addProposal({ ...proposal, id, by: undefined });
      await access.history.addProposal({ ...proposal, id: ids[0], end: 'withdrawn', by: KOFFI });
      const lines = await access.history.latest(10);
      expect(lines.map(({ id, done, by }) => [id, done, by])).to.deep.equal([
        [ids[0], 'withdrawn', KOFFI],
        [ids[1], 'expired', null],
        [ids[0], 'expired', null],
      ]);
      expect(lines[0]?.about).to.deep.include({ action: 'payment pause', proposer: KOFFI });
      expect(await access.history.latest(1)).to.deep.equal(lines.slice(0, 1));
    });
  });
