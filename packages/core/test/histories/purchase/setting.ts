import fc from 'fast-check';
import { ABIDJAN, type Instant, type TimeZone } from '@vehicle-insurance/core';
import type { ProviderKind } from './outside/provider.ts';

/** The parameters that stay the same throughout a history. */
export interface Setting extends ProviderKind {
  readonly begins: Instant;
  readonly zone: TimeZone;
  readonly duration: 3 | 6 | 12;
  readonly ahead: number;
  /** Whether the modest provider opens payments at first. */
  readonly modestFirst: boolean;
  /** Seconds by which the second process's clock is ahead of the first's. */
  readonly skew: number;
  /** Whether twelve quotes are paid instead of four. */
  readonly crowded: boolean;
  /** Whether, at the end, every payer who still can pay does so, even into a session that should be closed. */
  readonly payersPay: boolean;
  /** Whether, at the end, the providers send notifications of all payments. */
  readonly notified: boolean;
  /** Whether work in progress at the authority, and reported debits, stay in progress for ever. */
  readonly stalls: boolean;
}

/** The setting without peculiarities. A failing history is reported in the simplest setting in which it fails. */
export const SIMPLEST: Setting = {
  begins: '2026-01-15T09:00:00.000Z' as Instant,
  zone: ABIDJAN,
  duration: 12,
  ahead: 14,
  modestFirst: false,
  skew: 0,
  crowded: false,
  tellsDebits: true,
  tellsTimes: true,
  life: 30,
  searches: true,
  payersPay: false,
  notified: false,
  stalls: false,
};

/** A morning, the minutes before midnight, ends of months, and the night in which Paris changes its clocks. */
const BEGINNINGS = [
  '2026-01-15T09:00:00.000Z',
  '2026-01-15T09:00:00.000Z',
  '2026-08-30T23:40:00.000Z',
  '2026-03-28T22:45:00.000Z',
  '2027-11-28T10:40:00.000Z',
  '2026-10-31T08:00:00.000Z',
] as const;

const ZONES = [ABIDJAN, ABIDJAN, 'Europe/Paris', 'Pacific/Auckland'] as const;

export const setting: fc.Arbitrary<Setting> = fc.record({
  begins: fc.constantFrom(...BEGINNINGS).map((text) => text as Instant),
  zone: fc.constantFrom(...ZONES),
  duration: fc.constantFrom(12, 3, 6),
  ahead: fc.constantFrom(14, 0, 0, 1, 1),
  searches: fc.constantFrom(true, true, false),
  modestFirst: fc.constantFrom(false, false, false, true),
  skew: fc.constantFrom(0, 0, 3, -4),
  crowded: fc.constantFrom(...Array<boolean>(19).fill(false), true),
  tellsDebits: fc.boolean(),
  tellsTimes: fc.constantFrom(true, true, false),
  life: fc.constantFrom(30, 30, 24 * 60, 20),
  payersPay: fc.boolean(),
  notified: fc.boolean(),
  stalls: fc.constantFrom(false, false, true),
});
