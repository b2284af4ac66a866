import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { withoutPersons } from '@vehicle-insurance/core';
import type { Watch } from '../watch.ts';
import { watchChanges, type Change } from '../watch-changes.ts';
import { watchOutside, type AroundCall } from '../watch-outside.ts';
import { episodes, type Episodes } from './episodes.ts';
import { exportingTracer, type ExportingTracer, type TracerOptions } from './exporting-tracer.ts';
import { noteQuotes, type Noticed } from './note-quotes.ts';

/** A watch that writes the life of each quote as one trace. */
export interface TracesWatch extends Watch, Pick<ExportingTracer, 'close'> {}

/** Requests that only read, and what concerns no quote, are no part of any quote's life and leave no span. */
export const tracesWatch = (options: TracerOptions): TracesWatch => {
  const exporting = exportingTracer(options);
  const lived = episodes(exporting);
  return {
    close: exporting.close,
    aroundRequest: ({ method }, answer) =>
      READING.has(method) ? answer() : lived.during({ name: method, kind: SpanKind.SERVER, attributes: {} }, answer),
    request: ({ requestId, method, route, companyId, status }) => {
      const episode = lived.current();
      if (!episode) return;
      episode.name = route === undefined ? method : `${method} ${route}`;
      episode.attributes = {
        'http.request.method': method,
        'http.response.status_code': status,
        // The caller's own word, if it sent one: cleaned as it is in the log, where it is looked up.
        'request.id': String(withoutPersons(requestId)),
        ...(route !== undefined && { 'http.route': route }),
        ...(companyId !== undefined && { 'company.id': companyId }),
      };
      episode.failed = status >= 500;
    },
    aroundWork: ({ kind, companyId, id, attempt }, work) => {
      const attributes = { 'work.kind': kind, 'work.id': id, 'work.attempt': attempt, 'company.id': companyId };
      return lived.during({ name: `work ${kind}`, kind: SpanKind.CONSUMER, attributes }, work);
    },
    adapters: (given) => {
      const { store, ...others } = watchOutside(given, spanned(exporting, lived));
      const noting = noteQuotes(store, noticedIn(lived));
      return { ...others, store: { ...noting, unitOfWork: watchChanges(noting.unitOfWork, toldTo(lived)) } };
    },
  };
};

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const noticedIn =
  ({ current }: Episodes): Noticed =>
  (quoteId, made) => {
    const episode = current();
    if (!episode || episode.span || episode.quoteId === quoteId) return;
    episode.quoteId = quoteId;
    episode.isFirst = made !== undefined;
  };

const toldTo =
  ({ current, spanOf }: Episodes) =>
  ({ what, outcome, ...more }: Change): void =>
    void spanOf(current())?.addEvent(`${what} ${outcome}`, more);

/** A call to the outside as a span of its own, below that of the request or the work that makes it. */
const spanned =
  ({ tracer }: ExportingTracer, { current, spanOf }: Episodes): AroundCall =>
  async ({ system, call }, ask, howItEnded) => {
    const above = spanOf(current());
    if (!above) return ask();
    const options = { kind: SpanKind.CLIENT, attributes: { 'outside.system': system, 'outside.call': call } };
    const span = tracer.startSpan(`${system} ${call}`, options, trace.setSpan(ROOT_CONTEXT, above));
    try {
      const said = await ask();
      const outcome = howItEnded(said);
      span.setAttribute('outside.outcome', outcome);
      if (outcome === 'unknown') span.setStatus({ code: SpanStatusCode.ERROR });
      return said;
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
