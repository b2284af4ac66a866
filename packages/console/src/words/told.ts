import { CURRENCY, NO_LOOK_UP, NOT_CONFIGURED, REFUND_REFUSED } from '@vehicle-insurance/core';
import { html, type Html } from '../web/html.ts';
import { DIFFERENCE_WORDS } from './differences.ts';
import { amountIn } from './shown.ts';

type Words = (...found: readonly (string | undefined)[]) => string | undefined;

/** Stored English sentences of the service, the provider and the authority, with their French. */
const SENTENCES: ReadonlyMap<string, string> = new Map([
  ['broken connection', 'connexion rompue'],
  ['no connection', 'pas de connexion'],
  ['time-out', 'délai dépassé'],
  ['not sent', 'pas envoyé, il ne répondait plus'],
  ['the answer cannot be understood', 'réponse incompréhensible'],
  ['the provider does not know the session', 'le fournisseur ne connaît pas la session'],
  [REFUND_REFUSED, 'le fournisseur refuse de rendre l’argent'],
  [NOT_CONFIGURED, 'le fournisseur n’est plus configuré'],
  ['the provider cannot refund', 'le fournisseur ne sait pas rendre'],
  ['the provider says it is paid', 'le fournisseur le dit payé'],
  ['the provider has a session', 'le fournisseur a une session'],
  ['the provider gave it back', 'le fournisseur a rendu l’argent'],
  ['the provider says as well that it gave it back', 'le fournisseur dit lui aussi avoir rendu l’argent'],
  ['the provider does not tell whether it gave it back', 'le fournisseur ne dit pas s’il a rendu l’argent'],
  ['not given back yet', 'pas encore rendu'],
  ['one session too many', 'une session de trop'],
  ['a debit is still under way', 'un débit est encore en cours'],
  [NO_LOOK_UP, 'l’autorité ne se laisse pas interroger'],
  ['the authority has decided nothing yet', 'l’autorité n’a encore rien décidé'],
  ['the authority is in trouble', 'l’autorité a une panne'],
  ['the authority issued it', 'l’autorité l’a éditée'],
  ['the authority accepted the request', 'l’autorité a accepté la demande'],
  ['the authority has named no number of the request', 'l’autorité n’a donné aucun numéro à la demande'],
  ['the answer names no request', 'la réponse ne nomme aucune demande'],
  [
    'the authority issued another certificate than was attached',
    'l’autorité a édité une autre attestation que celle qui est jointe',
  ],
  [
    'a certificate came after the contract had been cancelled: it is not attached',
    'une attestation est venue après la résiliation du contrat : elle n’est pas jointe',
  ],
  ['for the cancelled contract', 'pour le contrat résilié'],
  ['but what was attached', 'd’autre que ce qui est joint'],
  ['the store of the scheduler does not answer', 'le dépôt de l’ordonnanceur ne répond pas'],
  ['the certificate’s picture is none', 'l’image de l’attestation n’en est pas une'],
  [
    'the certificate’s picture is not on one of the authority’s hosts',
    'l’image de l’attestation n’est pas chez l’autorité',
  ],
  ['the statement has money of it', 'le relevé en a de l’argent'],
  ['the statement is not there yet', 'le relevé n’est pas encore là'],
  ['the provider has refused every call for a day', 'l’opérateur refuse toutes les requêtes depuis un jour'],
  ['the statement has more pages than a day can have', 'le relevé a plus de pages que n’en a un jour'],
  ['it cannot be removed from the store', 'le dépôt ne permet pas de le retirer'],
  ['our credentials are not accepted', 'nos codes ne sont pas acceptés'],
  ['no certificates are left in stock', 'plus d’attestation en stock'],
  ['there is such a request already', 'la même demande existe déjà'],
  ['another contract covers this vehicle', 'un autre contrat couvre ce véhicule'],
  ['a field or date is not accepted', 'un champ ou une date n’est pas accepté'],
  ['a code is not known', 'un code n’est pas connu'],
  ['not a status that is known', 'un état qui n’est pas connu'],
  ['accepted', 'acceptée'],
  ['too many requests', 'trop de demandes'],
  ['the insurer is not known', 'l’assureur n’est pas connu'],
  ['the intermediary is not known', 'l’intermédiaire n’est pas connu'],
  ['the duration is not accepted', 'la durée n’est pas acceptée'],
  ['the dates are not accepted', 'les dates ne sont pas acceptées'],
  ['the colour is not accepted', 'la couleur n’est pas acceptée'],
  ['the category is not accepted', 'la catégorie n’est pas acceptée'],
  ['the energy is not accepted', 'l’énergie n’est pas acceptée'],
  ['the genre is not accepted', 'le genre n’est pas accepté'],
  ['the usage is not accepted', 'l’usage n’est pas accepté'],
  ['the type is not accepted', 'le type n’est pas accepté'],
  ['the zone is not accepted', 'la zone n’est pas acceptée'],
  ['a caller asked to pay', 'la société a demandé à payer'],
  ['a notification came', 'une notification est arrivée'],
  ['a session was found', 'une session a été trouvée'],
  ['no session found', 'aucune session trouvée'],
  ['its quote was paid', 'son devis a été payé'],
  ['its day has come', 'son jour est venu'],
  ['made now', 'fait maintenant'],
  ['documents looked after', 'documents vérifiés'],
  ['authority’s code read', 'code de l’autorité lu'],
  ['not decided yet', 'pas encore décidé'],
  ['proposal withdrawn', 'proposition retirée'],
  ['proposal expired', 'proposition non confirmée à temps'],
  ['proposal refused', 'proposition confirmée, mais refusée par le service'],
  ['watched', 'surveillé'],
  ['paid after it had failed', 'payé après son échec'],
  ['expired', 'délai passé'],
  ['declined', 'refusé par le payeur'],
  ['taken on', 'société ajoutée'],
  ['issued', 'donnée'],
  ['revoked', 'révoquée'],
]);

/** What an operator's settlements are called in the history. */
const SETTLED_WORDS: Readonly<Record<string, string>> = {
  'refund on pages': 'rendu sur les pages du fournisseur',
  'transfer covered': 'versé là d’où le virement est parti',
  'refund repeated': 'rendu sans être dû',
  'transfer repeated': 'viré alors que c’était rendu',
  'repeated settled': 'ce que le payeur devait est réglé',
  'repeated returned': 'ce que le payeur devait est revenu',
};

const but = (contradiction: string | undefined): string =>
  contradiction === undefined ? '' : `, mais ${french(contradiction)}`;

/** Sentences with variable parts; the part after a colon is translated in turn. */
const PATTERNS: readonly (readonly [told: RegExp, inFrench: Words])[] = [
  [/^the provider gave no answer: (.*)$/, (why) => `le fournisseur ne répond pas : ${french(why)}`],
  [/^the authority gave no answer: (.*)$/, (why) => `l’autorité ne répond pas : ${french(why)}`],
  [/^the provider answered (\d+)$/, (status) => `le fournisseur a répondu ${status}`],
  [/^the authority answered (.*)$/, (words) => `l’autorité a répondu ${french(words)}`],
  [/^the provider refused: (.*)$/, (why) => `le fournisseur refuse : ${french(why)}`],
  [/^the authority refused: (.*)$/, (why) => `l’autorité refuse : ${french(why)}`],
  [/^the authority refused our credentials: (.*)$/, (why) => `l’autorité refuse nos codes : ${french(why)}`],
  [
    /^the certificate is not this contract's: (.*)$/,
    (why) => `l’attestation n’est pas celle du contrat : ${french(why)}`,
  ],
  [
    /^the request it has already is another's: (.*)$/,
    (why) => `la demande qu’elle a déjà est d’un autre : ${french(why)}`,
  ],
  [/^its number (.*) belongs to contract (.*)$/, (number, id) => `son numéro ${number} est celui du contrat ${id}`],
  [/^the authority holds nothing (.*)$/, (why) => `l’autorité n’a rien ${french(why)}`],
  [/^the authority has not ended request (.*)$/, (number) => `l’autorité n’a pas clos la demande ${number}`],
  [
    /^the authority has issued (\S+) for it(?:, though (.*))?, and (\S+) was attached$/,
    (issued, though, attached) => `l’autorité a édité ${issued}${but(though)}, et ${attached} est jointe`,
  ],
  [
    /^the authority holds certificate (\S+)(?: from our request, though (.*))?$/,
    (number, though) =>
      `l’autorité a l’attestation ${number}${though === undefined ? '' : ' de notre demande'}${but(though)}`,
  ],
  [
    /^the authority's answer cannot be understood \((\d+)\)$/,
    (status) => `réponse incompréhensible de l’autorité (${status})`,
  ],
  [/^the picture did not come: (.*)$/, (why) => `l’image n’est pas venue : ${french(why)}`],
  [/^some of its days are covered by (.*)$/, (policies) => `certains de ses jours sont couverts par ${policies}`],
  [/^(.*) cannot be stored$/, (what) => `le dépôt ne prend pas ${DOCUMENT_WORDS[what ?? ''] ?? what}`],
  [
    /^given back by hand, reference (.*?): (.*)$/,
    (reference, note) => `rendu à la main, référence ${reference} : ${note}`,
  ],
  [
    /^recorded as given back by hand as well, reference (.*?): (.*); it was given back already$/,
    (reference, note) => `noté comme rendu à la main aussi, référence ${reference} : ${note} ; c’était déjà rendu`,
  ],
  [
    /^the provider has given it back; recorded as given back by hand as well, reference (.*?): (.*)$/,
    (reference, note) =>
      `le fournisseur a rendu l’argent ; noté comme rendu à la main aussi, référence ${reference} : ${note}`,
  ],
  [
    /^given back on the provider’s pages(, as the provider confirms)?, reference (.*?): (.*)$/,
    (confirmed, reference, note) =>
      `rendu par les pages du fournisseur${confirmed === undefined ? '' : ', qui le confirme'}, référence ${reference} : ${note}`,
  ],
  [/^it is for policy (.*)$/, (policy) => `elle est de la police ${policy}`],
  [/^it is for the vehicle (.*)$/, (plate) => `elle est du véhicule ${plate}`],
  [/^it is for other days: (.*) to (.*)$/, (from, to) => `elle est d’autres jours : du ${from} au ${to}`],
  [/^dismissed: (.*)$/, (why) => `retiré de la liste : ${why}`],
  [/^difference explained: (.*)$/, (why) => `écart expliqué : ${why}`],
  [
    /^certificate (\S+) attached by hand(?:: (.*))?$/,
    (number, why) => `attestation ${number} jointe à la main${why === undefined ? '' : ` : ${why}`}`,
  ],
  [
    new RegExp(`^(${Object.keys(SETTLED_WORDS).join('|')}): (.*)$`),
    (cause, why) => `${SETTLED_WORDS[cause ?? '']} : ${why}`,
  ],
  [/^(certificateImage|contractDocument) stored$/, (which) => `au dépôt : ${DOCUMENT_WORDS[which ?? '']}`],
  [/^(-?\d+): (.*)$/, (status, words) => `${status} : ${french(words)}`],
  [
    /^(\w+), (\w+)(?: (\S+))?(?:, statement (-?\d+)( [A-Z]+)?)?(?:, records (-?\d+)( [A-Z]+)?)?$/,
    (...found) => difference(...found),
  ],
  [/^(\d+) ([A-Z]{3})$/, (amount, currency) => amountIn(Number(amount), currency ?? '')],
];

const DOCUMENT_WORDS: Readonly<Record<string, string>> = {
  certificateImage: 'l’image de l’attestation',
  contractDocument: 'le contrat',
};

const difference: Words = (kind, provider, transaction, statement, statementIn, records, recordsIn) => {
  const words = Object.entries(DIFFERENCE_WORDS).find(([each]) => each === kind)?.[1];
  const amount = (what: string, of: string | undefined, currency = CURRENCY): readonly string[] =>
    of === undefined ? [] : [`${what} ${amountIn(Number(of), currency.trim())}`];
  return (
    words &&
    [
      words.what,
      [provider, transaction].join(' ').trim(),
      ...amount('relevé', statement, statementIn),
      ...amount('nos comptes', records, recordsIn),
    ].join(', ')
  );
};

/** In French, or unchanged where no translation is known. */
export const french = (said = ''): string => known(said) ?? said;

const known = (said: string): string | undefined => {
  const sentence = SENTENCES.get(said);
  if (sentence !== undefined) return sentence;
  for (const [pattern, inFrench] of PATTERNS) {
    const [whole, ...found] = pattern.exec(said) ?? [];
    if (whole !== undefined) return inFrench(...found);
  }
  return undefined;
};

/** A stored last error or cause, for a page in French: without a translation it is marked as English. */
export const told = (said: string | null | undefined): Html | string => {
  if (said === null || said === undefined) return '';
  return known(said) ?? html`<span lang="en">${said}</span>`;
};
