import { quotable, type Identity, type Signed } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';

/**
 * Whether a name cannot be mistaken for the names of two people. Such a name contains no comma, and no word that pages
 * put around names, such as « avec la confirmation de ».
 */
const isPlain = (name: string): boolean =>
  /^[\p{L}\p{M}\p{N}@._'’-]+(?: [\p{L}\p{M}\p{N}@._'’-]+)*$/u.test(name) &&
  !/(?:^| )(?:par|avec|compte|confirm)/iu.test(name);

/** A name or an account. Many identity providers number accounts with UUIDs, whose ends are enough to compare two. */
export const shortened = (text: string): string =>
  text.replace(/^([\da-f]{8})-(?:[\da-f]{4}-){3}[\da-f]{8}([\da-f]{4})$/i, '$1…$2');

/** A person, with the account if there is one. Guillemets prevent an unusual name from looking like two people. */
export const personHtml = ({ name, subject }: Pick<Identity, 'name' | 'subject'>): Html =>
  html`<bdi>${isPlain(name) ? shortened(name) : `« ${quotable(name)} »`}</bdi
    >${subject !== null && html` <small>(compte ${shortened(subject)})</small>`}`;

/** « de » before a name, shortened before a vowel. */
const of = (name: string): string => (/^[aeiou]/i.test(name.normalize('NFD')) ? 'd’' : 'de ');

/** The author and the confirming person, for a table cell. A dash if the service itself acted. */
export const authorCell = ({ by, account, confirmedBy }: Signed): Html =>
  by === undefined
    ? html`–`
    : html`${personHtml({ name: by, subject: account?.subject ?? null })}${confirmedBy && html`, avec la confirmation ${of(confirmedBy.name)}${personHtml(confirmedBy)}`}`;

/** The author and the confirming person, inside a sentence. */
export const authorHtml = (signed: Signed): Html =>
  signed.by === undefined ? authorCell(signed) : html`par ${authorCell(signed)}`;
