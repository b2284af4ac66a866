import type { Trigger } from '@vehicle-insurance/core';

/** A trigger that triggers nothing. */
export const silentTrigger: Trigger = { fire: () => undefined };
