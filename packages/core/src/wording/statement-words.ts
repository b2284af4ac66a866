import type { TableFault } from '../ports/statement-table.ts';
import type { ImportRefused } from '../use-cases/statement/import-table.ts';
import type { ActionWords } from './action-words.ts';
import { dayInFrench, numberInFrench, ofPeriodInFrench, periodInFrench } from './fr.ts';
import { providerName } from './provider-name.ts';

type FaultWords = {
  readonly [Code in TableFault['code']]: (fault: Extract<TableFault, { readonly code: Code }>) => string;
};

const atLine = ({ line }: { readonly line: number | null }, what: string): string => `line ${line ?? '?'}: ${what}`;

const ENGLISH: FaultWords = {
  no_header: () => 'the file has no line with the names of the columns',
  column_twice: (fault) => atLine(fault, `the column ${fault.column} occurs twice; rename one of them`),
  columns_missing: (fault) =>
    atLine(fault, `there is no column ${fault.missing.join(', ')}; the columns are ${fault.columns.join(', ')}`),
  other_length: (fault) => atLine(fault, 'its number of columns differs from the lines before'),
  quote_open: (fault) => atLine(fault, 'a quotation mark is not closed'),
  quote_inside: (fault) => atLine(fault, 'a quotation mark is in the middle of a value'),
  not_a_table: (fault) => atLine(fault, 'it cannot be read as a table'),
  control_character: (fault) => atLine(fault, 'a value contains a control character, such as NUL'),
  no_transaction: (fault) => atLine(fault, 'there is no transaction'),
  not_francs: (fault) => atLine(fault, `${fault.value} is not an amount of whole francs`),
  fee_not_francs: (fault) => atLine(fault, `${fault.value} is not a fee of whole francs`),
  not_a_currency: (fault) => atLine(fault, `${fault.value} is not a currency such as XOF`),
  not_a_date: (fault) => atLine(fault, `${fault.value} does not match the format ${fault.format}`),
  transaction_twice: (fault) => atLine(fault, `the same transaction is on line ${fault.before}`),
  unknown_kind: ({ word, lines }) =>
    `the kind "${word}" is on ${lines} ${lines === 1 ? 'line' : 'lines'}, and the mapping does not contain it: add it to "kinds", or import such lines as "other" with --allow-unknown-kinds`,
};

const aLaLigne = ({ line }: { readonly line: number | null }, what: string): string =>
  line === null ? `${what.charAt(0).toUpperCase()}${what.slice(1)}` : `Ligne ${line} : ${what}`;

const EXPORT_AGAIN = 'Téléchargez de nouveau le relevé depuis l’espace marchand.';
const FORMAT = 'la description des colonnes par l’administrateur';

const FRENCH: FaultWords = {
  no_header: () => `Le fichier n’a pas de ligne avec les noms des colonnes. ${EXPORT_AGAIN}`,
  column_twice: (fault) =>
    aLaLigne(fault, `deux colonnes portent le nom « ${fault.column} ». Renommez l’une des deux dans le fichier.`),
  columns_missing: (fault) =>
    aLaLigne(
      fault,
      `il manque ${fault.missing.length === 1 ? 'la colonne' : 'les colonnes'} ${fault.missing.join(', ')}. Le fichier contient : ${fault.columns.join(', ')}. Vérifiez l’opérateur choisi, ou faites corriger ${FORMAT}.`,
    ),
  other_length: (fault) => aLaLigne(fault, `cette ligne n’a pas autant de colonnes que les autres. ${EXPORT_AGAIN}`),
  quote_open: (fault) => aLaLigne(fault, `un guillemet n’est pas fermé. ${EXPORT_AGAIN}`),
  quote_inside: (fault) => aLaLigne(fault, `un guillemet est mal placé. ${EXPORT_AGAIN}`),
  not_a_table: (fault) => aLaLigne(fault, `le contenu n’est pas un tableau CSV. ${EXPORT_AGAIN}`),
  control_character: (fault) => aLaLigne(fault, `la ligne contient des caractères illisibles. ${EXPORT_AGAIN}`),
  no_transaction: (fault) =>
    aLaLigne(fault, `le numéro de transaction manque. Retirez cette ligne si c’est un total ; sinon, complétez-la.`),
  not_francs: (fault) =>
    aLaLigne(fault, `le montant « ${fault.value} » n’est pas un nombre entier de francs. Corrigez-le dans le fichier.`),
  fee_not_francs: (fault) =>
    aLaLigne(
      fault,
      `les frais « ${fault.value} » ne sont pas un nombre entier de francs. Corrigez-les dans le fichier.`,
    ),
  not_a_currency: (fault) =>
    aLaLigne(fault, `la devise « ${fault.value} » n’est pas un code de trois lettres. Pour le franc CFA, écrivez XOF.`),
  not_a_date: (fault) =>
    aLaLigne(
      fault,
      `la date « ${fault.value} » n’est pas au format prévu (${inFrenchFormat(fault.format)}). Corrigez-la, ou faites corriger ${FORMAT}.`,
    ),
  transaction_twice: (fault) =>
    aLaLigne(fault, `cette transaction figure déjà à la ligne ${fault.before}. Retirez l’une des deux lignes.`),
  unknown_kind: ({ word, lines }) =>
    `La nature « ${word} » (${lines === 1 ? 'une ligne' : `${numberInFrench(lines)} lignes`}) est inconnue. Demandez à l’administrateur d’ajouter cette nature à la description des colonnes, ou cochez la case qui importe ces lignes comme « autre ».`,
};

/** `DD/MM/YYYY HH:mm` as French readers write it. */
const inFrenchFormat = (format: string): string =>
  format.replaceAll('DD', 'JJ').replaceAll('YYYY', 'AAAA').replaceAll('HH', 'hh');

const worded = (words: FaultWords, fault: TableFault): string => words[fault.code](fault as never);

/** The maximum number of faults in an English text. A wrong mapping makes every line wrong. */
const FAULT_LIMIT = 10;

const faultsInEnglish = (faults: readonly TableFault[]): string => {
  const more = faults.length > FAULT_LIMIT ? [`and ${faults.length - FAULT_LIMIT} more`] : [];
  return [...faults.slice(0, FAULT_LIMIT).map((fault) => worded(ENGLISH, fault)), ...more].join('; ');
};

/** A fault of a table in French, with what to do. */
export const faultInFrench = (fault: TableFault): string => worded(FRENCH, fault);

type Days = Extract<ImportRefused, { readonly code: 'statement_days' }>;

const daysInEnglish = (days: Days): string => {
  const mapping = 'If this is wrong, correct "date" in the mapping';
  switch (days.problem) {
    case 'ends_in_future':
      return `--until is ${days.day}, which is in the future`;
    case 'line_in_future':
      return `a line is dated ${days.day}, which is in the future. ${mapping}`;
    case 'wrong_order':
      return `its first day would be ${days.first}, after its last day, ${days.last}. Correct --from or --until`;
    case 'long_range':
      return `its lines range from ${days.first} to ${days.last}. ${mapping}; if it is right, confirm it with --from ${days.first} --until ${days.last}`;
    case 'far_from_lines':
      return `--from ${days.from} --until ${days.until} is too far from its lines, which range from ${days.first} to ${days.last}`;
  }
};

const daysInFrench = (days: Days): string => {
  switch (days.problem) {
    case 'ends_in_future':
      return `Le dernier jour du relevé, le ${dayInFrench(days.day)}, est dans le futur. Corrigez cette date.`;
    case 'line_in_future':
      return `Une ligne est datée du ${dayInFrench(days.day)}, dans le futur. Le jour et le mois sont peut-être inversés : faites corriger ${FORMAT}.`;
    case 'wrong_order':
      return `Le premier jour du relevé serait le ${dayInFrench(days.first)}, après son dernier jour, le ${dayInFrench(days.last)}. Corrigez le premier ou le dernier jour.`;
    case 'long_range':
      return `Les lignes vont ${ofPeriodInFrench(days.first, days.last)}, soit plus de deux mois. Si le jour et le mois sont inversés, faites corriger ${FORMAT}. Si la période est juste, saisissez le premier et le dernier jour du relevé.`;
    case 'far_from_lines':
      return `La période saisie, ${periodInFrench(days.from, days.until)}, est trop éloignée des lignes, datées ${ofPeriodInFrench(days.first, days.last)}. Corrigez le premier ou le dernier jour.`;
  }
};

interface StatementWords<Edge extends 'command' | 'form'> {
  readonly actions: Pick<ActionWords<Edge>['actions'], 'statement import' | 'statement explain'>;
  readonly failures: Pick<ActionWords<Edge>['failures'], ImportFailure | DifferenceFailure>;
}

type ImportFailure = Exclude<ImportRefused['code'], 'invalid_request'>;
type DifferenceFailure = 'difference_not_open' | 'difference_ambiguous' | 'difference_changed';

export const STATEMENT_IN_ENGLISH: StatementWords<'command'> = {
  actions: {
    'statement import': {
      title: 'import a statement from a CSV file (idempotent)',
      consequence: 'an import cannot be undone, so preview it first',
      fields: {
        file: 'CSV file of the statement',
        provider: { label: 'provider of the statement', choices: { wave: 'Wave', cinetpay: 'CinetPay' } },
        mapping:
          'JSON file that describes the columns and formats (default: the description of the provider’s last import)',
        from: 'first day that the statement covers, if that day has no line',
        until: 'last day that the statement covers, if that day has no line',
        allowUnknownKinds: 'import lines whose kind is not in the mapping as "other"',
        why: 'reason, for the history',
      },
      done: ({ lines, kept, from, until }) =>
        `${lines} lines${from === null ? '' : ` from ${from} to ${until}`}; ${kept} new or changed. \`statement differences\` lists the discrepancies.`,
    },
    'statement explain': {
      title: 'mark a discrepancy as explained, so that it leaves the list',
      consequence: 'it is listed again if it changes',
      fields: { why: 'why statement and records differ, for the history' },
      done: 'Explained.',
    },
  },
  failures: {
    mapping_missing: ({ provider }) =>
      `No statement of ${provider} was imported before. Give --mapping with a file that describes its columns.`,
    mapping_invalid: ({ problem }) => `The mapping is wrong, and nothing was imported: ${problem}.`,
    mapping_without_fee: ({ provider }) =>
      `The mapping is wrong, and nothing was imported: columns must name fee, because the fees of ${provider} are compared with ${provider.toUpperCase()}_MERCHANT_BASIS_POINTS. If the table has no fees, remove that variable.`,
    statement_faults: ({ faults }) => `Nothing was imported: ${faultsInEnglish(faults)}.`,
    statement_days: (days) => `Nothing was imported: ${daysInEnglish(days)}.`,
    statement_changed: 'The figures have changed, and nothing was imported. Preview the file again.',
    difference_not_open: 'There is no such open discrepancy. `statement differences` lists them.',
    difference_ambiguous:
      'The payment has several discrepancies. `statement differences` lists them: give the id of one.',
    difference_changed: 'The discrepancy has changed, and nothing was explained. `statement differences` shows it.',
  },
};

const WHY = 'Motif';

export const STATEMENT_IN_FRENCH: StatementWords<'form'> = {
  actions: {
    'statement import': {
      title: 'Importer un relevé',
      consequence:
        'Importez des jours entiers et terminés. Un aperçu montre d’abord le contenu du fichier, sans rien enregistrer. Un import ne peut pas être annulé ; importer deux fois le même relevé ne crée pas de doublon.',
      fields: {
        file: 'Relevé de l’opérateur de paiement (fichier CSV)',
        provider: { label: 'Opérateur de paiement', choices: { wave: 'Wave', cinetpay: 'CinetPay' } },
        mapping:
          'Description des colonnes (fichier JSON fourni par l’administrateur), à joindre au premier import et quand les colonnes changent',
        from: 'Premier jour du relevé, si aucune opération n’a eu lieu ce jour-là',
        until: 'Dernier jour du relevé, si aucune opération n’a eu lieu ce jour-là',
        allowUnknownKinds: 'Importer comme « autre » les lignes dont la nature est inconnue',
        why: WHY,
      },
      done: ({ provider, lines, kept, from, until, opened }) => {
        const found = Object.values(opened).reduce((all, count) => all + count, 0);
        const days = from === null || until === null ? '' : ` ${ofPeriodInFrench(from, until)}`;
        return `Relevé ${providerName(provider)}${days} importé. Lignes : ${numberInFrench(lines)}. Lignes nouvelles ou modifiées : ${numberInFrench(kept)}. Nouveaux écarts : ${numberInFrench(found)}.`;
      },
    },
    'statement explain': {
      title: 'Justifier l’écart',
      consequence:
        'L’écart disparaît de la liste ; votre nom et votre motif sont conservés. L’écart réapparaît s’il change.',
      fields: { why: WHY },
      done: 'L’écart est justifié.',
    },
  },
  failures: {
    mapping_missing: ({ provider }) =>
      `Aucun relevé ${providerName(provider)} n’a encore été importé. Joignez la description des colonnes, à demander à l’administrateur.`,
    mapping_invalid: ({ problem }) =>
      `La description des colonnes contient une erreur. Transmettez ce message technique à l’administrateur : « ${problem} ».`,
    mapping_without_fee: () =>
      `La description des colonnes n’indique pas la colonne des frais, alors que les frais de cet opérateur de paiement sont contrôlés. Faites corriger cette description par l’administrateur.`,
    statement_faults: ({ faults }) => faults.map(faultInFrench).join(' '),
    statement_days: daysInFrench,
    statement_changed: 'Les chiffres ont changé depuis l’aperçu : rien n’a été importé. Affichez un nouvel aperçu.',
    difference_not_open: 'Cet écart n’est plus à traiter : il a été justifié ou résolu.',
    difference_ambiguous: 'Ce paiement a plusieurs écarts. Justifiez chaque écart depuis la page Relevés.',
    difference_changed: 'Cet écart a changé depuis que vous l’avez lu. Relisez-le avant de le justifier.',
  },
};
