import type { AroundWork, ListAttention, WorkViews, Instant } from '@vehicle-insurance/core';
import type { RequestLine } from '@vehicle-insurance/http';
import type { Adapters } from '../composition/adapters.ts';

/** A request as it comes in: of what it asks for, only the method is known without looking at people's data. */
export interface ArrivedRequest {
  readonly method: string;
}

/** How things stand, for whoever asks: everything is read when it is asked for. */
export interface Standing {
  now(): Instant;
  readonly adapters: Pick<Adapters, 'store' | 'mobileMoney' | 'otherMobileMoney'>;
  readonly workViews: WorkViews;
  readonly listAttention: ListAttention;
}

/** Follows what the service does without a say in it: nothing it is told about ends otherwise because of it. */
export interface Watch {
  /** The same adapters, with somebody watching what goes through them. */
  readonly adapters?: (given: Adapters) => Adapters;
  /** Answers a request, once. */
  readonly aroundRequest?: (request: ArrivedRequest, answer: () => Promise<void>) => Promise<void>;
  /** A request has been answered; told inside `aroundRequest`. */
  readonly request?: (line: RequestLine) => void;
  readonly aroundWork?: AroundWork;
  /** Something went wrong that an operator should know. */
  readonly incident?: () => void;
  /** From now on it can be told how things stand. */
  readonly follow?: (standing: Standing) => void;
}

/** Several watches as one, the first outermost. */
export const together = (watches: readonly Watch[]): Required<Watch> => ({
  adapters: (given) => watches.reduceRight((reached, { adapters }) => adapters?.(reached) ?? reached, given),
  aroundRequest: (request, answer) =>
    watches.reduceRight(
      (inner, { aroundRequest }) => (aroundRequest ? () => aroundRequest(request, inner) : inner),
      answer,
    )(),
  request: (line) => {
    for (const watch of watches) watch.request?.(line);
  },
  aroundWork: (claim, work) =>
    watches.reduceRight((inner, { aroundWork }) => (aroundWork ? () => aroundWork(claim, inner) : inner), work)(),
  incident: () => {
    for (const watch of watches) watch.incident?.();
  },
  follow: (standing) => {
    for (const watch of watches) watch.follow?.(standing);
  },
});
