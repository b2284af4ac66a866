import { quotable, type Identity, type Signed } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';

/**
 * Whether a name cannot be mistaken for two people: it has no separators such as commas, and none of the words that
 * pages put around names.
 */
const isPlain = (name: string): boolean =>
  /^[\p{L}\p{M}\p{N}@._'’-]+(?: [\p{L}\p{M}\p{N}@._'’-]+)*$/u.test(name) &&
  !/(?:^| )(?:par|compte|confirm)/iu.test(name);

/** A person, with the account if there is one. Guillemets ensure that an unusual name cannot look like two people. */
export const personHtml = ({ name, subject }: Pick<Identity, 'name' | 'subject'>): Html =>
  html`<bdi>${isPlain(name) ? name : `« ${quotable(name)} »`}</bdi
    >${subject !== null && html` <small>compte ${subject}</small>`}`;

/** The author and the person who confirmed, as a cell of a table. A dash if the service acted. */
export const authorCell = ({ by, account, confirmedBy }: Signed): Html =>
  by === undefined
    ? html`–`
    : html`${personHtml({ name: by, subject: account?.subject ?? null })}${confirmedBy && html`, confirmé par ${personHtml(confirmedBy)}`}`;

/** The author and the person who confirmed, as part of a sentence. */
export const authorHtml = (signed: Signed): Html =>
  signed.by === undefined ? authorCell(signed) : html`par ${authorCell(signed)}`;
