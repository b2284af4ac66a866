import { expect } from 'chai';
import { JOBS } from '@vehicle-insurance/core';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { AUTHORITY_TURNS, PROVIDER_TURNS, type Step } from './events.ts';
import { COMMANDS } from './operator.ts';
import { AUTHORITY_CALLS, REQUESTS } from './outside/authority.ts';
import { LOST } from './outside/losing.ts';
import { MALFORMED, MALFORMED_NOTICES } from './outside/malformed.ts';
import { ACTS, CALLS, OPENINGS } from './outside/provider.ts';
import { historyOf } from './purchases.ts';
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
const HISTORIES = Array.from({ length: 2_000 }, (_, seed) => historyOf(seed + 1));
const LEAST = 15;

describe('the random histories', () => {
  it('of a purchase come in every setting', () => {
    const often = Object.keys(SETTINGS).map((name) => {
      const counts = count(HISTORIES.map((each) => String(each[name as keyof Setting])));
      return [name, [...counts.values()].filter((times) => times >= LEAST).length];
    });
    expect(Object.fromEntries(often)).to.deep.equal(SETTINGS);
  });

  it('of a purchase contain every kind of event', () => {
    const kinds = count(HISTORIES.flatMap(({ steps }) => steps.map(kindOf)));
    for (const kind of EVENTS) expect(kinds.get(kind) ?? 0, kind).to.be.at.least(LEAST);
    expect([...kinds.keys()], 'kinds that are not listed').to.have.members(EVENTS);
  });

  it('of a purchase and of the books run each command of an operator', () => {
    const events = ['operator.ts', '../books/events.ts'].map((file) => read(new URL(file, import.meta.url))).join();
    const commands = globSync(`${import.meta.dirname}/../../../src/use-cases/**/*.ts`)
      .filter((file) => read(file).includes('readonly by: By'))
      .map((file) => basename(file, '.ts').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((command) => !OF_NO_PURCHASE.includes(command));
    expect(commands.filter((command) => !new RegExp(`\\b${command}\\(`).test(events))).to.deep.equal([]);
    expect(commands).to.have.length.at.least(11);
  });
});

/** What an operator does about tariffs: a quote keeps its price. */
const OF_NO_PURCHASE = ['loadCatalogue'];
const read = (file: string | URL): string => readFileSync(file, 'utf8');

/** The kind of an event: its name, and what it does if it can do several things. */
const kindOf = ({ event }: Step): string => {
  const fields = event as Readonly<Partial<Record<string, string | boolean>>>;
  const kind = KINDS.flatMap((name) => fields[name] ?? []).join(' of ');
  return kind === '' ? event.is : `${event.is}: ${kind}`;
};
const KINDS = ['act', 'script', 'how', 'what', 'of', 'turns', 'job', 'does', 'works', 'broken', 'kept'];

const count = (all: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(each, (counts.get(each) ?? 0) + 1);
  return counts;
};
