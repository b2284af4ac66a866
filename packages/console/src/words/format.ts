import {
  amountInFrench,
  CURRENCY,
  dateOf,
  dayInFrench,
  millisecondsOf,
  monthInFrench,
  numberInFrench,
  ofPeriodInFrench,
  periodInFrench,
  providerName,
  statusInFrench,
  timeOf,
  type Francs,
  type Instant,
  type TimeZone,
  type VehicleType,
} from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';

export const francs = (amount: Francs): string => amountInFrench(amount, CURRENCY);

/** A month in French words. The markup contains `YYYY-MM`. */
export const monthHtml = (month: string): Html => html`<time datetime="${month}">${monthInFrench(month)}</time>`;

export {
  amountInFrench as amountIn,
  dayInFrench as day,
  monthInFrench as month,
  numberInFrench as number,
  ofPeriodInFrench as ofPeriod,
  periodInFrench as period,
  providerName,
  statusInFrench as status,
};

/** The total number. If only some entries are listed, the text also contains the number of listed entries. */
export const countOf = (listed: readonly { readonly total: number }[]): string => {
  const total = listed[0]?.total ?? 0;
  return total > listed.length ? `${listed.length} sur ${numberInFrench(total)}` : String(listed.length);
};

/** A moment in the business time zone. The markup contains the exact instant. */
export const moment = (at: Instant, zone: TimeZone): Html =>
  html`<time datetime="${at}">${dayInFrench(dateOf(at, zone))} à ${timeOf(at, zone)}</time>`;

const AGO = new Intl.RelativeTimeFormat('fr');
/** Ages below `MINUTES` are shown in minutes, ages below `HOURS` in hours, older ones in days. */
const [MINUTES, HOURS] = [90, 48];

/** How long ago something happened. The tooltip shows the moment. */
export const age = (at: Instant, now: Instant, zone: TimeZone): Html => {
  const minutes = Math.floor((millisecondsOf(now) - millisecondsOf(at)) / 60_000);
  const hours = Math.floor(minutes / 60);
  const ago =
    minutes < 1
      ? 'à l’instant'
      : minutes < MINUTES
        ? AGO.format(-minutes, 'minute')
        : hours < HOURS
          ? AGO.format(-hours, 'hour')
          : AGO.format(-Math.floor(hours / 24), 'day');
  return html`<time datetime="${at}" title="${dayInFrench(dateOf(at, zone))} à ${timeOf(at, zone)}">${ago}</time>`;
};

export const momentOrNone = (at: Instant | null | undefined, zone: TimeZone): Html | string =>
  at === null || at === undefined ? '–' : moment(at, zone);

export const vehicleType = (type: VehicleType): string => ({ auto: 'automobile', bike: 'deux-roues' })[type];

/** The French names of the roles. */
export const ROLES = { act: 'gestionnaire', look: 'consultation' } as const;

/** A mobile number of Côte d’Ivoire as `07 07 12 34 56`. Any other number is returned unchanged. */
export const phone = (number: string): string =>
  /^\+225\d{10}$/.test(number) ? (number.slice(4).match(/../g) ?? []).join('\u00a0') : number;
