import { apiWorld } from '../api/world.ts';
import { filesRunBy, type FilesRun } from './files-run.ts';

/** From here to its end the page is written by `withEveryFile`. */
const EVERY_FILE = '## Every file it runs through\n';

/** They play the outside. */
const OUTSIDE = /^packages\/(simulators|sandbox)\//;

/** The files that `POST /quote/{id}/pay` runs through in a process that serves the API. */
export const filesOfAPayment = async (): Promise<FilesRun> => {
  const world = await apiWorld({ ROLE: 'api' });
  try {
    await world.opened((await world.quote()).id);
    const ids = [(await world.quote()).id, (await world.quote()).id, (await world.quote()).id];
    const ran = await filesRunBy(ids.map((id) => async () => world.opened(id)));
    return new Map([...ran].filter(([file]) => !OUTSIDE.test(file)));
  } finally {
    await world.sandbox.stop();
  }
};

/** The page with these files at its end. */
export const withEveryFile = (page: string, files: FilesRun): string =>
  page.slice(0, page.indexOf(EVERY_FILE)) + EVERY_FILE + told(files);

const told = (files: FilesRun): string => {
  const run = [...files.keys()];
  const packages = [...Map.groupBy(run, packageOf)].toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b));
  const summary =
    `The six tell the story. In all, the request runs through ${run.length} files of this project, counted in the ` +
    'process that answers it. A test measures it, with the coverage that V8 records while a payment is opened, and ' +
    '`npm run docs:examples` writes it.';
  const lines = packages.map(([name, its]) => `- **\`${name}\`**, ${its.length}: ${names(name, its)}`);
  return `\n${wrapped(summary, '')}\n\n${lines.map((line) => wrapped(line, '  ')).join('\n')}\n`;
};

/** From the socket inwards, and out again. */
const ORDER = ['service', 'http', 'core', 'persistence', 'mobile-money', 'http-client', 'scheduler'];

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
