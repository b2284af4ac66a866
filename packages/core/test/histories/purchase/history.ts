import fc from 'fast-check';
import { anything, authorityEvents, disaster, pay, providerEvents, type Step } from './events.ts';
import { scenes, stepOf } from './scenes.ts';
import { setting, type Setting } from './setting.ts';

export interface History extends Setting {
  readonly steps: readonly Step[];
}

/** A history in which a caller tries to pay. It stays valid if any of its steps are omitted. */
export const history: fc.Arbitrary<History> = fc
  .tuple(
    setting,
    fc.array(
      stepOf(
        fc.oneof(
          { weight: 3, arbitrary: providerEvents },
          { weight: 3, arbitrary: authorityEvents },
          { weight: 1, arbitrary: disaster },
        ),
      ),
      { maxLength: 3 },
    ),
    stepOf(pay),
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: stepOf(anything).map((step): readonly Step[] => [step]) },
        { weight: 2, arbitrary: scenes },
      ),
      { minLength: 2, maxLength: 10 },
    ),
  )
  .map(([given, before, first, after]) => ({ ...given, steps: [...before, first, ...after.flat()] }));
