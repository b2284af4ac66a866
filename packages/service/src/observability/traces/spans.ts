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

/**
 * The current span of each asynchronous call chain. Incoming and outgoing requests carry the span's id from process to
 * process.
 */
export interface Spans {
  /** Runs `something` in a new span, a child of the current span or of `parent`. */
  during<T>(name: string, options: SpanOptions, something: () => Promise<T>, parent?: Context): Promise<T>;
  current(): Span | undefined;
  close(): void;
}

/**
 * Each call creates its own context manager. So several services in one process, as in tests, keep their spans apart.
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
 * The caller's span, from the header `traceparent`. The header `tracestate` is dropped, because it may contain anything
 * and would reach providers.
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
