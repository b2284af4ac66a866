import { listCompanies, showCompany } from '@vehicle-insurance/core';
import { failureText } from '../words/failures.ts';
import { moment, momentOrNone, status } from '../words/format.ts';
import { html } from '../web/html.ts';
import type { Route } from '../web/route.ts';
import { table } from '../web/table.ts';
import { timeline } from './timeline.ts';
import { button } from './waiting.ts';

export const companiesPage: Route = {
  method: 'GET',
  path: '/company',
  answer: async ({ person }, { ports }) => {
    const companies = await listCompanies(ports)();
    return {
      title: 'Sociétés',
      body: html`
        ${table(
          'Sociétés enregistrées',
          ['Nom', 'État', 'Code intermédiaire', 'Ajoutée le'],
          companies.map(({ id, name, enabled, intermediaryCode, created }) => [
            html`<a href="/company/${id}">${name}</a>`,
            status('company', enabled ? 'enabled' : 'disabled'),
            intermediaryCode,
            moment(created, ports.zone),
          ]),
        )}
        <div class="actions">${button(person, 'company add', '-')}</div>
      `,
    };
  },
};

export const companyPage: Route = {
  method: 'GET',
  path: '/company/:id',
  answer: async ({ params, person }, { ports }) => {
    const found = await showCompany(ports)({ company: params['id'] ?? '' });
    if (found.isErr()) return { title: failureText({ code: 'company_not_found' }), body: html``, status: 404 };
    const { company, keys, history } = found.value;
    const { zone } = ports;
    return {
      title: company.name,
      body: html`
        <section>
          <dl>
            <dt>État</dt>
            <dd>${status('company', company.enabled ? 'enabled' : 'disabled')}</dd>
            <dt>Numéro de la société</dt>
            <dd>${company.number}</dd>
            <dt>Code intermédiaire</dt>
            <dd>
              ${company.intermediaryCode ?? 'non renseigné'}
              <small>code du bureau : ${company.office ?? 'non renseigné'}</small>
            </dd>
            <dt>Mentions sur les documents</dt>
            <dd>
              ${[company.legalForm, company.address, company.licence, company.phone].filter((fact) => fact !== null).join(', ') || '–'}
            </dd>
          </dl>
          <div class="actions">
            <a class="button quiet" href="/company/${company.id}/setup">Mise en service</a>
            ${button(person, 'key issue', company.id)} ${button(person, 'key revoke', company.id)}
            ${button(person, 'company set', company.id)}
            ${button(person, company.enabled ? 'company disable' : 'company enable', company.id)}
          </div>
        </section>
        ${table(
          'Clés d’API',
          ['Premiers caractères', 'Usage', 'Créée le', 'Expire le', 'Révoquée le', 'Dernière utilisation'],
          keys.map(({ prefix, label, created, expires, revoked, lastUsed }) => [
            `${prefix}…`,
            label,
            moment(created, zone),
            momentOrNone(expires, zone),
            momentOrNone(revoked, zone),
            momentOrNone(lastUsed, zone),
          ]),
        )}
        ${timeline(history, zone)}
      `,
    };
  },
};
