import { invalidRequest, LARGEST_DOCUMENT } from '@vehicle-insurance/core';
import { multipart, type PluginFunction } from 'formidable';
import type { ExtendedFormidableOptions } from 'koa-body';
import { Stream, Writable, type Readable } from 'node:stream';
import { Refused } from '../middleware/answer-errors.ts';
import { base64Decoder } from './base64.ts';
import { INPUT_FAULTS } from './faults.ts';
import { DOCUMENT_FIELD, type FormFile } from './form.ts';
import { badBody, LARGEST_JSON } from './json.ts';

/** Maximum number of fields in a form: many times more than any form needs. */
export const MAX_FIELDS = 100;
/** The API accepts one document. A second document is read so that the error can name the fault. */
const MAX_FILES = 2;
/** Maximum size of the headers of all parts together. Formidable keeps the headers in memory. */
const LARGEST_HEADS = LARGEST_JSON;
/** Bytes of a header line besides the name and the value. */
const LINE = ': \r\n'.length;
const LARGEST_FORM = LARGEST_DOCUMENT + LARGEST_JSON + LARGEST_HEADS;

/** Bytes that are parsed per iteration of the event loop. The worst input then takes a few milliseconds. */
const PIECE = 16 * 1024;

/** An event of formidable's parser: a part's header, or some bytes of the part. */
interface Token {
  readonly name: string;
  readonly buffer?: Buffer;
  readonly start?: number;
  readonly end?: number;
}
interface Tokens {
  on(event: 'data', listener: (token: Token) => void): void;
  off(event: 'data', listener: (token: Token) => void): void;
}
/** Members of forms and parts that formidable's types omit. */
interface Form {
  readonly req: Readable | null;
  readonly bytesReceived: number;
  readonly _parser: Tokens | null;
  write(chunk: Buffer): number | null;
  resume(): boolean;
  emit(event: 'error', cause: Error): boolean;
  _handlePart(part: Part): Promise<void>;
}
interface Part extends Stream {
  name: string | null;
  readonly originalFilename: string | null;
  mimetype: string | null;
  transferEncoding: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A plugin of formidable. Formidable merges the plugin's result into the form. The plugin limits the size of the whole
 * form, because formidable limits only fields and files. A connection delivers up to 64 KB at once. The plugin parses
 * one piece, and puts the rest back into the request's stream until other requests have run.
 */
const bounded = ((form: Form) => {
  const refuse = (): boolean => form.emit('error', Object.assign(new Error('the form is too long'), { httpCode: 413 }));
  let heads = 0;
  /** The name of the current header, and the number of transfer encodings that the part declares. */
  let header = '';
  let encodings = 0;
  form._parser?.on('data', ({ name, buffer, start = 0, end = 0 }) => {
    if (name === 'partBegin') encodings = 0;
    if (name === 'headerField') header += buffer?.toString('latin1', start, end) ?? '';
    if (name === 'headerEnd') {
      if (header.toLowerCase() === ENCODING) encodings += 1;
      header = '';
    }
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
  // Formidable calls `resume` when it has stored some data, even if the rest still waits for the next iteration.
  const resume = () => waiting || goOn();
  /**
   * A part with a file name is a file. The document counts as a file even without a name, so that the size limit of
   * files applies. Every other part is a field, whose bytes are kept as one character each. Formidable's own handler
   * would trust the declared type, and truncate a text in the middle of a character. For an unknown encoding, it would
   * throw an uncatchable error.
   */
  const onPart = async (part: Part): Promise<void> => {
    part.name = parameterIn(part.headers['content-disposition'] ?? '', 'name') ?? part.name;
    const isFile = part.originalFilename !== null || part.name === DOCUMENT_FIELD;
    part.mimetype = isFile ? (part.mimetype ?? 'application/octet-stream') : null;
    const encoding = (part.headers[ENCODING] ?? 'binary').toLowerCase();
    part.transferEncoding = 'binary';
    // Files in unknown fields are ignored, like unknown fields.
    if (part.mimetype !== null && part.name !== DOCUMENT_FIELD) return;
    if (encodings > 1 || !ENCODINGS.includes(encoding)) form.emit('error', new Refused(UNKNOWN_ENCODING));
    else if (encoding === 'base64' && form._parser) await form._handlePart(decodeBase64(form, form._parser, part));
    else await form._handlePart(part);
  };
  return { write, resume, onPart, _getFileName: fileNameIn };
}) as unknown as PluginFunction;

const PARAMETER = /;\s*(name|filename\*?)=(?:"([^"]*)"|([^\s";]+))/gi;

/**
 * The first parameter with this name in a part's header; null if absent. Formidable's own regular expressions take
 * quadratic time on a crafted header. They also match the name inside `filename="a name=b.pdf"`.
 */
const parameterIn = (head: string, wanted: 'name' | 'filename' | 'filename*'): string | null => {
  for (const [, name, quoted, bare] of head.matchAll(PARAMETER))
    if (name?.toLowerCase() === wanted) return quoted ?? bare ?? '';
  return null;
};

/** The file's name, without the folders that some browsers send; null if the part is not a file. */
const fileNameIn = (head: string): string | null => {
  // Some older clients send a non-ASCII name only as `filename*`, encoded as in RFC 5987. The name stays encoded.
  const name = parameterIn(head, 'filename') ?? parameterIn(head, 'filename*');
  return name === null ? null : name.slice(name.lastIndexOf('\\') + 1);
};

const ENCODING = 'content-transfer-encoding';
const ENCODINGS = ['7bit', '8bit', 'binary', 'base64'];

/** The error for a part with an unknown transfer encoding, or with several. */
export const UNKNOWN_ENCODING = badBody(INPUT_FAULTS.transferEncoding);

/**
 * Decodes the part's base64 from the parser's raw tokens. Formidable's own decoder counts line breaks as characters and
 * loses the bytes after them.
 */
const decodeBase64 = (form: Form, parser: Tokens, part: Part): Part => {
  const { name, originalFilename, mimetype, transferEncoding, headers } = part;
  const exact = Object.assign(new Stream(), { name, originalFilename, mimetype, transferEncoding, headers });
  const decoder = base64Decoder();
  const refuse = (): void => {
    parser.off('data', read);
    form.emit('error', new Refused(notBase64(name)));
  };
  const read = ({ name: token, buffer, start, end }: Token): void => {
    if (token === 'partData') {
      const bytes = decoder.push(buffer?.subarray(start, end) ?? Buffer.alloc(0));
      if (bytes) exact.emit('data', bytes);
      else refuse();
    }
    if (token !== 'partEnd') return;
    if (!decoder.isComplete()) return refuse();
    parser.off('data', read);
    exact.emit('end');
  };
  parser.on('data', read);
  return exact;
};

/** The error names only the document's field, because another part's name may be any text. */
const notBase64 = (field: string | null) =>
  field === DOCUMENT_FIELD
    ? invalidRequest([{ field, message: INPUT_FAULTS.base64 }])
    : badBody(INPUT_FAULTS.partBase64);

/**
 * Keeps a file in memory, so that a failed request leaves no file on disk. Formidable references the file until the
 * request ends, so the chunks are released once they are joined.
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

/** Options for formidable, which koa-body uses to parse forms. */
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
};
