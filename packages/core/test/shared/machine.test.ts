import { step } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { machine } from '../../src/shared/machine.ts';

describe('a machine', () => {
  const door = machine('door', 'open', {
    open: { close: 'closed' },
    closed: { open: 'open', lock: 'locked' },
    locked: {},
  });

  it('returns the next state for an event, or an error if there is none', () => {
    expect(step(door, 'closed', 'lock').unwrap()).to.equal('locked');
    expect(step(door, 'locked', 'open').unwrapErr()).to.deep.equal({
      code: 'illegal_transition',
      machine: 'door',
      from: 'locked',
      event: 'open',
    });
  });
});
