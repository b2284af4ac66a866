import type { Identity, Signed } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';

/** Names that read like nothing but a name. */
const PLAIN = /^[\p{Script=Latin}\p{M}\p{N} .@_’'+-]+$/u;

/**
 * A person, with the account if there is one. Names of accounts and unusual names are in guillemets, so that none can
 * read like two people.
 */
export const personShown = ({ name, subject }: Pick<Identity, 'name' | 'subject'>): Html | string =>
  subject === null && PLAIN.test(name)
    ? name
    : html`<bdi>« ${name.replaceAll(/[«»]/gu, '"')} »</bdi
        >${subject !== null && html` <small>compte ${subject}</small>`}`;

/** Who did something, and who confirmed it; a dash if it was the service. */
export const authorShown = ({ by, account, confirmedBy }: Signed): Html =>
  by === undefined
    ? html`–`
    : html`par
      ${personShown({ name: by, subject: account?.subject ?? null })}${confirmedBy && html`, confirmé par ${personShown(confirmedBy)}`}`;
