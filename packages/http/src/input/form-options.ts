import { LARGEST_DOCUMENT } from '@vehicle-insurance/core';
import { multipart, type PluginFunction } from 'formidable';
import type { ExtendedFormidableOptions } from 'koa-body';
import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { DOCUMENT_FIELD, type FormFile } from './form.ts';
import { LARGEST_JSON } from './json.ts';

/** Fields of a form: many times what any form has. */
export const MAX_FIELDS = 100;
/** The document, and a second one that is refused by name. More would cost memory for nothing. */
const MAX_FILES = 2;
/** The heads of all parts together: formidable keeps every line of one. */
const LARGEST_HEADS = LARGEST_JSON;
/** Bytes of a line of a head besides its name and value. */
const LINE = ': \r\n'.length;
const LARGEST_FORM = LARGEST_DOCUMENT + LARGEST_JSON + LARGEST_HEADS;

/** Bytes that are parsed in one turn of the event loop: the worst input takes a few milliseconds. */
const PIECE = 16 * 1024;

/** What formidable's parser reports of a part, piece by piece. */
interface Token {
  readonly name: string;
  readonly start?: number;
  readonly end?: number;
}
/** Members of a form and of a part that formidable's types omit. */
interface Form {
  readonly req: Readable | null;
  readonly bytesReceived: number;
  readonly _parser: { on(event: 'data', listener: (token: Token) => void): void } | null;
  write(chunk: Buffer): number | null;
  resume(): boolean;
  emit(event: 'error', cause: Error): boolean;
}
type Part = Parameters<NonNullable<ExtendedFormidableOptions['onPart']>>[0] & {
  transferEncoding?: string;
  headers?: Readonly<Record<string, string>>;
};

/**
 * A plugin of formidable, whose result is merged into the form. It bounds the form as a whole, since formidable bounds
 * only fields and files and not what is around them, and parses it a piece at a time. A connection delivers 64 KB at
 * once; what exceeds one piece goes back to the request until other requests have had a turn.
 */
const bounded = ((form: Form) => {
  const refuse = (): boolean => form.emit('error', Object.assign(new Error('the form is too long'), { httpCode: 413 }));
  let heads = 0;
  form._parser?.on('data', ({ name, start = 0, end = 0 }) => {
    if (!name.startsWith('header')) return;
    const before = heads;
    heads += name === 'headerEnd' ? LINE : end - start;
    if (before <= LARGEST_HEADS && heads > LARGEST_HEADS) refuse();
  });
  const parse = form.write.bind(form);
  const goOn = form.resume.bind(form);
  let waiting = false;
  const write = (chunk: Buffer): number | null => {
    const piece = chunk.subarray(0, PIECE);
    if (form.bytesReceived + piece.length > LARGEST_FORM) {
      refuse();
      return null;
    }
    if (piece.length < chunk.length) {
      form.req?.pause().unshift(chunk.subarray(PIECE));
      waiting = true;
      setImmediate(() => {
        waiting = false;
        goOn();
      });
    }
    return parse(piece);
  };
  // Formidable calls `resume` as soon as a part is written, even while the rest waits for the next turn.
  const resume = () => waiting || goOn();
  return { write, resume, _getFileName: fileNameIn };
}) as unknown as PluginFunction;

const PARAMETER = /;\s*(name|filename\*?)=(?:"([^"]*)"|([^\s";]+))/gi;

/**
 * The first parameter of that name in a part's header; null if there is none. Formidable's own regular expressions take
 * quadratic time on a crafted header, and find a name in `filename="a name=b.pdf"`.
 */
const parameterIn = (head: string, wanted: 'name' | 'filename' | 'filename*'): string | null => {
  for (const [, name, quoted, bare] of head.matchAll(PARAMETER))
    if (name?.toLowerCase() === wanted) return quoted ?? bare ?? '';
  return null;
};

/** The name of the file, without the folders that some browsers send; null for a part that is no file. */
const fileNameIn = (head: string): string | null => {
  // Some older clients send a name beyond ASCII in the second way alone, as RFC 5987 encodes it: it is kept like that.
  const name = parameterIn(head, 'filename') ?? parameterIn(head, 'filename*');
  return name === null ? null : name.slice(name.lastIndexOf('\\') + 1);
};

/**
 * A part with a file name is a file, and so is the document even without one, so that the size limit of a file applies.
 * Every other part is a field, whatever type it declares; its bytes are kept, one character of the text for each. By
 * default formidable goes by the declared type, drops half a character at the end of a text, and throws where nothing
 * can catch it at an encoding it does not know.
 */
const onPart = (part: Part, handle: (part: Part) => void): void => {
  part.name = parameterIn(part.headers?.['content-disposition'] ?? '', 'name') ?? part.name;
  const isFile = part.originalFilename !== null || part.name === DOCUMENT_FIELD;
  part.mimetype = isFile ? (part.mimetype ?? 'application/octet-stream') : null;
  part.transferEncoding = 'binary';
  // Files of other fields are ignored, as unknown fields are.
  if (part.mimetype === null || part.name === DOCUMENT_FIELD) handle(part);
};

/**
 * Keeps a file in memory, where the domain needs it: nothing remains on disk, however the request ends. Formidable
 * references the file until the request ends, so its chunks are released as soon as they are joined.
 */
const keep = (file: object = {}): Writable => {
  let chunks: Buffer[] = [];
  return new Writable({
    write: (chunk: Buffer, _, done) => {
      chunks.push(chunk);
      done();
    },
    final: (done) => {
      Object.assign(file, { bytes: Buffer.concat(chunks) } satisfies Partial<FormFile>);
      chunks = [];
      done();
    },
  });
};

/** Options of formidable, with which koa-body parses forms. */
export const FORM_OPTIONS: ExtendedFormidableOptions = {
  maxFields: MAX_FIELDS,
  maxFieldsSize: LARGEST_JSON,
  maxFiles: MAX_FILES,
  maxFileSize: LARGEST_DOCUMENT,
  maxTotalFileSize: LARGEST_FORM,
  allowEmptyFiles: true,
  minFileSize: 0,
  enabledPlugins: [multipart, bounded],
  fileWriteStreamHandler: keep,
  onPart,
};
