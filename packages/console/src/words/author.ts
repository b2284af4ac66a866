import type { Identity, Signed } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';

/** A name in guillemets of its own, so that no name can read like two people, with the account if there is one. */
const named = ({ name, subject }: Pick<Identity, 'name' | 'subject'>): Html =>
  html`<bdi>« ${name.replaceAll(/[«»]/gu, '"')} »</bdi>${subject !== null && html` <small>compte ${subject}</small>`}`;

/** A person, as the pages name them. */
export const personShown = named;

/** Who did something, and who confirmed it; a dash if it was the service. */
export const authorShown = ({ by, account, confirmedBy }: Signed): Html =>
  by === undefined
    ? html`–`
    : html`par
      ${named({ name: by, subject: account?.subject ?? null })}${confirmedBy && html`, confirmé par ${named(confirmedBy)}`}`;
