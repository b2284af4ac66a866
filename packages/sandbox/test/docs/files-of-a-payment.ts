import { apiWorld } from '../api/world.ts';
import { filesRunBy } from './files-run.ts';

/** From here to its end the page is written by `withEveryFile`. */
const EVERY_FILE = '## Every file it runs through\n';

/** They play the outside, or run once a second or a minute whatever a request does. */
const OUTSIDE = /^packages\/(simulators\/|sandbox\/|service\/src\/clock\/keep-comparing)/;

/** The files that a payment runs through. */
export interface FilesOfAPayment {
  readonly all: readonly string[];
  /** Of these, what registering the vehicle and pricing the quote run through as well. */
  readonly common: readonly string[];
}

/** The files that `POST /quote/{id}/pay` runs through in a process that serves the API. */
export const filesOfAPayment = async (): Promise<FilesOfAPayment> => {
  const world = await apiWorld({ ROLE: 'api' });
  const filesOf = async (works: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> =>
    [...(await filesRunBy(works))].filter((file) => !OUTSIDE.test(file));
  try {
    await world.opened((await world.quote()).id);
    const ids = [(await world.quote()).id, (await world.quote()).id, (await world.quote()).id];
    const all = await filesOf(ids.map((id) => () => world.opened(id)));
    const before = await filesOf(ids.map(() => () => world.quote()));
    return { all, common: all.filter((file) => before.includes(file)) };
  } finally {
    await world.sandbox.stop();
  }
};

/** The page with these files at its end. */
export const withEveryFile = (page: string, files: FilesOfAPayment): string =>
  page.slice(0, page.indexOf(EVERY_FILE)) + EVERY_FILE + told(files);

const told = ({ all, common }: FilesOfAPayment): string => {
  const own = all.filter((file) => !common.includes(file));
  const summary =
    `The six tell the story. In all, the request runs through ${all.length} files of this project, counted in the ` +
    `process that answers it: ${own.length} of its own, and ${common.length} that the requests before it, which ` +
    'register the vehicle and price the quote, run through as well. A test measures it, with the coverage that V8 records while a payment is opened, and ' +
    '`npm run docs -- examples` writes it.';
  const parts = [
    wrapped(summary, ''),
    `Its own, ${own.length}:`,
    listed(own),
    `Of the requests before it as well, ${common.length}:`,
    listed(common),
  ];
  return `\n${parts.join('\n\n')}\n`;
};

const listed = (files: readonly string[]): string =>
  [...Map.groupBy(files, packageOf)]
    .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map(([name, its]) => wrapped(`- **\`${name}\`**, ${its.length}: ${names(name, its)}`, '  '))
    .join('\n');

/** From the socket inwards, and out again. */
const ORDER = ['service', 'http', 'core', 'persistence', 'mobile-money', 'http-client', 'scheduler', 'system'];

const packageOf = (file: string): string => file.split('/')[1] ?? '';

const names = (name: string, files: readonly string[]): string =>
  files
    .map((file) => `\`${file.slice(`packages/${name}/src/`.length, -'.ts'.length)}\``)
    .toSorted()
    .join(', ');

const WIDTH = 120;

const wrapped = (text: string, indent: string): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
};
