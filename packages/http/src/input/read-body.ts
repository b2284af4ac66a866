import {
  Err,
  Unreadable,
  type InvalidRequest,
  type PayloadTooLarge,
  type Result,
  type Upload,
} from '@vehicle-insurance/core';
import type { Context } from 'koa';
import type { HttpError } from '../errors.ts';
import { refuseBody } from './read-bytes.ts';
import { DOCUMENT_FIELD, readForm } from './read-form.ts';
import { readJson } from './read-json.ts';
import type { InputSchema } from './text-input.ts';

/** A body as it was sent, not checked yet, and the file that came with it. */
export interface Sent {
  readonly input: object;
  readonly upload?: Upload | Unreadable | undefined;
}

type Refusal = PayloadTooLarge | InvalidRequest | Extract<HttpError, { code: 'unsupported_media_type' }>;

/** The body of a request, by its media type. Only called for a caller who has been recognised. */
export const readBody = async (
  ctx: Context,
  schema: InputSchema,
  { form }: { readonly form: boolean },
): Promise<Result<Sent, Refusal>> => {
  const { 'content-length': length, 'transfer-encoding': chunked, 'content-encoding': encoding } = ctx.req.headers;
  if (chunked === undefined && Number(length ?? 0) === 0) return refuseBody('is missing: send a JSON object');
  if (encoding !== undefined && encoding !== 'identity') return Err({ code: 'unsupported_media_type' });
  if (ctx.is('json', '+json')) {
    const json = await readJson(ctx.req);
    return json.map((input) => ({ input, upload: form ? documentIn(input) : undefined }));
  }
  return form && ctx.is('multipart/form-data') ? readForm(ctx, schema) : Err({ code: 'unsupported_media_type' });
};

/** A document that JSON cannot carry is not dropped in silence: it could never be attached later. */
const documentIn = (input: object): Unreadable | undefined =>
  DOCUMENT_FIELD in input && input[DOCUMENT_FIELD] !== null
    ? new Unreadable('cannot be sent as JSON: use multipart/form-data')
    : undefined;
