import { secondsAfter, type World } from './world.ts';

/** The steps of each scenario by minutes after its beginning, by the scenario's title. */
export type Scenarios<Subject> = Readonly<Record<string, Steps<Subject>>>;
type Steps<Subject> = Readonly<Record<number, (subject: Subject) => Promise<unknown>>>;

/** Runs many scenarios at once, so that the clock moves only once. Returns each result by title. */
export const liveThrough = async <Subject>(
  world: World,
  scenarios: Scenarios<Subject>,
  begin: (title: string) => Promise<Subject>,
): Promise<ReadonlyMap<string, Promise<unknown>>> => {
  const came = new Map<string, Promise<Subject>>();
  const start = await world.clock.now();
  for (const title of Object.keys(scenarios)) {
    came.set(title, begin(title));
    await came.get(title)?.catch(() => undefined);
  }
  const minutes = new Set(Object.values(scenarios).flatMap((steps) => Object.keys(steps).map(Number)));
  for (const minute of [...minutes].toSorted((a, b) => a - b)) {
    if (minute > 0) await world.clock.move({ now: secondsAfter(start, minute * 60) });
    for (const [title, steps] of Object.entries(scenarios)) {
      const step = steps[minute];
      if (!step) continue;
      const done = came.get(title)?.then(async (subject) => {
        await step(subject);
        return subject;
      });
      if (done) came.set(title, done);
      await done?.catch(() => undefined);
    }
  }
  return came;
};
