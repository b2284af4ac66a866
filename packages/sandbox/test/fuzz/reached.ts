import type { WireAnswer } from '../../../http/test/bad-input/wire.ts';
import type { Endpoint } from '../../../http/test/bad-input/described.ts';
import { jsonIn } from './judge.ts';
import type { Request } from './request.ts';

/** How often each answer of each endpoint was met. */
export interface Reached {
  /** An endpoint is given unless the answers are those of another request. */
  add(endpoint: Endpoint | undefined, request: Request, answers: readonly WireAnswer[]): void;
  requests(): number;
  /** Answers of the document that the run has not met. */
  missing(): readonly string[];
  /** By endpoint and status, in hundredths of the endpoint's answers. */
  table(): string;
}

/** Answers that no request can get, with the reason. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  '500 internal_error': 'a defect: the run fails at the first one',
  'getReceipt: 404 not_found': 'every contract was paid',
  'getContractDocument: 503 service_unavailable': 'only while eight others are written',
  'getReceipt: 503 service_unavailable': 'only while eight others are written',
};

const codeOf = ({ status, text }: WireAnswer): string => {
  const code = status < 400 ? undefined : (jsonIn(text) as { readonly code?: string } | undefined)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
};

export const reachedBy = (endpoints: readonly Endpoint[]): Reached => {
  const counts = new Map(endpoints.map(({ name }) => [name, new Map<string, number>()]));
  let requests = 0;
  return {
    add: (endpoint, { method }, answers) => {
      requests += answers.length;
      const of = endpoint && endpoint.method === method ? counts.get(endpoint.name) : undefined;
      for (const answer of answers) of?.set(codeOf(answer), (of.get(codeOf(answer)) ?? 0) + 1);
    },
    requests: () => requests,
    missing: () =>
      endpoints.flatMap(({ name, answers }) =>
        [...answers]
          .flatMap(([status, { codes }]) =>
            codes.size > 0 ? [...codes].map((code) => `${status} ${code}`) : [String(status)],
          )
          .filter((answer) => !(answer in OUT_OF_REACH) && !counts.get(name)?.has(answer))
          .map((answer) => `${name}: ${answer}`)
          .filter((answer) => !(answer in OUT_OF_REACH)),
      ),
    table: () => {
      const statuses = [
        ...new Set([...counts.values()].flatMap((of) => [...of.keys()].map((code) => code.slice(0, 3)))),
      ].sort();
      const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
      const lines = endpoints.map(({ name, method, path }) => {
        const of = counts.get(name) ?? new Map<string, number>();
        const total = [...of.values()].reduce((sum, count) => sum + count, 0);
        const share = (status: string) => {
          const count = [...of].filter(([code]) => code.startsWith(status)).reduce((sum, [, each]) => sum + each, 0);
          if (count === 0) return '';
          const percent = (100 * count) / total;
          return percent >= 0.05 ? percent.toFixed(1) : '<0.1';
        };
        return row([`${method} ${path}`, String(total), ...statuses.map(share)]);
      });
      return [
        row(['endpoint', 'answers', ...statuses]),
        row(['---', '---:', ...statuses.map(() => '---:')]),
        ...lines,
      ].join('\n');
    },
  };
};
