import { inEnglish, type CertificateRequest, type Problem, type Session, type WorkItem } from '@vehicle-insurance/core';
import { contradicts, issuedBeside } from '../contradiction.ts';
import type { Reply } from '../judge.ts';
import type { Law } from '../law.ts';
import type { Process } from '../process.ts';
import { requestsAbout } from '../requests-about.ts';

const PICTURES: Readonly<Record<string, Problem>> = {
  not_an_image: { code: 'not_an_image' },
  foreign_host: { code: 'foreign_host', file: 'picture' },
};

/** The problems that a process met in a piece of work since a worker last claimed it. */
interface Heard {
  readonly claims: number;
  readonly words: ReadonlySet<string>;
}

const isSame = (one: Problem, other: Problem | null | undefined): boolean =>
  Boolean(other && inEnglish(one) === inEnglish(other));

const NOTHING: ReadonlySet<string> = new Set();

/** The problem that an operator must see after a response. None if the response settles the work or is expected. */
const problemOf = ({ call, said, given }: Reply): Problem | undefined => {
  if (said === 'not stored') {
    const { key } = given as { readonly key: string };
    return {
      code: 'document_not_stored',
      document: key.endsWith('/contract') ? 'contractDocument' : 'certificateImage',
    };
  }
  if (said.outcome === 'unknown') return said.why;
  if (call === 'read' && said.outcome === 'done') {
    const { state } = said.value as Session;
    return state === 'processing' || state === 'expired_processing' ? { code: 'debit_in_progress' } : undefined;
  }
  if (said.outcome !== 'refused') return undefined;
  if (call === 'refund') return said.reason === 'refused' ? { code: 'refund_refused' } : undefined;
  if (call === 'image') return PICTURES[String(said.reason)];
  const { kind, answer } = Object(said.reason) as { readonly kind?: string; readonly answer?: Problem };
  return call === 'find' && kind !== 'credentials' ? { code: 'no_look_up' } : answer;
};

/** Work waits because of the latest response to its worker, or because of what is wrong with a certificate. */
export const reasons: Law = (world) => {
  const { book } = world;
  const heard = new Map<Process, Map<string, Heard>>();
  const numbered = new Map<string, Set<string>>();

  const nameOf = ({ kind, companyId, id }: WorkItem): string => `${kind} ${companyId} ${id}`;
  const pieceOf =
    (kind: WorkItem['kind']) =>
    ({ companyId, id }: Pick<WorkItem, 'companyId' | 'id'>): WorkItem => ({ kind, companyId, id });
  const documents = pieceOf('documents');
  const certificates = ({ companyId, contractId: id }: CertificateRequest) =>
    pieceOf('certificates')({ companyId, id });
  const withNumber = ({ certificateNumber }: Readonly<Record<string, unknown>>): readonly CertificateRequest[] =>
    [...book.requests.values()].filter(({ contractId }) => numbered.get(String(certificateNumber))?.has(contractId));
  const itemsOf = ({ call, given }: Reply): readonly WorkItem[] => {
    const asked = Object(given) as Readonly<Record<string, unknown>>;
    const payments = [...book.payments.values()];
    switch (call) {
      case 'open':
      case 'search': {
        const reference = call === 'open' ? asked['reference'] : given;
        return payments.filter(({ id }) => id === reference).map(pieceOf('payments'));
      }
      case 'read':
        return payments.filter(({ session }) => session?.id === given).map(pieceOf('payments'));
      case 'refund':
        return [...book.refunds.values()].filter(({ sessionId }) => sessionId === given).map(pieceOf('refunds'));
      case 'request':
      case 'find':
      case 'ask':
        return requestsAbout(book, { call, given }).map(certificates);
      case 'annul':
        return withNumber(asked).map(certificates);
      case 'image':
      case 'code':
        return withNumber(asked).map(({ companyId, contractId: id }) => documents({ companyId, id }));
      case 'put':
        return [...book.contracts.values()].filter(({ id }) => String(asked['key']).includes(id)).map(documents);
      default:
        return [];
    }
  };
  /** The problems that the process met; undefined if another process was the last to claim the work. */
  const findProblems = (process: Process, item: WorkItem): ReadonlySet<string> | undefined => {
    if (!process.holds(item)) return undefined;
    const known = heard.get(process)?.get(nameOf(item));
    return known?.claims === book.claims.get(nameOf(item)) ? known?.words : NOTHING;
  };
  const judge = (what: string, reason: Problem | null | undefined, isTrue: boolean): void => {
    if (!isTrue) book.broke(`${what} waits with the false reason “${reason ? inEnglish(reason) : ''}”`);
  };

  return {
    reply: (what) => {
      const { process } = what;
      const problem = problemOf(what);
      const known = heard.get(process) ?? new Map<string, Heard>();
      heard.set(process, known);
      for (const item of itemsOf(what)) {
        const claims = book.claims.get(nameOf(item)) ?? 0;
        const before = known.get(nameOf(item));
        const earlier = before?.claims === claims ? before.words : NOTHING;
        known.set(nameOf(item), { claims, words: problem ? new Set([...earlier, inEnglish(problem)]) : earlier });
      }
    },
    payment: ({ before, after, entry, process }) => {
      const { companyId, id, due } = after;
      // A notification requests another attempt, and proves nothing about the previous one.
      if (entry.why.code === 'notification_received')
        return judge('a payment', due?.lastError, due?.lastError?.code === before?.due?.lastError?.code);
      const words = findProblems(process, { kind: 'payments', companyId, id });
      if (entry.by !== undefined || !words || due?.lastError === undefined || due.at === before?.due?.at) return;
      // No call returns this reason: the gateway declares it.
      const isLost =
        after.session === null && world.lostUntil(after) !== undefined && due.lastError.code === 'no_session_search';
      judge('a payment', due.lastError, isLost || words.has(inEnglish(due.lastError)));
    },
    refund: ({ before, after: { companyId, id, due, status }, entry, process }) => {
      const words = findProblems(process, { kind: 'refunds', companyId, id });
      if (entry.by !== undefined || !words || !before || status !== 'due') return;
      const isRefused = ({ due: each }: Pick<typeof before, 'due'>) => each?.lastError?.code === 'refund_refused';
      judge(
        'a refund',
        due?.lastError,
        isRefused(before) ? isRefused({ due }) : due?.lastError !== undefined && words.has(inEnglish(due.lastError)),
      );
    },
    certificate: ({ before, after, entry, process }) => {
      const contract = book.contracts.get(after.contractId);
      const number = after.certificate?.certificateNumber;
      if (number !== undefined) numbered.set(number, (numbered.get(number) ?? new Set()).add(after.contractId));
      if (entry.by !== undefined || !before || !contract) return;
      const words = findProblems(process, certificates(after));
      const { refusal, due, concern } = after;
      const isSaid = (problem: Problem | null): boolean =>
        !words ||
        (problem !== null && words.has(inEnglish(problem))) ||
        (problem?.code === 'request_of_another' && contradicts(world, contract, problem.contradiction));
      if ((refusal && !isSame(refusal, before.refusal)) || after.refusals > before.refusals)
        judge('a certificate', refusal, isSaid(refusal));
      if (due?.lastError !== undefined && due.at !== before.due?.at)
        judge('a certificate', due.lastError, isSaid(due.lastError));
      if (!concern || isSame(concern.why, before.concern?.why)) return;
      const isTrue: Readonly<Record<typeof concern.kind, () => boolean>> = {
        credentials_refused: () => isSaid(concern.why),
        certificate_of_another_contract: () => isSame(concern.why, refusal),
        certificate_not_ours: () =>
          contradicts(world, contract, concern.why) || issuedBeside(world, contract, before, concern.why),
        certificate_after_cancel: () => issuedBeside(world, contract, before, concern.why),
      };
      judge('a certificate', concern.why, isTrue[concern.kind]());
    },
    contract: ({ before, after, entry, process }) => {
      const { documentsDue: due } = after;
      const words = findProblems(process, documents(after));
      if (entry.by !== undefined || !words || due?.lastError === undefined || due.at === before?.documentsDue?.at)
        return;
      const problems = due.lastError.code === 'several' ? due.lastError.problems : [due.lastError];
      const notMade = problems.find(({ code }) => code === 'document_not_made');
      if (notMade) return judge('a document', notMade, process.hasMissedStore());
      for (const problem of problems) judge('a document', problem, words.has(inEnglish(problem)));
    },
  };
};
