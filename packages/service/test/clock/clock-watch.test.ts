import { ClockDisagrees, StoreUnavailable } from '@vehicle-insurance/core';
import { clockAt, collectedErrors, SOME_MORNING, timersDuring } from '@vehicle-insurance/testkit';
import { expect } from 'chai';
import { setImmediate as turn } from 'node:timers/promises';
import { checkedClock, clockWatch } from '../../src/clock/clock-watch.ts';
import { keepComparing } from '../../src/clock/keep-comparing.ts';

const machines = ({ tolerance = 5 } = {}) => {
  const time = { machine: 1_000_000_000_000, database: 1_000_000_000_000, elapsed: 0 };
  const warnings: string[] = [];
  const errorReporter = collectedErrors();
  const watch = clockWatch({
    tolerance,
    warn: (message) => warnings.push(message),
    errorReporter,
    machineTime: () => time.machine,
    elapsed: () => time.elapsed,
  });
  return {
    ...{ watch, warnings },
    errors: () => errorReporter.all.map(({ what }) => what),
    pass: (seconds: number) => {
      time.machine += seconds * 1_000;
      time.database += seconds * 1_000;
      time.elapsed += seconds * 1_000;
    },
    setMachine: (seconds: number) => (time.machine += seconds * 1_000),
    setDatabase: (seconds: number) => (time.database += seconds * 1_000),
    /** Reads the database's time; the round trip takes so many seconds, half of them for the response. */
    read: (took = 0) => {
      const askedAt = time.elapsed;
      const [began, ended] = [askedAt - took * 500, askedAt + took * 500];
      watch.read({ milliseconds: time.database, askedAt: began, answeredAt: ended });
    },
  };
};

describe('the watch over this machine’s clock', () => {
  for (const tolerance of [2, 5, 10])
    for (const direction of [1, -1])
      // Proves: clock-tolerance
      it(`allows the machine to be ${tolerance} s ${direction > 0 ? 'ahead' : 'behind'}, and no more`, () => {
        const { watch, read, setMachine } = machines({ tolerance });
        setMachine(direction * (tolerance - 0.1));
        read();
        expect(watch.wrong()).to.equal(undefined);
        expect(watch.difference()).to.be.closeTo(direction * (tolerance - 0.1), 0.001);
        setMachine(direction * 0.2);
        read();
        expect(watch.wrong()).to.contain(`${tolerance + 0.1} s ${direction > 0 ? 'ahead of' : 'behind'}`);
        expect(watch.require).to.throw(ClockDisagrees);
      });

  it('detects a jump of the machine’s clock, and its correction, without a new reading', () => {
    const { watch, read, setMachine, pass } = machines();
    read();
    pass(30);
    setMachine(31 * 60);
    expect(watch.require).to.throw(ClockDisagrees, '1860.0 s ahead of');
    setMachine(-31 * 60);
    expect(watch.require).to.not.throw();
  });

  it('detects a change of the database’s clock at the next reading', () => {
    const { watch, read, setDatabase, pass } = machines();
    read();
    setDatabase(60);
    expect(watch.wrong()).to.equal(undefined);
    pass(1);
    read();
    expect(watch.wrong()).to.contain('60.0 s behind');
  });

  it('does not count the time of a slow response as a difference of the clocks', () => {
    const { watch, read, setMachine } = machines();
    setMachine(7);
    read(8);
    expect(watch.wrong()).to.equal(undefined);
    expect(watch.difference()).to.be.closeTo(3, 0.001);
  });

  it('prefers a newer reading that took at most a second, even to a faster older one', () => {
    for (const [took, known] of [
      [1, 6.5],
      [1.001, 7],
    ] as const) {
      const { watch, read, setMachine } = machines();
      setMachine(7);
      read();
      read(took);
      expect(watch.difference()).to.be.closeTo(known, 0.0001);
    }
  });

  it('accepts a slow reading that contradicts a fast one, as after the machine was suspended', () => {
    const { watch, read, setMachine, setDatabase } = machines();
    read();
    setMachine(60);
    setDatabase(60);
    expect(watch.wrong()).to.not.equal(undefined);
    read(1.1);
    expect(watch.wrong()).to.equal(undefined);
  });

  it('allows no work that depends on the time before the database was reached, and explains why', () => {
    const { watch, read } = machines();
    expect(watch.difference()).to.equal(undefined);
    expect(watch.require).to.throw(StoreUnavailable);
    watch.failed(new Error('of another environment'));
    expect(watch.require).to.throw('of another environment');
    read();
    expect(watch.require).to.not.throw();
  });

  it('requires a reading after a minute, and at once while the clocks disagree', () => {
    const { watch, read, pass, setMachine } = machines();
    expect(watch.isDue()).to.equal(true);
    read();
    pass(59);
    expect(watch.isDue()).to.equal(false);
    pass(1);
    expect(watch.isDue()).to.equal(true);
    read();
    setMachine(6);
    expect(watch.isDue()).to.equal(true);
  });

  it('logs once each that the clocks differ, that they disagree, and that they agree again', () => {
    const { watch, read, setMachine, warnings, errors } = machines();
    setMachine(0.9);
    for (let times = 0; times < 3; times += 1) read();
    expect(warnings).to.deep.equal([]);
    setMachine(1);
    for (let times = 0; times < 3; times += 1) read();
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.contain('1.9 s ahead');
    setMachine(8);
    for (let times = 0; times < 3; times += 1) watch.wrong();
    expect(errors()).to.have.length(1);
    expect(errors()[0]).to.contain('9.9 s ahead');
    setMachine(-9.9);
    for (let times = 0; times < 3; times += 1) read();
    expect(warnings).to.have.length(2);
    expect(warnings[1]).to.contain('agree again');
  });

  it('logs that the clocks agree again below half a second of difference', () => {
    const { read, setMachine, warnings } = machines();
    const counts = [2, -1.5, -0.01].map((seconds) => {
      setMachine(seconds);
      read();
      return warnings.length;
    });
    expect(counts).to.deep.equal([1, 1, 2]);
  });

  it('checks every second whether a reading is due', async () => {
    const { watch } = machines();
    const looking = async () => (await keepComparing(watch, { ping: () => Promise.resolve() })).close();
    expect(await timersDuring(looking)).to.deep.equal([1_000]);
    let readings = 0;
    await timersDuring(async () => {
      const { close } = await keepComparing(watch, { ping: async () => void (readings += 1) });
      for (const end = Date.now() + 3_000; readings < 3 && Date.now() < end;) await turn();
      close();
    });
    expect(readings).to.equal(3);
  });

  it('checks the clock after reading it, so that no time after a jump is used', () => {
    const { watch, read, setMachine } = machines();
    read();
    const jumping = { now: () => (setMachine(31 * 60), clockAt(SOME_MORNING).now()) };
    expect(() => checkedClock(jumping, watch).now()).to.throw(ClockDisagrees);
  });
});
