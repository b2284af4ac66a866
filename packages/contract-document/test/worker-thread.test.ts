import { expect } from 'chai';
import { mock } from 'node:test';
import { workerThread, type WorkerThread } from '../src/thread/worker-thread.ts';
import type { MoodyRequest } from './moody-thread.ts';

const TIMEOUT = 60_000;

const failureOf = async (promise: Promise<unknown>): Promise<Error> =>
  promise.then(
    () => expect.fail('it should have failed'),
    (error: Error) => error,
  );

const moody = (file = './moody-thread.ts'): WorkerThread<MoodyRequest, string> =>
  workerThread(new URL(file, import.meta.url), 'moody', TIMEOUT);

describe('a worker thread', () => {
  let thread: WorkerThread<MoodyRequest, string>;
  before(() => {
    thread = moody();
  });
  after(() => thread.close());

  it('gives each request its own response, even if they finish in another order', async () => {
    const ready: string[] = [];
    const ask = async (input: MoodyRequest): Promise<string> => {
      const answer = await thread.request(input);
      ready.push(answer);
      return answer;
    };
    const answers = await Promise.all([ask({ sayLater: 'the first' }), ask({ say: 'the second' })]);
    expect(answers).to.deep.equal(['moody: the first', 'moody: the second']);
    expect(ready).to.deep.equal(['moody: the second', 'moody: the first']);
  });

  it('returns an error only to its own caller', async () => {
    const failing = failureOf(thread.request({ fail: 'no such font' }));
    const answered = thread.request({ say: 'the other' });
    expect((await failing).message).to.equal('no such font');
    expect(await answered).to.equal('moody: the other');
  });

  const deaths: Readonly<Record<string, MoodyRequest>> = {
    exits: { exit: 7 },
    'throws an uncaught error': { crash: 'out of the blue' },
    'returns a value that cannot be copied': { sayUnspeakable: true },
  };
  for (const [how, death] of Object.entries(deaths))
    it(`fails every open request when it ${how}, and answers the next request`, async () => {
      expect(await thread.request({ say: 'alive' })).to.equal('moody: alive');
      const [killer, bystander] = [thread.request(death), thread.request({ sayLater: 'never' })].map(failureOf);
      expect((await killer)?.message).to.include('before it answered');
      if ('crash' in death) expect((await killer)?.cause).to.have.property('message', death.crash);
      expect((await bystander)?.message).to.include('before it answered');
      expect(await thread.request({ say: 'the next' })).to.equal('moody: the next');
    });

  it('fails a request that cannot be copied, and answers the next', async () => {
    const uncopied = { say: (() => undefined) as unknown as string };
    expect((await failureOf(thread.request(uncopied))).name).to.equal('DataCloneError');
    expect(await thread.request({ say: 'the next' })).to.equal('moody: the next');
  });

  it('fails every request if its file cannot be run', async () => {
    const missing = moody('./no-such-thread.ts');
    missing.start();
    for (const request of ['first', 'second'])
      expect((await failureOf(missing.request({ say: request }))).cause)
        .to.have.property('message')
        .that.includes('no-such-thread.ts');
  });

  // Proves: drawing-blocks-nobody
  it('is ended when it hangs, which fails every open request, and answers the next request', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const before = thread.request({ say: 'before it hangs' });
      const hanging = [thread.request({ hang: true }), thread.request({ say: 'never' })].map(failureOf);
      expect(await before).to.equal('moody: before it hangs');
      // A further request does not restart the timeout.
      mock.timers.tick(TIMEOUT - 1);
      hanging.push(failureOf(thread.request({ say: 'nor this' })));
      mock.timers.tick(1);
      for (const { message, cause } of await Promise.all(hanging)) {
        expect(message).to.include('a new thread starts');
        expect(cause).to.have.property('message').that.includes('had not answered');
      }
    } finally {
      mock.timers.reset();
    }
    expect(await thread.request({ say: 'the next' })).to.equal('moody: the next');
  });

  it('fails its open requests when it is closed, even before it has run, and answers nothing afterwards', async () => {
    const waiting = failureOf(thread.request({ sayLater: 'never' }));
    for (const each of [thread, moody()]) {
      await each.close();
      expect((await failureOf(each.request({ say: 'anything' }))).message).to.include('was closed');
      await each.close();
    }
    expect((await waiting).message).to.include('before it answered');
  });
});
