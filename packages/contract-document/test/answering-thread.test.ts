import { expect } from 'chai';
import { answeringThread, type AnsweringThread } from '../src/thread/answering-thread.ts';
import { failureOf } from './failure.ts';
import type { Asked } from './moody-thread.ts';

/** Longer than any of these tests takes. */
const TIMEOUT = 60_000;

describe('a thread that answers questions', () => {
  let thread: AnsweringThread<Asked, string>;

  beforeEach(() => {
    thread = answeringThread(new URL('./moody-thread.ts', import.meta.url), 'moody', TIMEOUT);
  });

  afterEach(() => thread.close());

  it('gives each its own answer, whichever is ready first', async () => {
    const ready: string[] = [];
    const ask = async (asked: Asked): Promise<string> => {
      const answer = await thread.ask(asked);
      ready.push(answer);
      return answer;
    };
    const answers = await Promise.all([ask({ sayLater: 'the first' }), ask({ say: 'the second' })]);
    expect(answers).to.deep.equal(['moody: the first', 'moody: the second']);
    expect(ready).to.deep.equal(['moody: the second', 'moody: the first']);
  });

  it('passes an error on to the caller that asked, and to no other', async () => {
    const failing = failureOf(thread.ask({ fail: 'no such font' }));
    const answered = thread.ask({ say: 'the other' });
    expect((await failing).message).to.equal('no such font');
    expect(await answered).to.equal('moody: the other');
  });

  const deaths: Readonly<Record<string, Asked>> = {
    'ends by itself': { exit: 7 },
    'has an error that is not caught': { crash: 'out of the blue' },
    'answers what it cannot tell': { sayUnspeakable: true },
  };
  for (const [how, death] of Object.entries(deaths))
    it(`fails all that waits when it ${how}, and answers the next question`, async () => {
      expect(await thread.ask({ say: 'alive' })).to.equal('moody: alive');
      const [killer, bystander] = [thread.ask(death), thread.ask({ sayLater: 'never' })].map(failureOf);
      expect((await killer)?.message).to.include('before it answered');
      expect((await bystander)?.message).to.include('before it answered');
      expect(await thread.ask({ say: 'the next' })).to.equal('moody: the next');
    });

  it('reports why it died', async () => {
    const { cause } = await failureOf(thread.ask({ crash: 'out of the blue' }));
    expect(cause).to.be.instanceOf(Error).with.property('message', 'out of the blue');
  });

  it('fails a question that cannot be copied, and answers the next', async () => {
    const uncopied = { say: (() => undefined) as unknown as string };
    expect((await failureOf(thread.ask(uncopied))).name).to.equal('DataCloneError');
    expect(await thread.ask({ say: 'the next' })).to.equal('moody: the next');
  });

  it('fails every question where its file cannot be run', async () => {
    const missing = answeringThread<Asked, string>(new URL('./no-such-thread.ts', import.meta.url), 'missing', TIMEOUT);
    missing.start();
    for (const question of ['first', 'second'])
      expect((await failureOf(missing.ask({ say: question }))).cause)
        .to.have.property('message')
        .that.includes('no-such-thread.ts');
  });

  // Proves: drawing-blocks-nobody
  it('is ended when it hangs, which fails all that waits, and another answers the next question', async () => {
    const tooLate = answeringThread<Asked, string>(new URL('./moody-thread.ts', import.meta.url), 'moody', 5_000);
    try {
      const failures = await Promise.all([tooLate.ask({ hang: true }), tooLate.ask({ say: 'never' })].map(failureOf));
      for (const { message, cause } of failures) {
        expect(message).to.include('another will');
        expect(cause).to.have.property('message').that.includes('had said nothing');
      }
      // A thread may take longer to start than this one's patience lasts: asked again until it is there in time.
      let answer: string | undefined;
      while (answer === undefined) answer = await tooLate.ask({ say: 'the next' }).catch(() => undefined);
      expect(answer).to.equal('moody: the next');
    } finally {
      await tooLate.close();
    }
  });

  it('once closed has failed what waited, and answers nothing more', async () => {
    const waiting = failureOf(thread.ask({ sayLater: 'never' }));
    await thread.close();
    expect((await waiting).message).to.include('before it answered');
    expect((await failureOf(thread.ask({ say: 'anything' }))).message).to.include('was closed');
    await thread.close();
  });

  it('is closed without ever having run', async () => {
    const unused = answeringThread<Asked, string>(new URL('./moody-thread.ts', import.meta.url), 'unused', TIMEOUT);
    await unused.close();
    expect((await failureOf(unused.ask({ say: 'anything' }))).message).to.include('was closed');
  });
});
