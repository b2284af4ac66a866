import {
  amountInFrench,
  CURRENCY,
  dateOf,
  dayInFrench,
  timeOf,
  type Francs,
  type Instant,
  type TimeZone,
} from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';

const GROUPS = new Intl.NumberFormat('fr-FR');

/** A number, as people write it. */
export const number = (count: number): string => GROUPS.format(count);

/** An amount, as people write it. */
export const francs = (amount: Francs): string => amountInFrench(amount, CURRENCY);

export { amountInFrench as amountIn, dayInFrench as day };

/** How many there are; if not all of them are listed, also how many are. */
export const countOf = (listed: readonly { readonly total: number }[]): string => {
  const total = listed[0]?.total ?? 0;
  return total > listed.length ? `${listed.length} sur ${number(total)}` : String(listed.length);
};

/** A moment in the business's zone; exact for machines. */
export const moment = (at: Instant, zone: TimeZone): Html =>
  html`<time datetime="${at}">${dayInFrench(dateOf(at, zone))} ${timeOf(at, zone)}</time>`;

/** The same, or a dash where there is none. */
export const momentOrNone = (at: Instant | null | undefined, zone: TimeZone): Html | string =>
  at === null || at === undefined ? '–' : moment(at, zone);

const WORDS: Readonly<Record<string, string>> = {
  opening: 'ouverture',
  pending: 'en attente',
  succeeded: 'payé',
  failed: 'échoué',
  due: 'à rendre',
  manual: 'à rendre à la main',
  done: 'rendu',
  started: 'en cours',
  expired: 'expiré',
  issued: 'éditée',
  enabled: 'ouverte',
  disabled: 'fermée',
  active: 'active',
  revoked: 'révoquée',
  open: 'à expliquer',
  explained: 'expliqué',
  settled: 'réparé',
};

/** A certificate's status: in French the word is feminine. */
export const certificateStatus = (word: string): string => (word === 'failed' ? 'refusée' : status(word));

/** A status in words. */
export const status = (word: string): string => WORDS[word] ?? word;
