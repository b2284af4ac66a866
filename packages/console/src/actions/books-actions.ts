import { closeBooks, Err, findClosing, monthInFrench, parseMonth, type ClosedBooks } from '@vehicle-insurance/core';
import { failureText } from '../words/failures.ts';
import { WHY, type Action } from './action.ts';

const monthClose: Action = {
  name: 'month-close',
  title: 'Clôturer le mois',
  about: 'month',
  isDangerous: true,
  consequence:
    'Les écritures du mois deviennent définitives. Une opération du mois connue après la clôture sera comptabilisée le mois suivant. Les bordereaux sont générés ensuite. Pour un million d’écritures, comptez quelques minutes.',
  fields: [WHY],
  run: async ({ id, fields, by }, ports) => {
    if (parseMonth(id) === undefined) return Err({ code: 'month_unknown' });
    const closed = await closeBooks(ports)({ month: id, by, why: fields['why'] }, () => undefined);
    return closed.map(
      ({ closing: { month, number }, bordereaux }) =>
        `Le mois de ${monthInFrench(month)} est clôturé (clôture n° ${number}). ${bordereauxText(bordereaux)}`,
    );
  },
};

/** The result for the bordereaux, in words. The month remains closed even if they could not be written. */
const bordereauxText = (bordereaux: ClosedBooks['bordereaux']): string =>
  bordereaux.isOk()
    ? countText(bordereaux.value)
    : `Les bordereaux n’ont pas été générés. ${failureText(bordereaux.error)}`;

const countText = ({ length: insurers }: readonly unknown[]): string =>
  insurers === 0
    ? 'Aucune opération ce mois-ci : il n’y a pas de bordereau.'
    : `Bordereaux générés pour ${insurers} ${insurers === 1 ? 'assureur' : 'assureurs'}.`;

const bordereauxWrite: Action = {
  name: 'bordereaux-write',
  title: 'Générer les bordereaux',
  about: 'bordereaux',
  isDangerous: false,
  consequence:
    'Les bordereaux du mois sont générés à partir de la clôture. S’ils existent déjà, les fichiers sont seulement comparés : aucun n’est remplacé.',
  fields: [],
  run: async ({ id }, { books, bordereaux }) => {
    const closing = await findClosing({ books })(id);
    if (!closing) return Err({ code: 'month_open' });
    return (await bordereaux.write(closing)).map(countText);
  },
};

/** The actions for the books. */
export const BOOKS_ACTIONS: readonly Action[] = [monthClose, bordereauxWrite];
