import { SUBJECTS, type Variables } from '../configuration/variables.ts';

/**
 * Whether configuration gives all that a sandbox would make up otherwise: the same that staging has to be given. Its
 * processes then have nothing in common but what they were given, and none of them hosts the others.
 */
export const isGivenEverything = (variables: Variables): boolean =>
  SUBJECTS.every(
    ({ properties, used }) =>
      !(used?.(variables) ?? true) ||
      Object.entries(properties).every(
        ([name, { needed }]) => !needed || variables[name as keyof Variables] !== undefined,
      ),
  );
