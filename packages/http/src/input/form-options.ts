import { invalidRequest, LARGEST_DOCUMENT } from '@vehicle-insurance/core';
import { multipart, type PluginFunction } from 'formidable';
import type { ExtendedFormidableOptions } from 'koa-body';
import { Stream, Writable, type Readable } from 'node:stream';
import { Refused } from '../middleware/answer-errors.ts';
import { base64Decoder } from './base64.ts';
import { DOCUMENT_FIELD, type FormFile } from './form.ts';
import { badBody, LARGEST_JSON } from './json.ts';

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
  readonly buffer?: Buffer;
  readonly start?: number;
  readonly end?: number;
}
/** Formidable's parser. */
interface Tokens {
  on(event: 'data', listener: (token: Token) => void): void;
  off(event: 'data', listener: (token: Token) => void): void;
}
/** Members of a form and of a part that formidable's types omit. */
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
 * A plugin of formidable, whose result is merged into the form. It bounds the form as a whole, since formidable bounds
 * only fields and files and not what is around them, and parses it a piece at a time. A connection delivers 64 KB at
 * once; what exceeds one piece goes back to the request until other requests have had a turn.
 */
const bounded = ((form: Form) => {
  const refuse = (): boolean => form.emit('error', Object.assign(new Error('the form is too long'), { httpCode: 413 }));
  let heads = 0;
  /** The name of the header that is being read, and how many transfer encodings the part has declared. */
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
  // Formidable calls `resume` as soon as a part is written, even while the rest waits for the next turn.
  const resume = () => waiting || goOn();
  /**
   * A part with a file name is a file, and so is the document even without one, so that the size limit of a file
   * applies. Every other part is a field, whatever type it declares; its bytes are kept, one character of the text for
   * each. By default formidable goes by the declared type, drops half a character at the end of a text, and throws
   * where nothing can catch it at an encoding it does not know.
   */
  const onPart = async (part: Part): Promise<void> => {
    part.name = parameterIn(part.headers['content-disposition'] ?? '', 'name') ?? part.name;
    const isFile = part.originalFilename !== null || part.name === DOCUMENT_FIELD;
    part.mimetype = isFile ? (part.mimetype ?? 'application/octet-stream') : null;
    const encoding = (part.headers[ENCODING] ?? 'binary').toLowerCase();
    part.transferEncoding = 'binary';
    // Files of other fields are ignored, as unknown fields are.
    if (part.mimetype !== null && part.name !== DOCUMENT_FIELD) return;
    if (encodings > 1 || !ENCODINGS.includes(encoding)) form.emit('error', new Refused(UNKNOWN_ENCODING));
    else if (encoding === 'base64' && form._parser) await form._handlePart(decoded(form, form._parser, part));
    else await form._handlePart(part);
  };
  return { write, resume, onPart, _getFileName: fileNameIn };
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

const ENCODING = 'content-transfer-encoding';
const ENCODINGS = ['7bit', '8bit', 'binary', 'base64'];

/** A part in another encoding, or that declares more than one. */
export const UNKNOWN_ENCODING = badBody(
  'has a part in a transfer encoding that is not 7bit, 8bit, binary or base64, or in two: send binary',
);

/**
 * The part with its base64 decoded from what the parser read: formidable's own decoder counts line breaks as characters
 * of the text, and loses bytes after them.
 */
const decoded = (form: Form, parser: Tokens, part: Part): Part => {
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

/** Names only the document: the name of another part may be any text. */
const notBase64 = (field: string | null) =>
  field === DOCUMENT_FIELD
    ? invalidRequest([{ field, message: 'must be complete base64, as its transfer encoding declares' }])
    : badBody('has a part that is not the base64 it declares');

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
};
