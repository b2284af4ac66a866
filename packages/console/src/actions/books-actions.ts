import { closeBooks, Err, findClosing, parseMonth, type ClosedBooks } from '@vehicle-insurance/core';
import { failureText } from '../words/failures.ts';
import { WHY, type Action } from './action.ts';

const monthClose: Action = {
  name: 'month-close',
  title: 'Clôturer le mois',
  about: 'month',
  isDangerous: true,
  consequence:
    'Tout ce qui est écrit jusqu’à la fin du mois devient définitif ; ce qui s’apprend plus tard tombe dans le mois suivant. Ses bordereaux sont écrits ensuite. Un mois d’un million d’écritures prend quelques minutes.',
  fields: [WHY],
  run: async ({ id, fields, by }, ports) => {
    if (parseMonth(id) === undefined) return Err({ code: 'month_unknown' });
    const closed = await closeBooks(ports)({ month: id, by, why: fields['why'] }, () => undefined);
    return closed.map(
      ({ closing: { month, number }, bordereaux }) =>
        `${month} est clôturé, sous le numéro ${number}. ${becameOf(bordereaux)}`,
    );
  },
};

/** In words, what became of the bordereaux of a closed month: it stays closed even if they could not be written. */
const becameOf = (bordereaux: ClosedBooks['bordereaux']): string =>
  bordereaux.isOk()
    ? countText(bordereaux.value)
    : `Ses bordereaux ne sont pas écrits. ${failureText(bordereaux.error)}`;

const countText = ({ length: insurers }: readonly unknown[]): string =>
  insurers === 0
    ? 'Aucun contrat n’y figure : il n’y a pas de bordereau.'
    : `Bordereaux écrits pour ${insurers} ${insurers === 1 ? 'assureur' : 'assureurs'}.`;

const bordereauxWrite: Action = {
  name: 'bordereaux-write',
  title: 'Écrire les bordereaux',
  about: 'bordereaux',
  isDangerous: false,
  consequence:
    'Les bordereaux du mois sont écrits d’après la clôture. S’ils sont déjà là, ils sont écrits à côté et comparés : rien n’est remplacé.',
  fields: [],
  run: async ({ id }, { books, bordereaux }) => {
    const closing = await findClosing({ books })(id);
    if (!closing) return Err({ code: 'month_open' });
    return (await bordereaux.write(closing)).map(countText);
  },
};

/** What can be done about the books. */
export const BOOKS_ACTIONS: readonly Action[] = [monthClose, bordereauxWrite];
