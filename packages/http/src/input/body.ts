import { invalidRequest, Unreadable } from '@vehicle-insurance/core';
import { errors } from 'formidable';
import { koaBody } from 'koa-body';
import type { IncomingMessage } from 'node:http';
import { refuse, Refused } from '../middleware/answer-errors.ts';
import type { ApiMiddleware } from '../state.ts';
import { FORM_TYPE } from './bound-forms.ts';
import { INPUT_FAULTS } from './faults.ts';
import { DOCUMENT_FIELD, readForm, type FormFields, type FormFiles } from './form.ts';
import { FORM_OPTIONS, MAX_FIELDS, UNKNOWN_ENCODING } from './form-options.ts';
import { badBody, LARGEST_JSON, readJson } from './json.ts';
import type { InputSchema } from './schema.ts';

/**
 * Reads the body of a request into `ctx.state.sent`: JSON or, if `forms` is set, also a multipart form. Authenticate
 * the caller first. docs/decisions/0020 explains why koa-body needs this help.
 */
export const readBody = (schema: InputSchema, forms?: ApiMiddleware): readonly ApiMiddleware[] => [
  // Forms come first: a caller may disconnect while its form waits, and `requireBody` then notices the disconnection.
  ...(forms ? [forms] : []),
  requireBody,
  koaBody({
    // JSON is read as text with one character per byte.
    json: false,
    textTypes: ['json', '+json'],
    textLimit: LARGEST_JSON,
    encoding: 'binary',
    urlencoded: false,
    multipart: forms !== undefined,
    multipartTypes: [FORM_TYPE],
    formidable: FORM_OPTIONS,
    onError: (cause, ctx) => {
      discard(ctx.req);
      throw refusalOf(cause);
    },
  }),
  takeBody(schema, forms !== undefined),
];

const LARGEST_LENGTH = 2 ** 31 - 1;

/** Refuses a request whose headers already show that its body is unacceptable. */
const requireBody: ApiMiddleware = (ctx, next) => {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': encoding } = ctx.req.headers;
  if (chunked === undefined && Number(length ?? 0) === 0) return refuse(ctx, badBody(INPUT_FAULTS.noBody));
  // co-body parses the length as 32 bits, so a greater length would overflow.
  if (Number(length ?? 0) > LARGEST_LENGTH) return refuse(ctx, { code: 'payload_too_large' });
  if (encoding !== undefined && encoding !== 'identity') return refuse(ctx, { code: 'unsupported_media_type' });
  // The body of a disconnected caller never ends.
  return ctx.req.destroyed ? refuse(ctx, ENDED_EARLY) : next();
};

/** The caller has disconnected, or the body is shorter than its announced length. */
export const ENDED_EARLY = badBody(INPUT_FAULTS.endedEarly);

/**
 * Discards the rest of a body. Otherwise a caller that is still sending would not read the response. Node would not
 * parse the connection's next request either.
 */
export const discard = (request: IncomingMessage): void => {
  request.unpipe();
  request.removeAllListeners('data');
  request.resume();
};

/** The errors of koa-body's parsers have a status; any other error is an internal failure. */
const refusalOf = (
  cause: Error & { readonly status?: number; readonly httpCode?: number; readonly code?: number },
): Error => {
  if (cause instanceof Refused) return cause;
  const { status, httpCode, code } = cause;
  if (code === errors.unknownTransferEncoding) return new Refused(UNKNOWN_ENCODING);
  if (code === errors.maxFieldsExceeded) return new Refused(badBody(INPUT_FAULTS.manyFields(MAX_FIELDS)));
  if (code === errors.maxFilesExceeded)
    return new Refused(invalidRequest([{ field: DOCUMENT_FIELD, message: INPUT_FAULTS.oneFile }]));
  if (status === 413 || httpCode === 413) return new Refused({ code: 'payload_too_large' });
  if (httpCode !== undefined) return new Refused(badBody(INPUT_FAULTS.form));
  return status === 400 ? new Refused(ENDED_EARLY) : cause;
};

const takeBody =
  (schema: InputSchema, form: boolean): ApiMiddleware =>
  (ctx, next) => {
    const { body, files } = ctx.request;
    if (body === undefined) return refuse(ctx, { code: 'unsupported_media_type' });
    if (typeof body !== 'string') {
      ctx.state.sent = readForm(schema, body as unknown as FormFields, files as unknown as FormFiles);
      return next();
    }
    const json = readJson(Buffer.from(body, 'latin1'));
    if (json.isErr()) return refuse(ctx, json.error);
    const hasDocument = DOCUMENT_FIELD in json.value && json.value[DOCUMENT_FIELD] !== null;
    if (hasDocument && !form) return refuse(ctx, NO_DOCUMENT_HERE);
    ctx.state.sent = { input: json.value, upload: hasDocument ? NOT_AS_JSON : undefined };
    return next();
  };

// A document in a JSON body is refused, not ignored, because a document cannot be attached later.
const NOT_AS_JSON = new Unreadable(INPUT_FAULTS.notAsJson);
const NO_DOCUMENT_HERE = invalidRequest([{ field: DOCUMENT_FIELD, message: INPUT_FAULTS.onlyAtRegistration }]);
