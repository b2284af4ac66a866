import { Session } from 'node:inspector/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { apiWorld } from '../api/world.ts';

/** `withEveryFile` generates the page from here to its end. */
const EVERY_FILE = '## Every file that the request runs through\n';

/** Files that simulate the outside, or run once a second or a minute independent of requests. */
const OUTSIDE =
  /^packages\/(simulators\/|sandbox\/|service\/src\/clock\/keep-comparing|persistence\/src\/database\/database-time)/;

/** Milliseconds in which work after a response ends, such as a line of the log. */
const TAIL = 250;

const SOURCE = /\/(packages\/[\w-]+\/src\/[\w/.-]+\.ts)$/;

export type FilesOfAPayment = Awaited<ReturnType<typeof filesOfAPayment>>;

/** The files that `POST /quote/{id}/pay` executes in an API process: those of most of three runs, after a warm-up. */
export const filesOfAPayment = async () => {
  const world = await apiWorld({ ROLE: 'api' });
  const session = new Session();
  session.connect();
  try {
    await world.opened((await world.quote()).id);
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    const ids = [(await world.quote()).id, (await world.quote()).id, (await world.quote()).id];
    await pause(TAIL);
    const ofQuotes = await ranSince(session);
    const times = new Map<string, number>();
    for (const id of ids) {
      await ranSince(session);
      await world.opened(id);
      await pause(TAIL);
      for (const file of await ranSince(session)) times.set(file, (times.get(file) ?? 0) + 1);
    }
    const all = [...times].flatMap(([file, count]) => (count > ids.length / 2 && !OUTSIDE.test(file) ? [file] : []));
    // Files that `POST /quote` also executes are not the payment's own.
    return { all, own: all.filter((file) => !ofQuotes.has(file)) };
  } finally {
    session.disconnect();
    await world.stop();
  }
};

const ranSince = async (session: Session): Promise<ReadonlySet<string>> => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return new Set(
    result.flatMap(({ url, functions }) => {
      const [, file] = SOURCE.exec(url) ?? [];
      const ran = functions.some(({ functionName, ranges: [whole] }) => {
        const isModule = functionName === '' && whole?.startOffset === 0;
        return !isModule && (whole?.count ?? 0) > 0;
      });
      return file !== undefined && ran ? [file] : [];
    }),
  );
};

const ORDER = ['service', 'http', 'core', 'persistence', 'mobile-money', 'http-client', 'scheduler', 'system'];

export const withEveryFile = (page: string, { all, own }: FilesOfAPayment): string => {
  const summary =
    `The request runs through ${all.length} files of this project, counted in the process that answers it. ` +
    `${own.length} of them run only for a payment; the others also run when a quote is made. A test finds them with the ` +
    'coverage that V8 records, and `npm run docs -- examples` lists those of a payment here:';
  return [`${page.slice(0, page.indexOf(EVERY_FILE))}${EVERY_FILE}`, `${wrap(summary, '')}\n\n${listOf(own)}\n`].join(
    '\n',
  );
};

const listOf = (files: readonly string[]): string =>
  [...Map.groupBy(files, (file) => file.split('/')[1] ?? '')]
    .toSorted(([a], [b]) => ORDER.indexOf(a) - ORDER.indexOf(b))
    .map(([name, its]) => {
      const names = its.map((file) => `\`${file.slice(`packages/${name}/src/`.length, -'.ts'.length)}\``);
      return wrap(`- **\`${name}\`**, ${its.length}: ${names.toSorted().join(', ')}`);
    })
    .join('\n');

const WIDTH = 120;

const wrap = (text: string, indent = '  '): string => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > WIDTH) lines.push(`${indent}${word}`);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
};
