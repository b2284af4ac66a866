import {
  Err,
  LARGEST_DOCUMENT,
  Ok,
  type InvalidRequest,
  type PayloadTooLarge,
  type Result,
} from '@vehicle-insurance/core';
import { defaultOptions, type PluginFunction } from 'formidable';
import type { Context } from 'koa';
import { koaBody, type ExtendedFormidableOptions } from 'koa-body';
import { Writable, type Readable } from 'node:stream';
import { fileNameIn } from './file-name.ts';
import { inPieces } from './in-pieces.ts';
import { discard, refuseBody } from './read-bytes.ts';
import { LARGEST_JSON } from './read-json.ts';

type Part = Parameters<NonNullable<ExtendedFormidableOptions['onPart']>>[0];

/** A form taken apart: every text of every field, and the files of the one field that may carry one. */
export interface ParsedForm {
  readonly texts: ReadonlyMap<string, readonly string[]>;
  /** The fields among them whose bytes are no UTF-8. */
  readonly unreadable: ReadonlySet<string>;
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
      enabledPlugins: [...PLUGINS, () => ({ _getFileName: fileNameIn })],
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
    await parse(readingFrom(ctx, inPieces(ctx.req, LARGEST_FORM)), () => Promise.resolve());
  } catch (cause) {
    discard(ctx.req);
    return refusalOf(cause);
  }
  const sent = Object.entries((ctx.request.body ?? {}) as Readonly<Record<string, string | readonly string[]>>);
  const fields = sent.map(([name, bytes]) => [name, [bytes].flat().map(utf8)] as const);
  return Ok({
    texts: new Map(fields.map(([name, texts]) => [name, texts.map((text) => text ?? '')])),
    unreadable: new Set(fields.flatMap(([name, texts]) => (texts.includes(undefined) ? [name] : []))),
    files,
  });
};

/** The parser's own, which its types have as an object; what ours returns becomes part of the parser. */
const PLUGINS = defaultOptions.enabledPlugins as unknown as readonly PluginFunction[];

/** The text its bytes mean, one character standing for each; undefined when they mean none. */
const utf8 = (bytes: string): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
};

/**
 * A part with a file name is a file and every other part a field, whatever type it declares; and its bytes are its
 * bytes. Left to itself the parser goes by the declared type, drops half a character at the end of a text, and throws
 * where nobody can catch it at an encoding it does not know.
 */
const normalise = (part: Part & { transferEncoding?: string }): void => {
  part.mimetype = part.originalFilename === null ? null : (part.mimetype ?? 'application/octet-stream');
  part.transferEncoding = 'binary';
};

const collect = (chunks: Buffer[]): Writable =>
  new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
  });

/** The same request, whose bytes come from elsewhere: the parser takes them from nobody but the request itself. */
const readingFrom = (ctx: Context, req: Readable): Context => Object.create(ctx, { req: { value: req } }) as Context;

/** The parser's own errors carry a status; anything else is a failure of ours. */
const refusalOf = (cause: unknown): Result<never, PayloadTooLarge | InvalidRequest> => {
  const httpCode = cause instanceof Error && 'httpCode' in cause ? cause.httpCode : undefined;
  if (httpCode === undefined) throw cause;
  return httpCode === 413 ? Err({ code: 'payload_too_large' }) : refuseBody('must be a complete multipart form');
};
