import { expect } from 'chai';
import { mock } from 'node:test';
import { answeringThread, type AnsweringThread } from '../src/thread/answering-thread.ts';
import { failureOf } from './failure.ts';
import type { Asked } from './moody-thread.ts';

const TIMEOUT = 60_000;

const moody = (file = './moody-thread.ts'): AnsweringThread<Asked, string> =>
  answeringThread(new URL(file, import.meta.url), 'moody', TIMEOUT);

describe('a thread that answers questions', () => {
  let thread: AnsweringThread<Asked, string>;
  before(() => {
    thread = moody();
  });
  after(() => thread.close());

  it('gives each question its own answer, whichever is ready first', async () => {
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

  it('returns an error to the caller that asked, and to no other', async () => {
    const failing = failureOf(thread.ask({ fail: 'no such font' }));
    const answered = thread.ask({ say: 'the other' });
    expect((await failing).message).to.equal('no such font');
    expect(await answered).to.equal('moody: the other');
  });

  const deaths: Readonly<Record<string, Asked>> = {
    exits: { exit: 7 },
    'throws an error that is not caught': { crash: 'out of the blue' },
    'answers with what cannot be copied': { sayUnspeakable: true },
  };
  for (const [how, death] of Object.entries(deaths))
    it(`fails every open question when it ${how}, and answers the next question`, async () => {
      expect(await thread.ask({ say: 'alive' })).to.equal('moody: alive');
      const [killer, bystander] = [thread.ask(death), thread.ask({ sayLater: 'never' })].map(failureOf);
      expect((await killer)?.message).to.include('before it answered');
      if ('crash' in death) expect((await killer)?.cause).to.have.property('message', death.crash);
      expect((await bystander)?.message).to.include('before it answered');
      expect(await thread.ask({ say: 'the next' })).to.equal('moody: the next');
    });

  it('fails a question that cannot be copied, and answers the next', async () => {
    const uncopied = { say: (() => undefined) as unknown as string };
    expect((await failureOf(thread.ask(uncopied))).name).to.equal('DataCloneError');
    expect(await thread.ask({ say: 'the next' })).to.equal('moody: the next');
  });

  it('fails every question if its file cannot be run', async () => {
    const missing = moody('./no-such-thread.ts');
    missing.start();
    for (const question of ['first', 'second'])
      expect((await failureOf(missing.ask({ say: question }))).cause)
        .to.have.property('message')
        .that.includes('no-such-thread.ts');
  });

  // Proves: drawing-blocks-nobody
  it('is ended when it hangs, which fails every open question, and answers the next question', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const before = thread.ask({ say: 'before it hangs' });
      const hanging = [thread.ask({ hang: true }), thread.ask({ say: 'never' })].map(failureOf);
      expect(await before).to.equal('moody: before it hangs');
      mock.timers.tick(TIMEOUT);
      for (const { message, cause } of await Promise.all(hanging)) {
        expect(message).to.include('another will');
        expect(cause).to.have.property('message').that.includes('had said nothing');
      }
    } finally {
      mock.timers.reset();
    }
    expect(await thread.ask({ say: 'the next' })).to.equal('moody: the next');
  });

  it('fails its open questions when it is closed, and answers nothing more', async () => {
    const waiting = failureOf(thread.ask({ sayLater: 'never' }));
    await thread.close();
    expect((await waiting).message).to.include('before it answered');
    expect((await failureOf(thread.ask({ say: 'anything' }))).message).to.include('was closed');
    await thread.close();
  });

  it('can be closed without having run', async () => {
    const unused = moody();
    await unused.close();
    expect((await failureOf(unused.ask({ say: 'anything' }))).message).to.include('was closed');
  });
});
