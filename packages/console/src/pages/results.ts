import type { PaperLink, TimeZone } from '@vehicle-insurance/core';
import { pageOf, type Action } from '../actions.ts';
import { moment } from '../words/format.ts';
import { html } from '../web/html.ts';
import type { Page, PageResponse } from '../web/route.ts';

/** The response after an action: its subject's page with the result, or a page that shows a secret result once. */
export const resultPage = (action: Action, id: string, done: unknown, zone: TimeZone): PageResponse => {
  const [text, to] = [action.doneText(done, id), pageOf(action, id)];
  if (action.name === 'contract link') return linkPage(action, done as PaperLink, to, zone);
  return action.showsSecret ? secretPage(text, to) : { to, said: text };
};

const secretPage = (secret: string, next: string): Page => ({
  title: 'Clé à remettre à la société',
  body: html`<pre>${secret}</pre>
    <p>Cette clé ne s’affichera plus. Copiez-la maintenant et remettez-la à la société par un moyen sûr.</p>
    <p><a class="button" href="${next}">Continuer</a></p>`,
});

const linkPage = ({ fields }: Action, { paper, link, expires }: PaperLink, next: string, zone: TimeZone): Page => ({
  title: 'Lien à envoyer',
  body: html`
    <label for="link">${fields.find(({ name }) => name === 'paper')?.choiceLabels[paper]} : lien à copier</label>
    <input id="link" type="url" value="${link}" readonly />
    <p>Ce lien ne s’affichera plus. Il est valable jusqu’au ${moment(expires, zone)}.</p>
    <p><a class="button" href="${next}">Continuer</a></p>
  `,
});
