import type { Access } from './open-access.ts';
import type { Person } from './person.ts';

/** The address by which a person signs in once, within this many minutes. */
export const linkFor = async (
  { links }: Pick<Access, 'links'>,
  consoleUrl: string,
  person: Person,
  minutes: number,
): Promise<string> => `${consoleUrl}/sign-in?link=${await links.make(person, minutes)}`;
