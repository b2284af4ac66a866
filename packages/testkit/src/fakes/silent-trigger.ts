import type { Trigger } from '@vehicle-insurance/core';

/** A trigger without effect. */
export const silentTrigger: Trigger = { fire: () => undefined };
