import { SINGLES } from './points.ts';
import { stoppedAt } from './stopped-at.ts';

const TELLING = [
  'the payment is claimed',
  'the authority is about to be asked',
  'the provider is about to be asked for the refund',
];

describe('a worker that stood still longer than its lease', function () {
  this.timeout(90_000);

  stoppedAt(SINGLES.filter(([when]) => TELLING.includes(when)));
});
