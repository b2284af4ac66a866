import type { WireAnswer } from '../../../http/test/bad-input/wire.ts';
import type { Endpoint } from '../../../http/test/bad-input/described.ts';
import { jsonIn } from './judge.ts';
import type { Request } from './request.ts';

/** Responses that no request can reach, with the reason. */
const OUT_OF_REACH: Readonly<Record<string, string>> = {
  '500 internal_error': 'a defect: the run fails at the first one',
  'getReceipt: 404 not_found': 'every contract was paid',
  'getContractDocument: 503 service_unavailable': 'only while eight others are drawn',
  'getReceipt: 503 service_unavailable': 'only while eight others are drawn',
};

const codeOf = ({ status, text }: WireAnswer): string => {
  const code = status < 400 ? undefined : (jsonIn(text) as { readonly code?: string } | undefined)?.code;
  return code === undefined ? String(status) : `${status} ${code}`;
};

export const reachedBy = (endpoints: readonly Endpoint[]) => {
  const counts = new Map(endpoints.map(({ name }) => [name, new Map<string, number>()]));
  let requests = 0;
  return {
    /** `endpoint` is undefined if the responses are those of another request. */
    add: (endpoint: Endpoint | undefined, { method }: Request, answers: readonly WireAnswer[]): void => {
      requests += answers.length;
      const of = endpoint && endpoint.method === method ? counts.get(endpoint.name) : undefined;
      for (const answer of answers) of?.set(codeOf(answer), (of.get(codeOf(answer)) ?? 0) + 1);
    },
    requests: () => requests,
    missing: (): readonly string[] =>
      endpoints.flatMap(({ name, answers }) =>
        [...answers]
          .flatMap(([status, { codes }]) =>
            codes.size > 0 ? [...codes].map((code) => `${status} ${code}`) : [String(status)],
          )
          .filter((answer) => !(answer in OUT_OF_REACH) && !counts.get(name)?.has(answer))
          .map((answer) => `${name}: ${answer}`)
          .filter((answer) => !(answer in OUT_OF_REACH)),
      ),
    table: (): string =>
      [...counts].map(([name, of]) => `${name}: ${[...of].map((each) => each.join(' × ')).join(', ')}`).join('\n'),
  };
};

export type Reached = ReturnType<typeof reachedBy>;
