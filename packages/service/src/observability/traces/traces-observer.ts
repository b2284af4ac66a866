import { ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { countsOf, withoutPersons } from '@vehicle-insurance/core';
import type { Observer } from '../observer.ts';
import { observeOutside, type AroundCall } from '../observe-outside.ts';
import { exportingTracer, type ExportingTracer, type TracerOptions } from './exporting-tracer.ts';
import { tracedContracts, tracedQuotes, tracedUnit, type Found } from './trace-quotes.ts';
import { parentIn, spansOf, type Spans } from './spans.ts';

/**
 * An observer that writes a span for each request except health probes, each piece of work, and each call that
 * `observeOutside` wraps.
 */
export interface TracesObserver extends Observer, Pick<ExportingTracer, 'close'> {}

export const tracesObserver = (options: TracerOptions): TracesObserver => {
  const { tracer, close } = exportingTracer(options);
  const spans = spansOf(tracer);
  const found: Found = (quoteId) => spans.current()?.setAttribute('quote.id', quoteId);
  return {
    close: () => {
      spans.close();
      return close();
    },
    aroundRequest: ({ method = '', url, headers }, answer) =>
      url?.startsWith(PROBES) ? answer() : spans.during(method, { kind: SpanKind.SERVER }, answer, parentIn(headers)),
    request: ({ requestId, method, route, companyId, status }) => {
      const span = spans.current();
      span?.setAttributes({
        'http.request.method': method,
        'http.response.status_code': status,
        // The caller may have chosen this id. Personal data is removed as in the log, so that the ids in log and trace
        // match.
        'request.id': String(withoutPersons(requestId)),
        ...(route !== undefined && { 'http.route': route }),
        ...(companyId !== undefined && { 'company.id': companyId }),
      });
      if (route !== undefined) span?.updateName(`${method} ${route}`);
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    },
    // Each piece of work starts a new trace. Otherwise, moving a sandbox's clock would put the work of many quotes into
    // one trace.
    aroundWork: ({ kind, companyId, id, attempt }, work) => {
      const attributes = { 'work.kind': kind, 'work.id': id, 'work.attempt': attempt, 'company.id': companyId };
      return spans.during(`work ${kind}`, { kind: SpanKind.CONSUMER, attributes }, work, ROOT_CONTEXT);
    },
    decorators: {
      ...observeOutside(spanCalls(spans)),
      quoteQueries: (given) => tracedQuotes(given, found),
      contractQueries: (given) => tracedContracts(given, found),
      unitOfWork: (given) => tracedUnit(given, found),
    },
    committed: (facts) => {
      for (const { what, outcome, ...more } of facts.flatMap(countsOf))
        spans.current()?.addEvent(`${what} ${outcome}`, more);
    },
  };
};

/** Probes are too frequent to trace. */
const PROBES = '/health/';

/** Writes an outside call as a child of the span of its request or work. */
const spanCalls =
  ({ during, current }: Spans): AroundCall =>
  ({ system, call }, ask, outcomeOfResult) => {
    const attributes = { 'outside.system': system, 'outside.call': call };
    return during(`${system} ${call}`, { kind: SpanKind.CLIENT, attributes }, async () => {
      const said = await ask();
      const outcome = outcomeOfResult(said);
      current()?.setAttribute('outside.outcome', outcome);
      if (outcome === 'unknown') current()?.setStatus({ code: SpanStatusCode.ERROR });
      return said;
    });
  };
