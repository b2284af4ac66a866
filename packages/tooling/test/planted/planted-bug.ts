export const PACKAGES = new URL('../../../', import.meta.url);

/** A bug as it is really made: an edit of one place in the source. */
export interface PlantedBug {
  /** What is wrong, as a sentence. */
  readonly name: string;
  /** Below `packages`. */
  readonly file: string;
  /** What the file says once, and what it says with the bug. */
  readonly text: string;
  readonly instead: string;
  /** The test file, below `packages`, that must fail. */
  readonly foundBy: string;
  /** Of a file that takes long: only the tests with this in their titles. */
  readonly among?: string;
}

export const fileOf = ({ file }: PlantedBug): URL => new URL(file, PACKAGES);

/**
 * The file's source with the bug in it. Throws where the source has changed, so that the bug means nothing any more.
 */
export const withBug = ({ name, file, text, instead }: PlantedBug, source: string): string => {
  const times = source.split(text).length - 1;
  if (times !== 1) throw new Error(`“${name}” edits a text that ${file} has ${times} times: ${text}`);
  return source.replace(text, () => instead);
};
