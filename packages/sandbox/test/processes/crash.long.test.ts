import { expect } from 'chai';
import { killedAt, WHILE_OPENING, WHILE_SETTLING } from './killed-at.ts';

describe('a service killed anywhere between pay and issued', function () {
  this.timeout(60_000);

  it('is killed at twenty points', () => {
    expect(Object.keys({ ...WHILE_OPENING, ...WHILE_SETTLING })).to.have.length(20);
  });

  killedAt(WHILE_OPENING, WHILE_SETTLING);
});
