import type { AroundWork, Committed } from '@vehicle-insurance/core';
import type { IncomingMessage } from 'node:http';
import type { RequestLine } from '@vehicle-insurance/http';
import type { Service, ServiceDecorators } from '../composition/compose.ts';

export type ArrivedRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The parts of the service from which the gauges are read, on demand. */
export type GaugeSources = Pick<
  Service['bound'],
  'uncheckedClock' | 'clockWatch' | 'store' | 'mobileMoney' | 'workQueries' | 'jobRuns' | 'listActionItems'
>;

/** Observes the service without influencing it. */
export interface Observer {
  /** Wrapped around ports, to observe their calls. */
  readonly decorators?: ServiceDecorators;
  /** Wraps the handling of a request. Must call `answer` once. */
  readonly aroundRequest?: (request: ArrivedRequest, answer: () => Promise<void>) => Promise<void>;
  /** Called when a request has been answered, inside `aroundRequest`. */
  readonly request?: (line: RequestLine) => void;
  readonly aroundWork?: AroundWork;
  /** Called for each error that an operator must know about. */
  readonly reportedError?: () => void;
  /** Called with the facts that a unit of work has committed, inside the request or work that committed them. */
  readonly committed?: Committed;
  /** Called when the sources of the gauges are available. */
  readonly follow?: (sources: GaugeSources) => void;
}

/** Several observers combined. The first observer is the outermost. */
export type Observers = Required<Omit<Observer, 'committed' | 'decorators'>> & {
  readonly committed: readonly Committed[];
  readonly decorators: readonly ServiceDecorators[];
};

export const combineObservers = (observers: readonly Observer[]): Observers => ({
  decorators: observers.flatMap(({ decorators = {} }) => [decorators]).reverse(),
  aroundRequest: (request, answer) =>
    observers.reduceRight(
      (inner, { aroundRequest }) => (aroundRequest ? () => aroundRequest(request, inner) : inner),
      answer,
    )(),
  request: (line) => {
    for (const observer of observers) observer.request?.(line);
  },
  aroundWork: (claim, work) =>
    observers.reduceRight((inner, { aroundWork }) => (aroundWork ? () => aroundWork(claim, inner) : inner), work)(),
  reportedError: () => {
    for (const observer of observers) observer.reportedError?.();
  },
  committed: observers.flatMap(({ committed }) => committed ?? []),
  follow: (sources) => {
    for (const observer of observers) observer.follow?.(sources);
  },
});
