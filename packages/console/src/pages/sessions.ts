import { formPath } from '../actions.ts';
import type { ListedSession } from '../access/sessions.ts';
import { personHtml } from '../words/author.ts';
import { browserText } from '../words/browser.ts';
import { moment, ROLES } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { Route, Visit } from '../web/route.ts';
import { table } from '../web/table.ts';
import { consoleLines } from './console-lines.ts';

const LINES = 100;

/** The people who are signed in, and the ended sessions. */
export const sessionsPage: Route = {
  method: 'GET',
  path: '/session',
  answer: async (visit, { access, ports: { zone } }) => {
    const sessions = await access.sessions.list();
    const lines = (await access.history.latest(LINES)).filter(({ what }) => what === 'session');
    return {
      title: 'Sessions',
      body: html`
        ${table(
          'Sessions ouvertes',
          ['Personne', 'Droits', 'Connectée depuis le', 'Dernière activité', 'Adresse IP et navigateur', 'Fermeture'],
          sessions.map((session) => [
            personHtml(session),
            ROLES[session.role],
            moment(session.since, zone),
            moment(session.lastSeen, zone),
            html`${session.address ?? '–'} <small>${session.browser && browserText(session.browser)}</small>`,
            visit.person.role === 'act' ? endForm(session, visit) : undefined,
          ]),
        )}
        ${consoleLines(lines, zone)}
      `,
    };
  },
};

/**
 * The form that ends a session. One button ends the listed session. The other button ends all sessions and unused links
 * of its person.
 */
const endForm = ({ id, name, subject }: ListedSession, { formToken }: Visit): Html => html`
  <form method="post" action="${formPath('session end', id)}">
    <input type="hidden" name="form-token" value="${formToken}" />
    <input name="why" aria-label="Motif" placeholder="Motif" maxlength="500" required autocomplete="off" />
    <button class="danger">Fermer la session</button>
    <button class="danger" formaction="${formPath('session end', subject ?? name)}">
      Fermer toutes les sessions de cette personne et annuler ses liens d’accès
    </button>
  </form>
`;
