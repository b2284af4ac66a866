import { closeMonth, Err, findClosing, parseMonth, type Closing } from '@vehicle-insurance/core';
import type { PageDependencies } from '../web/page-dependencies.ts';
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
    // A closing is for good: whether its papers can be written is asked first.
    if (!(await ports.bordereaux.canWrite())) return Err({ code: 'bordereaux_folder' });
    const closed = await closeMonth(ports)({ month: id, by, why: fields['why'] }, () => undefined);
    if (closed.isErr()) return closed;
    const { month, number } = closed.value;
    const told = await written(ports, closed.value);
    return closed.map(() => `${month} est clôturé, sous le numéro ${number}. ${told}`);
  },
};

/** What became of the bordereaux of a month that is closed: it stays closed whether they are written or not. */
const written = async (ports: PageDependencies['ports'], closing: Closing): Promise<string> => {
  try {
    const made = await ports.bordereaux.write(closing);
    return made.isOk() ? countText(made.value) : `Ses bordereaux ne sont pas écrits. ${failureText(made.error)}`;
  } catch (cause) {
    ports.errorReporter.report({ what: 'bordereaux of a closed month were not written', cause });
    return 'Ses bordereaux ne sont pas écrits : écrivez-les depuis leur page.';
  }
};

const countText = (insurers: number): string =>
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
