import { userInfo } from 'node:os';
import { expect } from 'chai';
import { readConfiguration } from '../src/configuration/read-configuration.ts';
import { whoIsWorking } from '../src/operator/who-is-working.ts';

describe('who works with the operator’s command', () => {
  it('is who the environment says', () => {
    expect(whoIsWorking({ OPERATOR: 'night shift' })).to.equal('night shift');
  });

  it('is the account where the environment says nothing', () => {
    expect(whoIsWorking({})).to.equal(userInfo().username);
    expect(whoIsWorking({ OPERATOR: '' })).to.equal(userInfo().username);
  });

  it('must be one line, as the history is', () => {
    expect(readConfiguration({ OPERATOR: 'night\nshift' }).isErr()).to.equal(true);
  });
});
