import type { PlantedBug } from './planted-bug.ts';

const GUARDED = 'sandbox/test/console/guarded.e2e.test.ts';
const SIGN_IN = 'sandbox/test/console/sign-in.e2e.test.ts';
const TWO_PEOPLE = 'sandbox/test/console/two-people.e2e.test.ts';

/** Bugs in who may see, open and do what: callers, links to documents, and people at the console. */
export const RIGHTS_BUGS: readonly PlantedBug[] = [
  {
    name: 'most addresses of the API need no key',
    file: 'http/src/middleware/requests.ts',
    text: 'address.startsWith(`${path}/`)',
    instead: 'address.startsWith(`${path}/quote`)',
    foundBy: 'http/test/callers/callers.test.ts',
  },
  {
    name: 'a key is stored as it is',
    file: 'system/src/key-hasher.ts',
    text: "digest('sha256', key)",
    instead: 'digest.name + key',
    foundBy: 'system/test/system.test.ts',
  },
  {
    name: 'a link opens its document for ever',
    file: 'storage/src/signed-link.ts',
    text: 'ours && millisecondsOf(now) < Number(expires) * 1000',
    instead: 'ours && millisecondsOf(now) > 0',
    foundBy: 'storage/test/signed-link.test.ts',
  },
  {
    name: 'a link opens another document than its own',
    file: 'storage/src/signed-link.ts',
    text: '.update([key, expires, ',
    instead: '.update([key.length, expires, ',
    foundBy: 'storage/test/signed-link.test.ts',
  },
  {
    name: 'any signature of the right length opens a document',
    file: 'storage/src/signed-link.ts',
    text: 'a.length === b.length && timingSafeEqual(a, b)',
    instead: 'a.length === b.length && timingSafeEqual(a, a)',
    foundBy: 'storage/test/signed-link.test.ts',
  },
  {
    name: 'those who look may act',
    file: 'console/src/web/session-only.ts',
    text: "person.role !== 'act' && !route.signsOut",
    instead: "person.role !== 'act' && person.role !== 'look' && !route.signsOut",
    foundBy: GUARDED,
  },
  {
    name: 'a form of another session is taken',
    file: 'console/src/web/session-only.ts',
    text: "if (!isSame(form['form-token'] ?? '', formToken))",
    instead: "if (!isSame(form['form-token'] ? formToken : '', formToken))",
    foundBy: GUARDED,
  },
  {
    name: 'a form of another site is taken',
    file: 'console/src/web/own-forms.ts',
    text: 'from !== origin || ',
    instead: '',
    foundBy: GUARDED,
  },
  {
    name: 'a link to the console can be used twice',
    file: 'console/src/access/links.ts',
    text: ".deleteFrom('link')\n      .where('hash', '=', hashOf(secret))",
    instead: ".updateTable('link')\n      .set({ name: sql`name` })\n      .where('hash', '=', hashOf(secret))",
    foundBy: SIGN_IN,
  },
  {
    name: 'a link to the console that is too old lets in',
    file: 'console/src/access/links.ts',
    text: 'used?.isGood ?',
    instead: 'used ?',
    foundBy: SIGN_IN,
  },
  {
    name: 'an idle session goes on',
    file: 'console/src/access/sessions.ts',
    text: 'and ${notIdle} and ${notOld}`;',
    instead: 'and ${notOld}`;',
    foundBy: SIGN_IN,
  },
  {
    name: 'a session in use never ends',
    file: 'console/src/access/sessions.ts',
    text: 'and ${notIdle} and ${notOld}`;',
    instead: 'and ${notIdle}`;',
    foundBy: SIGN_IN,
  },
  {
    name: 'who proposes something confirms it in another browser',
    file: 'console/src/pages/proposals.ts',
    text: "meant && whose(meant, visit.person) === 'another'",
    instead: "meant && whose(meant, visit.person) !== 'unclear'",
    foundBy: TWO_PEOPLE,
  },
  {
    name: 'a proposal is confirmed after its time',
    file: 'console/src/access/proposals.ts',
    text: ".where('ended', 'is', null)\n        .where(IS_OVER, '=', false)\n        .returning(COLUMNS)",
    instead: '.returning(COLUMNS)',
    foundBy: TWO_PEOPLE,
  },
  {
    name: 'what is dangerous is done by one person',
    file: 'console/src/pages/act.ts',
    text: 'if (action.isDangerous && secondPerson.isNeeded)',
    instead: 'if (!action.isDangerous && secondPerson.isNeeded)',
    foundBy: TWO_PEOPLE,
  },
  {
    name: 'one person alone cancels a contract and sends its money back',
    file: 'console/src/actions/contract-actions.ts',
    text: "about: 'contract',\n  isDangerous: true,\n  consequence: 'Tout",
    instead: "about: 'contract',\n  isDangerous: false,\n  consequence: 'Tout",
    foundBy: 'console/test/second-person.test.ts',
  },
];
