import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantAt, instantOf, later, millisecondsOf, Ok, type Instant } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { noLock, type SharedLock } from '@vehicle-insurance/service';
import { movableClock } from '../../src/movable-clock.ts';
import { moveClock, type Worker } from '../../src/move-clock.ts';
import { sandboxClock } from '../../src/sandbox-clock.ts';

const folder = mkdtempSync(join(tmpdir(), 'clock-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
const clockFile = () => join(folder, `${(files += 1)}.json`);

const SECOND = 1000;

const workerAt = (clock: { now(): Instant }, times: readonly Instant[]): Worker & { readonly done: number[] } => {
  const waiting = [...times].sort();
  const done: number[] = [];
  return {
    done,
    nextDue: async () => waiting[0],
    catchUp: async () => {
      while (waiting[0] !== undefined && waiting[0] <= clock.now()) {
        waiting.shift();
        done.push(millisecondsOf(clock.now()));
      }
    },
  };
};

const movedBy = (clock: ReturnType<typeof movableClock>, workers: readonly Worker[], hours: number) =>
  moveClock({ clock, lock: noLock, workers, resumeOpenings: () => undefined })((now) => Ok(later(now, { hours })));

describe('the sandbox clock', () => {
  it('runs with real time, and stores how far it is ahead', () => {
    const file = clockFile();
    const clock = movableClock(file);
    const wanted = later(instantAt(Date.now()), { hours: 5 });
    clock.moveTo(wanted);
    for (const each of [clock, movableClock(file)])
      expect(millisecondsOf(each.now())).to.be.within(millisecondsOf(wanted), millisecondsOf(wanted) + 5 * SECOND);
  });

  it('never moves back', () => {
    const clock = movableClock(clockFile());
    const before = clock.now();
    clock.moveTo(instantOf('2001-01-01T00:00:00Z'));
    expect(clock.now() >= before).to.equal(true);
  });

  it('does work at its due time, not at the end of the move', async () => {
    const clock = movableClock(clockFile());
    const start = clock.now();
    const dues = [later(start, { hours: 1 }), later(start, { hours: 30 }), later(start, { hours: 700 })];
    const worker = workerAt(clock, dues);
    await movedBy(clock, [worker], 800);
    expect(worker.done).to.have.length(3);
    worker.done.forEach((at, index) => {
      const due = millisecondsOf(dues[index] as Instant);
      expect(at).to.be.within(due, due + 5 * SECOND);
    });
  });

  it('runs work that one worker creates for another at the same moment', async () => {
    const clock = movableClock(clockFile());
    const start = clock.now();
    const first = workerAt(clock, [later(start, { minutes: 10 })]);
    const answers: string[] = [];
    const second: Worker = {
      nextDue: async () => (first.done.length > answers.length ? clock.now() : undefined),
      catchUp: async () => {
        if (first.done.length > answers.length) answers.push('answered');
      },
    };
    await movedBy(clock, [second, first], 1);
    expect(answers).to.deep.equal(['answered']);
  });

  it('adds up concurrent moves', async () => {
    const clock = movableClock(clockFile());
    let last: Promise<unknown> = Promise.resolve();
    const alone: SharedLock['alone'] = (run) => {
      const running = last.then(run);
      last = running;
      return running;
    };
    const lock = { ...noLock, alone };
    const move = moveClock({ clock, lock, workers: [], resumeOpenings: () => undefined });
    const face = sandboxClock(clock, move);
    const before = clock.now();
    await Promise.all(Array.from({ length: 5 }, () => face.move({ advance: 'PT10M' })));
    expect(millisecondsOf(clock.now()) - millisecondsOf(before)).to.be.within(3000 * SECOND, 3005 * SECOND);
  });
});
