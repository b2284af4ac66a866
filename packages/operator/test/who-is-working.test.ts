import { userInfo } from 'node:os';
import { expect } from 'chai';
import { readConfiguration } from '@vehicle-insurance/service';
import { whoIsWorking } from '../src/who-is-working.ts';

describe('the operator’s name', () => {
  // Proves: who-ran-the-command
  it('is OPERATOR from the environment', () => {
    expect(whoIsWorking({ OPERATOR: 'night shift' })).to.equal('night shift');
  });

  // Proves: who-ran-the-command
  it('is the system account if OPERATOR is not set', () => {
    expect(whoIsWorking({})).to.equal(userInfo().username);
    expect(whoIsWorking({ OPERATOR: '' })).to.equal(userInfo().username);
  });

  // Proves: who-ran-the-command
  it('must be a single line', () => {
    expect(readConfiguration({ OPERATOR: 'night\nshift' }).isErr()).to.equal(true);
  });
});
