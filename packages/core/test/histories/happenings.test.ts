import { expect } from 'chai';
import { JOBS } from '@vehicle-insurance/core';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { AUTHORITY_TURNS, PROVIDER_TURNS } from './event.ts';
import { count, kindOf } from './happenings.ts';
import { COMMANDS } from './operator.ts';
import { AUTHORITY_CALLS, REQUESTS } from './outside/authority.ts';
import { LOST } from './outside/losing.ts';
import { MALFORMED, MALFORMED_NOTICES } from './outside/malformed.ts';
import { ACTS, CALLS, OPENINGS } from './outside/provider.ts';
import { historyOf } from './sample.ts';
import type { Setting } from './setting.ts';

/** What must be among the events of the first histories, each so many times. */
const EVENTS = [
  ...ACTS.map((act) => `payer: ${act}`),
  ...OPENINGS.map((script) => `opening: ${script}`),
  ...LOST.flatMap((what) => CALLS.map((call) => `lost: ${what} of ${call}`)),
  ...REQUESTS.map((script) => `request: ${script}`),
  ...LOST.flatMap((what) => AUTHORITY_CALLS.map((call) => `certificate call lost: ${what} of ${call}`)),
  ...COMMANDS.map((command) => `operator: ${command}`),
  ...MALFORMED.map((how) => `malformed: ${how}`),
  ...MALFORMED_NOTICES.map((how) => `malformed notice: ${how}`),
  'well formed',
  ...JOBS.map((job) => `job: ${job}`),
  ...['all', 'business', 'leases'].map((of) => `time: ${of}`),
  ...PROVIDER_TURNS.map((turn) => `provider: ${turn}`),
  ...AUTHORITY_TURNS.map((turn) => `authority: ${turn}`),
  ...['pay', 'pay all', 'pay another’s', 'all payers confirm', 'notice', 'forged notice', 'foreign notice', 'switch'],
  ...['death', 'late opening arrives'],
  ...[true, false].flatMap((is) => [`store lost: ${is}`, `expiring: ${is}`, `refunding: ${is}`, `documents: ${is}`]),
  'refunding: unsupported',
];
/** How many values of each setting must come, each so many times. */
const SETTINGS: Readonly<Record<keyof Setting, number>> = {
  begins: 5,
  zone: 3,
  duration: 3,
  ahead: 3,
  modestFirst: 2,
  skew: 3,
  crowded: 2,
  tellsDebits: 2,
  tellsTimes: 2,
  life: 3,
  payersPay: 2,
  notified: 2,
  stalls: 2,
};
const GENERATED = 2_000;
const LEAST = 15;

describe('the random histories', () => {
  it('come in every setting', () => {
    const settings = seeds(GENERATED).map(historyOf);
    const often = Object.keys(SETTINGS).map((name) => {
      const counts = count(settings.map((each) => String(each[name as keyof Setting])));
      return [name, [...counts.values()].filter((times) => times >= LEAST).length];
    });
    expect(Object.fromEntries(often)).to.deep.equal(SETTINGS);
  });

  it('contain every kind of event', () => {
    const kinds = count(seeds(GENERATED).flatMap((seed) => historyOf(seed).steps.map(kindOf)));
    for (const kind of EVENTS) expect(kinds.get(kind) ?? 0, kind).to.be.at.least(LEAST);
    expect([...kinds.keys()], 'kinds that are not listed').to.have.members(EVENTS);
  });
});

describe('the random histories of a purchase and of money', () => {
  it('have each command of an operator among their events', () => {
    const lived = ['operator.ts', '../money/happenings.ts'].map((file) => read(new URL(file, import.meta.url))).join();
    const commands = globSync(`${import.meta.dirname}/../../src/use-cases/**/*.ts`)
      .filter((file) => read(file).includes('readonly by: By'))
      .map((file) => basename(file, '.ts').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((command) => !OF_NO_PURCHASE.includes(command));
    expect(commands.filter((command) => !new RegExp(`\\b${command}\\(`).test(lived))).to.deep.equal([]);
    expect(commands).to.have.length.at.least(11);
  });
});

/** What an operator does about tariffs: a quote keeps its price. */
const OF_NO_PURCHASE = ['loadCatalogue'];
const read = (file: string | URL): string => readFileSync(file, 'utf8');

const seeds = (many: number): readonly number[] => Array.from({ length: many }, (_, index) => index + 1);
