import { openWire, type Wire, type WireAnswer } from '../../../http/test/bad-input/wire.ts';
import type { Endpoint, Violations } from '../../../http/test/bad-input/described.ts';
import { jsonIn, problemsOf, type Outside } from './judge.ts';
import { foreignIds, type Owners } from './known.ts';
import type { Plan } from './plan.ts';
import type { Reached } from './reached.ts';
import { bytesOf, requestOf, shown, type Choices, type Request } from './request.ts';
import type { Writes } from './writes.ts';

export interface Shared {
  readonly endpoints: ReadonlyMap<string, Endpoint>;
  readonly violated: Violations;
  readonly owners: Owners;
  readonly reached: Reached;
  readonly today: () => string;
  readonly outside: () => Outside;
  /** Whether one more payment may be confirmed: drawing its certificate and contract takes a second. */
  readonly mayConfirm: () => boolean;
}

export interface LaneOptions extends Omit<Choices, 'tagOf' | 'today'> {
  readonly company: string;
  readonly url: string;
  /** Absent if not only requests write for the company in the same process. */
  readonly writes?: Writes;
}

export class Finding extends Error {
  readonly about: string;
  constructor(about: string, problem: string, how: string) {
    super(`${about} ${problem}\n  ${how}`);
    this.about = `${about} ${problem.replaceAll(/[\da-f-]{36}|\d+/g, '?').slice(0, 80)}`;
  }
}

/** One company's requests, one step at a time, so that all writes for the company belong to the current step. */
export const openLane = (shared: Shared, options: LaneOptions) => {
  const { company, url, own, writes } = options;
  const wires: ({ readonly wire: Wire; readonly used: number } | undefined)[] = [];
  const tags = new Map<string, string>();
  const keyed = keyedRequests();
  let last: unknown;
  const choices: Choices = { ...options, today: shared.today, tagOf: (path) => tags.get(path) };

  const send = async (request: Request, at: number): Promise<WireAnswer> => {
    const known = wires[at];
    const isFresh = known !== undefined && performance.now() - known.used < IDLE;
    if (!isFresh) known?.wire.close();
    const wire = isFresh ? known.wire : await openWire(url);
    wires[at] = { wire, used: performance.now() };
    const forget = (): void => {
      wire.close();
      wires[at] = undefined;
    };
    const answer = await wire.exchange(bytesOf(request)).catch((cause: unknown) => {
      forget();
      throw cause;
    });
    if (answer.headers['connection'] === 'close') forget();
    return answer;
  };

  /** Finds written rows that the responses do not explain. */
  const findUnexplained = async (endpoint: Endpoint, answers: readonly WireAnswer[]): Promise<readonly string[]> => {
    const written = await writes?.since?.(company);
    if (!written) return [];
    const done = answers.filter(
      ({ status, headers }) => isChange(status) && headers['idempotent-replayed'] === undefined,
    );
    const list = [...written].map(([what, count]) => `${count} × ${what}`).join(', ');
    if (endpoint.method === 'GET' || done.length === 0)
      return written.size === 0 ? [] : [`changes nothing, but writes ${list}`];
    const created = answers
      .filter(({ status }) => status === 201)
      .map(({ text }) => (jsonIn(text) as { readonly id: string }).id);
    const rows = new Set(created).size + answers.filter(({ status }) => status === 502).length;
    const inserted = written.get(endpoint.answerKind) ?? 0;
    return endpoint.method !== 'POST' ||
      inserted === rows ||
      (inserted < rows && answers.some(({ status }) => status === 502))
      ? []
      : [`returns ${rows} new ones, but writes ${list}`];
  };

  const learnFrom = async (plan: Plan, endpoint: Endpoint, request: Request, answer: WireAnswer): Promise<void> => {
    const body = (last = jsonIn(answer.text));
    own.learn(endpoint.answerKind, body);
    if (answer.status === 200 && answer.headers['etag']) {
      tags.set(request.path, answer.headers['etag']);
      if (tags.size > 50) tags.delete([...tags.keys()][0] ?? '');
    }
    const page = (body as { readonly paymentUrl?: string | null } | undefined)?.paymentUrl;
    if (answer.status !== 201 || typeof page !== 'string' || plan.payer === 'waits') return;
    if (plan.payer === 'refuses') await press(page, 'refuse');
    else if (shared.mayConfirm()) await press(page, 'confirm');
  };

  return {
    company,
    known: own,
    perform: async (plan: Plan): Promise<void> => {
      const endpoint = shared.endpoints.get(plan.endpoint);
      if (!endpoint) throw new Error(`the document contains no ${plan.endpoint}`);
      const first = plan.key === 'repeat' || plan.key === 'reuse' ? keyed.first(plan.earlier) : undefined;
      const made = requestOf(plan, endpoint, choices);
      const request = first ? underKeyOf(first, made, plan.key) : made;
      const about = `${request.method} ${endpoint.path}`;
      const fail = (problem: string | undefined): void => {
        if (problem !== undefined) throw new Finding(about, problem, shown(request));
      };
      const answers = await Promise.allSettled(Array.from({ length: plan.times }, (_, at) => send(request, at)));
      const isRepetition = first !== undefined && plan.key === 'repeat';
      const given = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
      const [left] = await findUnexplained(isRepetition ? { ...endpoint, method: 'GET' } : endpoint, given);
      fail(answers.map((answer) => (answer.status === 'rejected' ? `gets ${answer.reason}` : undefined)).find(Boolean));
      shared.reached.add(first && plan.key === 'repeat' ? undefined : endpoint, request, given);
      for (const answer of given) {
        fail(foreignIds(company, shared.owners, answer.text).map((id) => `shows ${id} of another company`)[0]);
        if (!isRepetition)
          fail(problemsOf({ plan, endpoint, request, answer, outside: shared.outside() }, shared.violated)[0]);
        if (first && !shared.outside().databaseAway && answer.status !== 429)
          fail(keyed.problems(request, first, answer)[0]);
      }
      fail(left);
      const [answer] = given;
      if (!answer || isRepetition) return;
      if (given.length === 1) keyed.remember(request, answer);
      for (const each of given) await learnFrom(plan, endpoint, request, each);
    },
    lastWasEmpty: () => (last as { readonly data?: readonly unknown[] } | undefined)?.data?.length === 0,
    forgetKeys: keyed.forget,
    close: (): void => wires.forEach((each) => each?.wire.close()),
  };
};

export type Lane = ReturnType<typeof openLane>;

/** Milliseconds after which the service may close an idle connection. */
const IDLE = 2_000;

/** A payment that could not be opened is also recorded, as a failed attempt (docs/api.md 6.1). */
const isChange = (status: number): boolean => status < 300 || status === 502;

const underKeyOf = (
  { request: earlier, key }: { readonly request: Request; readonly key: string },
  made: Request,
  use: Plan['key'],
): Request => (use === 'repeat' ? earlier : { ...made, headers: [...made.headers, ['idempotency-key', key]] });

const press = async (page: string, button: 'confirm' | 'refuse'): Promise<void> => {
  await (await fetch(`${page}/${button}`, { method: 'POST' })).arrayBuffer();
};

interface First {
  readonly request: Request;
  readonly key: string;
  readonly answer: WireAnswer;
}

const REMEMBERED = 16;
const PASSING = ['payment_in_progress', 'request_in_progress', 'idempotency_key_reused'];

const isKept = ({ status, text }: WireAnswer): boolean =>
  status < 500 && ![401, 405, 413, 415, 429].includes(status) && !PASSING.includes(codeIn(text));
const codeIn = (text: string): string => (jsonIn(text) as { readonly code?: string } | undefined)?.code ?? '';

const isSame = (one: Request, other: Request): boolean =>
  one.method === other.method &&
  one.path === other.path &&
  (one.body?.equals(other.body ?? Buffer.alloc(0)) ?? other.body === undefined);

const keyedRequests = () => {
  let firsts: First[] = [];
  return {
    first: (earlier: number): First | undefined => firsts[earlier % firsts.length],
    remember: (request: Request, answer: WireAnswer): void => {
      const key = request.idempotencyKey;
      if (key !== undefined && isKept(answer) && answer.status < 300)
        firsts = [...firsts, { request, key, answer }].slice(-REMEMBERED);
    },
    problems: (request: Request, first: First, answer: WireAnswer): readonly string[] => {
      const isReplayed = answer.headers['idempotent-replayed'] === 'true';
      if (isSame(request, first.request)) {
        if (answer.status >= 400) return [`refuses a repetition: ${answer.text}`];
        const isOriginal = answer.status === first.answer.status && answer.text === first.answer.text;
        return isOriginal && isReplayed
          ? []
          : [`returns ${answer.text} for a repetition instead of ${first.answer.text}`];
      }
      return answer.status < 400 || isReplayed
        ? [`accepts another request under a used key: ${answer.status} ${answer.text}`]
        : [];
    },
    /** Keys expire after a day. */
    forget: (): void => {
      firsts = [];
    },
  };
};
