import { Unreadable, type Upload } from '@vehicle-insurance/core';
import { INPUT_FAULTS } from './faults.ts';
import { fromText, type InputSchema } from './schema.ts';

// Not in form-options.ts, because koa-body's types augment Node's types, and no published type may import them.
/** The only field of a form that may contain a file (docs/api.md 5.1). */
export const DOCUMENT_FIELD = 'registrationDocument';

export interface FormFile {
  /** Null if the part has no file name. */
  readonly originalFilename: string | null;
  readonly bytes: Uint8Array;
}

/** The body before validation. */
export interface Sent {
  readonly input: object;
  readonly upload?: Upload | Unreadable | undefined;
}

/** koa-body returns a list if several fields have the same name. */
type Several<Value> = Value | readonly Value[];
export type FormFields = Readonly<Record<string, Several<string>>>;
export type FormFiles = Readonly<Record<string, Several<FormFile>>>;

/**
 * The schema's fields and the document from a multipart form. Unreadable values become `Unreadable`, so that one
 * response lists them together with all other errors.
 */
export const readForm = (schema: InputSchema, fields: FormFields, files: FormFiles): Sent => {
  const textsOf = (name: string) => listOf(fields, name).map(utf8);
  const given = fromText(schema, (name) => textsOf(name).map((text) => text ?? ''));
  const input = Object.entries(given).flatMap(([name, value]) => {
    if (textsOf(name).includes(undefined)) return [[name, new Unreadable(INPUT_FAULTS.utf8)]];
    // In a form, an empty optional field counts as absent.
    return value !== '' || schema.required.includes(name) ? [[name, value]] : [];
  });
  return {
    input: Object.fromEntries(input) as object,
    upload: uploadIn(listOf(files, DOCUMENT_FIELD).filter(isChosen)),
  };
};

const listOf = <Value>(all: Readonly<Record<string, Several<Value>>>, name: string): readonly Value[] =>
  [all[name] ?? []].flat() as readonly Value[];

/** Decodes UTF-8 from a text with one character per byte; undefined if the bytes are not UTF-8. */
const utf8 = (bytes: string): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, 'latin1'));
  } catch {
    return undefined;
  }
};

/** A browser sends an empty file without a name if the person chose no file. */
const isChosen = ({ originalFilename, bytes }: FormFile): boolean =>
  (originalFilename ?? '') !== '' || bytes.length > 0;

const uploadIn = ([file, ...more]: readonly FormFile[]): Sent['upload'] => {
  if (!file) return undefined;
  if (more.length > 0) return new Unreadable(INPUT_FAULTS.oneFile);
  const { originalFilename: name, bytes } = file;
  return name === null ? new Unreadable(INPUT_FAULTS.fileName) : { name, bytes };
};
