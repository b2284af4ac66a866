import type { Access } from './open-access.ts';
import type { Person } from './person.ts';

/** Creates a link with which a person can sign in once, within `minutes`. */
export const linkFor = async (
  { links }: Pick<Access, 'links'>,
  consoleUrl: string,
  person: Person,
  minutes: number,
): Promise<string> => `${consoleUrl}/sign-in?link=${await links.make(person, minutes)}`;
