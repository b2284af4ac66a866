import { fileURLToPath } from 'node:url';

export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** The node of each sample, and the microseconds since the previous one. */
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
}

/** Time spent in a function or package itself, excluding calls. */
export interface SelfTime {
  readonly what: string;
  readonly where: string;
  readonly microseconds: number;
  /** The share of all time in which the process was not idle. */
  readonly part: number;
}

const IDLE = '(idle)';
const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export const byFunction = (profile: CpuProfile): readonly SelfTime[] =>
  summed(profile, ({ functionName, url, lineNumber }) => ({
    what: functionName || '(anonymous)',
    where: url === '' ? '' : `${placeOf(url)}:${lineNumber + 1}`,
  }));

export const byPackage = (profile: CpuProfile): readonly SelfTime[] =>
  summed(profile, ({ functionName, url }) => ({ what: packageOf(functionName, placeOf(url)), where: '' }));

const summed = (
  { nodes, samples, timeDeltas }: CpuProfile,
  named: (frame: ProfileNode['callFrame']) => Pick<SelfTime, 'what' | 'where'>,
): readonly SelfTime[] => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, Omit<SelfTime, 'part'>>();
  let busy = 0;
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (!frame || frame.functionName === IDLE) continue;
    // A sample represents the time until the next one.
    const delta = timeDeltas[index + 1] ?? 0;
    busy += delta;
    const { what, where } = named(frame);
    const key = `${what} ${where}`;
    times.set(key, { what, where, microseconds: (times.get(key)?.microseconds ?? 0) + delta });
  }
  return [...times.values()]
    .map((time) => ({ ...time, part: time.microseconds / busy }))
    .toSorted((a, b) => b.microseconds - a.microseconds);
};

const placeOf = (url: string): string =>
  (url.startsWith('file:') ? fileURLToPath(url) : url).replace(ROOT, '').replace(/^.*node_modules\//, '');

const packageOf = (functionName: string, place: string): string => {
  if (place === '') return functionName.startsWith('(') ? functionName : '(native)';
  if (place.startsWith('node:')) return place.split('/').slice(0, 2).join('/');
  const [first = '', second = ''] = place.split('/');
  return first.startsWith('@') || first === 'packages' ? `${first}/${second}` : first;
};
