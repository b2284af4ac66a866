import { userInfo } from 'node:os';
import { expect } from 'chai';
import { readConfiguration } from '@vehicle-insurance/service';
import { operatorName } from '../src/operator-name.ts';

describe('the operator’s name', () => {
  // Proves: who-ran-the-command
  it('is read from the variable OPERATOR, as a single line, or from the system account', () => {
    expect(operatorName({ OPERATOR: 'night shift' })).to.equal('night shift');
    for (const environment of [{}, { OPERATOR: '' }]) expect(operatorName(environment)).to.equal(userInfo().username);
    expect(readConfiguration({ OPERATOR: 'night\nshift' }).isErr()).to.equal(true);
  });
});
