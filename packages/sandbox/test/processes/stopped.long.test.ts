import { SINGLES } from './points.ts';
import { stoppedAt } from './stopped-at.ts';

const TELLING = [
  'the payment is claimed',
  'the authority is about to be called',
  'the refund is about to be requested',
];

describe('a worker suspended for longer than its lease', function () {
  this.timeout(90_000);

  stoppedAt(SINGLES.filter(([when]) => TELLING.includes(when)));
});
