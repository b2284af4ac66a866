import { covering, withClauses } from './facts.ts';
import { expectNoLonelySignatures, pagesOf } from './reading.ts';

describe('papers of any length', function () {
  this.timeout(120_000);

  // Proves: papers-are-set-with-care
  it('never end with a page that has only the signatures', async () => {
    for (const facts of [
      ...Array.from({ length: 30 }, (_, count) => covering(count)),
      ...Array.from({ length: 12 }, (_, count) => withClauses(count, 40)),
      ...[1, 2, 3].flatMap((count) => [120, 160, 200, 240, 280, 320].map((words) => withClauses(count, words))),
    ])
      expectNoLonelySignatures(await pagesOf(facts));
  });
});
