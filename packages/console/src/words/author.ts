import { quotable, type Identity, type Signed } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';

/** A person, with the account if any. The guillemets prevent a chosen name from reading like two people. */
export const personHtml = ({ name, subject }: Pick<Identity, 'name' | 'subject'>): Html =>
  html`<bdi>« ${quotable(name)} »</bdi>${subject !== null && html` <small>compte ${subject}</small>`}`;

/** The author and the person who confirmed; a dash if it was the service. */
export const authorHtml = ({ by, account, confirmedBy }: Signed): Html =>
  by === undefined
    ? html`–`
    : html`par
      ${personHtml({ name: by, subject: account?.subject ?? null })}${confirmedBy && html`, confirmé par ${personHtml(confirmedBy)}`}`;
