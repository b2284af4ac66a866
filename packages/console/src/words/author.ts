import { quotable, type Identity, type Signed } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';

/** A person, with the account if there is one. People choose names: in guillemets, none can read like two people. */
export const personShown = ({ name, subject }: Pick<Identity, 'name' | 'subject'>): Html =>
  html`<bdi>« ${quotable(name)} »</bdi>${subject !== null && html` <small>compte ${subject}</small>`}`;

/** Who did something, and who confirmed it; a dash if it was the service. */
export const authorShown = ({ by, account, confirmedBy }: Signed): Html =>
  by === undefined
    ? html`–`
    : html`par
      ${personShown({ name: by, subject: account?.subject ?? null })}${confirmedBy && html`, confirmé par ${personShown(confirmedBy)}`}`;
