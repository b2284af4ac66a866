export const PACKAGES = new URL('../../../', import.meta.url);

export interface PlantedBug {
  readonly name: string;
  /** Below `packages`. */
  readonly file: string;
  /** A text that the file contains once, and what replaces it. */
  readonly text: string;
  readonly instead: string;
  readonly foundBy: string;
  /** Part of the title of the test that must fail. Only such tests run, so a failure elsewhere does not count. */
  readonly among: string;
}

export const fileOf = ({ file }: Pick<PlantedBug, 'file'>): URL => new URL(file, PACKAGES);

/** The file's source with the bug in it. Throws if the source has changed and the edit does not fit once. */
export const withBug = (
  { name, file, text, instead }: Pick<PlantedBug, 'name' | 'file' | 'text' | 'instead'>,
  source: string,
): string => {
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`“${name}” edits a text that ${file} contains ${times} times: ${text}`);
  return source.replace(text, () => instead);
};
