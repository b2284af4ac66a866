import { expect } from 'chai';

/** A gate at which running work waits until a case opens the gate. */
export const gate = () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { passed: promise, open: resolve };
};

/** Ids in odd forms that a caller may send. No object has such an id. */
export const oddIds = (id: string): readonly string[] => [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'not-an-id',
  '00000000-0000-7000-8000-00000000dead',
  `${id} `,
  `{${id}}`,
  id.replaceAll('-', ''),
  id.slice(0, -1),
  `${id}0`,
  "' or 1=1 --",
  '%00',
  'a\u0000b',
  '\ud800',
  '../../etc/passwd',
  'é'.repeat(5_000),
];

/** Repeats a read, which may be cached for five seconds, until it returns the expected answer. */
export const expectEventually = async <Answer>(ask: () => Promise<Answer>, wanted: Answer): Promise<void> => {
  const giveUp = performance.now() + LONGEST_MEMORY;
  for (;;) {
    try {
      return void expect(await ask()).to.deep.equal(wanted);
    } catch (error) {
      if (performance.now() > giveUp) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

const LONGEST_MEMORY = 7_000;
