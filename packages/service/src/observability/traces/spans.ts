import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type Span,
  type SpanOptions,
  type TextMapSetter,
  type Tracer,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { IncomingHttpHeaders } from 'node:http';

/** Keeps the current span for all code that runs in it, and passes it into and out of this process. */
export interface Spans {
  /** Runs something in a new span, a child of the current one or of `parent`. */
  during<T>(name: string, options: SpanOptions, something: () => Promise<T>, parent?: Context): Promise<T>;
  current(): Span | undefined;
  close(): void;
}

/**
 * The spans have their own context manager, so that several services in one process, as in tests, keep their spans
 * apart.
 */
export const spansOf = (tracer: Tracer): Spans => {
  const contexts = new AsyncLocalStorageContextManager().enable();
  const carry = (message: unknown): void => {
    const { request } = message as OutgoingRequest;
    propagator.inject(contexts.active(), request, addingHeaders);
  };
  subscribe(OUTGOING, carry);
  return {
    during: async (name, options, something, parent = contexts.active()) => {
      const span = tracer.startSpan(name, options, parent);
      try {
        return await contexts.with(trace.setSpan(parent, span), something);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    current: () => trace.getSpan(contexts.active()),
    close: () => {
      unsubscribe(OUTGOING, carry);
      contexts.disable();
    },
  };
};

const propagator = new W3CTraceContextPropagator();

/**
 * The caller's span, from its `traceparent`. Drops the `tracestate`, which may contain anything and would reach
 * providers.
 */
export const parentIn = ({ traceparent }: IncomingHttpHeaders): Context =>
  propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);

/** The channel on which undici announces each request to providers and the authority. */
const OUTGOING = 'undici:request:create';

interface OutgoingRequest {
  readonly request: { addHeader(name: string, value: string): unknown };
}

const addingHeaders: TextMapSetter<OutgoingRequest['request']> = {
  set: (request, name, value) => void request.addHeader(name, value),
};
