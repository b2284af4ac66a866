import { clockAt, fakeMobileMoney, SOME_MORNING } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { refuseWithout } from '../../src/composition/mobile-money.ts';

describe('a provider whose variables were removed', () => {
  const cinetpay = fakeMobileMoney({ clock: clockAt(SOME_MORNING), name: 'cinetpay' });

  // Proves: payment-keeps-provider
  it('prevents the start while one of its payments or refunds still needs it', () => {
    expect(() => refuseWithout(['cinetpay', 'wave'], [cinetpay])).to.throw(
      /opened with wave still .* Set WAVE_… again/,
    );
  });

  it('is not required when none of its payments needs it', () => {
    refuseWithout(['cinetpay'], [cinetpay]);
    refuseWithout([], [cinetpay]);
  });
});
