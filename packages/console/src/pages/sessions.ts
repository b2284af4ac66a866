import { shortText } from '@vehicle-insurance/core';
import { identityOf } from '../access/person.ts';
import type { ListedSession } from '../access/sessions.ts';
import { personShown } from '../words/author.ts';
import { moment, ROLES } from '../words/shown.ts';
import { html, type Html } from '../web/html.ts';
import type { Route, Visit } from '../web/route.ts';
import { table } from '../web/table.ts';
import { consoleLines } from './console-lines.ts';

/** Lines of the history that are looked through. */
const SHOWN = 100;

/** Who is signed in, and the sessions that were ended. */
export const sessionsPage: Route = {
  method: 'GET',
  path: '/session',
  answer: async (visit, { access, ports: { zone } }) => {
    const sessions = await access.sessions.list();
    const lines = (await access.history.latest(SHOWN)).filter(({ what }) => what === 'session');
    return {
      title: 'Personnes connectées',
      body: html`
        ${table(
          'Sessions ouvertes',
          ['Personne', 'Droits', 'Connectée depuis', 'Dernière activité', 'Adresse', ''],
          sessions.map((session) => [
            personShown(session),
            ROLES[session.role],
            moment(session.since, zone),
            moment(session.lastSeen, zone),
            html`${session.address ?? '–'} <small>${session.browser}</small>`,
            visit.person.role === 'act' ? endForm(session, visit) : undefined,
          ]),
        )}
        ${consoleLines(lines, zone)}
      `,
    };
  },
};

const endForm = ({ id }: ListedSession, { formToken }: Visit): Html => html`
  <form method="post" action="/session/${id}/end">
    <input type="hidden" name="form-token" value="${formToken}" />
    <input name="why" aria-label="Motif" placeholder="Motif" maxlength="500" required autocomplete="off" />
    <button class="danger">Fermer la session</button>
  </form>
`;

/** Ends any person's session. One person suffices, since it may be urgent. */
export const endSession: Route = {
  method: 'POST',
  path: '/session/:id/end',
  answer: async ({ params, form, person }, { access }) => {
    const why = shortText(form['why']);
    if (why.isErr()) return { to: '/session', said: 'Saisissez le motif, en une ligne.' };
    const ended = await access.sessions.end([params['id'] ?? ''], { by: identityOf(person), why: why.value });
    return { to: '/session', said: ended.length > 0 ? 'La session est fermée.' : 'Cette session est déjà fermée.' };
  },
};
