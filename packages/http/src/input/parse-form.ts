import {
  Err,
  LARGEST_DOCUMENT,
  Ok,
  type InvalidRequest,
  type PayloadTooLarge,
  type Result,
} from '@vehicle-insurance/core';
import type { Context } from 'koa';
import { koaBody, type ExtendedFormidableOptions } from 'koa-body';
import { Writable } from 'node:stream';
import { discard, refuseBody } from './read-bytes.ts';
import { LARGEST_JSON } from './read-json.ts';

type Part = Parameters<NonNullable<ExtendedFormidableOptions['onPart']>>[0];

/** A form taken apart: every text of every field, and the files of the one field that may carry one. */
export interface ParsedForm {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly FormFile[];
}

export interface FormFile {
  readonly name: string;
  readonly chunks: Buffer[];
}

const MOST_FIELDS = 100;
/** The document, the fields, and as much again for everything between them. */
const LARGEST_FORM = LARGEST_DOCUMENT + 2 * LARGEST_JSON;

/**
 * Takes a multipart form apart. The file of `fileField` is kept in memory, where the domain wants it: nothing touches
 * the disk, so nothing is left there, however the request ends. Other files are ignored, as other fields are.
 */
export const parseForm = async (
  ctx: Context,
  fileField: string,
): Promise<Result<ParsedForm, PayloadTooLarge | InvalidRequest>> => {
  const files: FormFile[] = [];
  const parse = koaBody({
    multipart: true,
    json: false,
    text: false,
    urlencoded: false,
    patchNode: false,
    formidable: {
      maxFields: MOST_FIELDS,
      maxFieldsSize: LARGEST_JSON,
      maxFileSize: LARGEST_DOCUMENT,
      allowEmptyFiles: true,
      minFileSize: 0,
      fileWriteStreamHandler: () => collect(files[0]?.chunks ?? []),
      onPart: (part, handle) => {
        normalise(part);
        if (part.mimetype === null) return handle(part);
        if (part.name !== fileField) return;
        files.push({ name: part.originalFilename ?? '', chunks: [] });
        // A second file is an error; its bytes need not be kept to say so.
        if (files.length === 1) handle(part);
      },
    },
  });
  try {
    await Promise.race([parse(ctx, () => Promise.resolve()), tooLong(ctx)]);
  } catch (cause) {
    discard(ctx.req);
    return refusalOf(cause);
  }
  const fields = Object.entries((ctx.request.body ?? {}) as Readonly<Record<string, string | readonly string[]>>);
  return Ok({ texts: new Map(fields.map(([name, texts]) => [name, [texts].flat()])), files });
};

/**
 * A part with a file name is a file and every other part a field, whatever type it declares; and text is UTF-8. Left to
 * itself the parser goes by the declared type, and throws where nobody can catch it at an encoding it does not know.
 */
const normalise = (part: Part & { transferEncoding?: string }): void => {
  part.mimetype = part.originalFilename === null ? null : (part.mimetype ?? 'application/octet-stream');
  part.transferEncoding = 'utf-8';
};

const collect = (chunks: Buffer[]): Writable =>
  new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });

/** Rejects once a body is longer than any form may be: the parser bounds fields and files, not what is around them. */
const tooLong = ({ req }: Context): Promise<never> =>
  new Promise((_, reject) => {
    let received = 0;
    // Counting must not start the flow before the parser listens.
    req.once('resume', () =>
      req.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received > LARGEST_FORM) reject(Object.assign(new Error('form too long'), { httpCode: 413 }));
      }),
    );
  });

/** The parser's own errors carry a status; anything else is a failure of ours. */
const refusalOf = (cause: unknown): Result<never, PayloadTooLarge | InvalidRequest> => {
  const httpCode = cause instanceof Error && 'httpCode' in cause ? cause.httpCode : undefined;
  if (httpCode === undefined) throw cause;
  return httpCode === 413 ? Err({ code: 'payload_too_large' }) : refuseBody('must be a complete multipart form');
};
