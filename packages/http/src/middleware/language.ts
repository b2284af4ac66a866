import type { Language } from '@vehicle-insurance/core';
import type { Context } from 'koa';

const KNOWN = /^(?:en|fr)(?:-|$)/i;

/**
 * The language of messages for this caller, by Accept-Language (RFC 9110, 12.5.4). English is the default, also for `*`
 * and for languages that we do not have.
 */
export const languageOf = (ctx: Context): Language => {
  // Among equal weights, negotiator prefers an exact match. If the regional range that the caller prefers were not
  // offered too, `fr-CI, en` would mean English.
  const regional = ctx.acceptsLanguages().find((range) => KNOWN.test(range)) ?? 'en';
  const accepted = ctx.acceptsLanguages('en', 'fr', regional);
  return accepted !== false && /^fr/i.test(accepted) ? 'fr' : 'en';
};
