import { unwritableInEnglish } from '@vehicle-insurance/core';
import { refuse } from './refusal.ts';

/** Throws an error that says why a path cannot be written. */
export const cannotWrite =
  (path: string) =>
  (error: NodeJS.ErrnoException): never =>
    refuse(unwritableInEnglish(path, error, 'Check the folder and its permissions.'));
