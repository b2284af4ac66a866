import type { Fault } from './fault.ts';
import { killedAt, WHILE_OPENING, WHILE_SETTLING } from './killed-at.ts';

const only = <When extends string>(points: Readonly<Record<When, Fault>>, ...whens: readonly NoInfer<When>[]) =>
  Object.fromEntries(whens.map((when) => [when, points[when]]));

describe('a service killed between pay and issued', function () {
  this.timeout(60_000);

  // Where money or a certificate exists outside and nothing here says so yet; crash.long.test.ts kills everywhere.
  killedAt(
    only(WHILE_OPENING, 'the provider has opened a session, nobody has read so'),
    only(
      WHILE_SETTLING,
      'payment and contract are committed, nobody told',
      'the authority has taken the request, nobody has read so',
    ),
  );
});
