import { killedAt } from './killed-at.ts';
import { SINGLES } from './points.ts';

const DEADLIEST = [
  'the provider has opened a session, nobody has read so',
  'payment and contract are written, not committed',
  'payment and contract are committed, nobody told',
  'the authority has taken the request, nobody has read so',
  'the provider has refunded, nobody has read so',
];

describe('a service killed between pay and the documents', function () {
  this.timeout(60_000);

  // Where money or a certificate exists outside and nothing here says so yet; crash.prove.ts kills everywhere.
  killedAt(SINGLES.filter(([when]) => DEADLIEST.includes(when)));
});
