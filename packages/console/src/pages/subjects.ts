import { describeSubjects, DIFFERENCES_IN_FRENCH, findCompany } from '@vehicle-insurance/core';
import { pageOf, type Action } from '../actions.ts';
import { francs, month, status } from '../words/format.ts';
import { html, type Html } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';

type Ports = PageDependencies['ports'];

export const IS_ID = /^[0-9a-f-]{36}$/;

/**
 * A function that returns a link to a payment or contract, with a text that people recognise. The link for an unknown
 * id leads to a search.
 */
export const linksTo = async (
  { store }: Pick<Ports, 'store'>,
  ids: readonly string[],
): Promise<(id: string) => Html> => {
  const descriptions = await describeSubjects(store)(ids);
  return (id) => {
    const found = descriptions.get(id);
    if (!found)
      return html`<a href="/search?q=${encodeURIComponent(id)}">${IS_ID.test(id) ? 'Référence inconnue' : id}</a>`;
    const { what, policyholder, licencePlate, policyNumber, amount } = found;
    const [name, more] =
      what === 'payment'
        ? [`Paiement de ${francs(amount)}`, policyNumber]
        : [`Police ${policyNumber}`, `prime de ${francs(amount)}`];
    return html`<a href="/${what}/${id}">${name}</a>
      <small>${[policyholder, licencePlate, more].filter((each) => each !== null).join(' · ')}</small>`;
  };
};

/** A link to the subject of an action. Undefined for sessions, statements and the whole service. */
export const subjectLink = async (
  ports: Ports,
  { about }: Pick<Action, 'about'>,
  id: string,
): Promise<Html | undefined> => {
  const link = (words: string | Html): Html => html`<a href="${pageOf({ about }, id)}">${words}</a>`;
  switch (about) {
    case 'payment': {
      const payment = (await linksTo(ports, [id]))(id);
      const refund = (await ports.store.paymentQueries.find(id))?.refund;
      // The refund is shown too, because its amount may be smaller than the payment's.
      return refund
        ? html`${payment}<br />Remboursement de ${francs(refund.amount)} : ${status('refund', refund.status)}`
        : payment;
    }
    case 'contract':
    case 'item':
      return (await linksTo(ports, [id]))(id);
    case 'company':
      return link(`Société : ${(await findCompany(ports)(id))?.name ?? 'référence inconnue'}`);
    case 'difference': {
      const [difference] = await ports.store.statements.differences(1, { ids: { from: id, to: id } });
      if (!difference) return link('Écart');
      const { kind, paymentId } = difference;
      const payment = (await linksTo(ports, [paymentId]))(paymentId);
      return html`${link(`Écart : ${DIFFERENCES_IN_FRENCH[kind]}`)}, ${payment}`;
    }
    case 'month':
      return link(`Mois : ${month(id)}`);
    case 'bordereaux':
      return link(`Bordereaux : ${month(id)}`);
    case 'voucher':
      return link('Pièces comptables');
    case 'session':
    case 'statement':
    case 'service':
      return undefined;
  }
};
