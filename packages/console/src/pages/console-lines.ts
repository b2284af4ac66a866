import type { TimeZone } from '@vehicle-insurance/core';
import type { ConsoleLine } from '../access/console-history.ts';
import { ACTIONS } from '../actions.ts';
import { personHtml } from '../words/author.ts';
import { moment } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';

const DONE: Readonly<Record<string, string>> = {
  ended: 'Session fermée',
  role_removed: 'Session fermée : les droits de ce compte ont été retirés',
  withdrawn: 'Proposition retirée',
  expired: 'Proposition expirée sans confirmation',
  refused: 'Proposition confirmée, mais non exécutée (refus du service)',
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The console's history, newest first: ended sessions, and proposals that were not carried out. */
export const consoleLines = (lines: readonly ConsoleLine[], zone: TimeZone): Html | undefined =>
  lines.length === 0
    ? undefined
    : html`<section>
        <h2>Historique</h2>
        <ol class="timeline">
          ${lines.map(
            ({ at, done, by, about: { name, action, subject, why } }) => html`
              <li>
                <p><small>${moment(at, zone)}</small> <strong>${DONE[done] ?? done}</strong></p>
                <p>
                  ${name !== undefined && personHtml({ name: textOf(name), subject: textOf(subject) || null })}${action !== undefined && ` ${ACTIONS.get(textOf(action))?.title ?? textOf(action)}`}${textOf(why) !== '' && `. Motif : ${textOf(why)}`}
                  ${by && html`<small>– par ${personHtml(by)}</small>`}
                </p>
              </li>
            `,
          )}
        </ol>
      </section>`;
