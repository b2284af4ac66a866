import {
  Ok,
  Unreadable,
  type InvalidRequest,
  type PayloadTooLarge,
  type Result,
  type Upload,
} from '@vehicle-insurance/core';
import type { Context } from 'koa';
import { parseForm, type FormFile } from './parse-form.ts';
import { fromText, type InputSchema } from './text-input.ts';

/** The one field of a form that carries a file (docs/api.md 5.1). */
export const DOCUMENT_FIELD = 'registrationDocument';

/** A form as it was sent: `input` still has to be checked. */
export interface Form {
  readonly input: object;
  readonly upload: Upload | Unreadable | undefined;
}

/**
 * The fields of a schema out of a multipart form, and the document that came with them. What cannot be read stands among
 * them as such, for one answer to name it with all else that is wrong.
 */
export const readForm = async (
  ctx: Context,
  schema: InputSchema,
): Promise<Result<Form, PayloadTooLarge | InvalidRequest>> => {
  const form = await parseForm(ctx, DOCUMENT_FIELD);
  if (form.isErr()) return form;
  const { texts, unreadable, files } = form.value;
  const input = fromText(schema, (name) => texts.get(name) ?? []);
  const noTexts = Object.keys(input).filter((name) => unreadable.has(name));
  return Ok({
    input: { ...withoutEmpty(schema, input), ...Object.fromEntries(noTexts.map((name) => [name, NO_TEXT])) },
    upload: uploadIn(files, texts.get(DOCUMENT_FIELD) ?? []),
  });
};

const NO_TEXT = new Unreadable('must be UTF-8 text');

const uploadIn = (files: readonly FormFile[], asText: readonly string[]): Form['upload'] => {
  if (files.length > 1) return new Unreadable('must be one file');
  return asText.every((text) => text === '') ? chosen(files[0]) : new Unreadable('must be a file, with a file name');
};

/** A field left empty in a form is one that was not filled in. */
const withoutEmpty = ({ required }: InputSchema, input: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== '' || required.includes(name)));

/** A browser sends a file input in which nothing was chosen as an empty file without a name. */
const chosen = (file: FormFile | undefined): Upload | undefined => {
  const bytes = Buffer.concat(file?.chunks ?? []);
  return !file || (file.name === '' && bytes.length === 0) ? undefined : { name: file.name, bytes };
};
