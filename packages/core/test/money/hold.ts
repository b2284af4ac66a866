/** A law that is broken, in words. */
export class BrokenLaw extends Error {}

/** A law: what it says where it does not hold. */
export const hold = (is: boolean, why: () => string): void => {
  if (!is) throw new BrokenLaw(why());
};
