import {
  Err,
  invalidRequest,
  Ok,
  type FieldError,
  type InvalidRequest,
  type PayloadTooLarge,
  type Result,
  type Upload,
} from '@vehicle-insurance/core';
import type { Context } from 'koa';
import { parseForm, type FormFile } from './parse-form.ts';
import { fromText, type InputSchema } from './text-input.ts';

/** The one field of a form that carries a file (api.md, "POST /vehicle"). */
export const DOCUMENT_FIELD = 'registrationDocument';

/** A form as it was sent: `input` still has to be checked. */
export interface Form {
  readonly input: unknown;
  readonly upload: Upload | undefined;
}

/** The fields of a schema out of a multipart form, and the document that came with them. */
export const readForm = async (
  ctx: Context,
  schema: InputSchema,
): Promise<Result<Form, PayloadTooLarge | InvalidRequest>> => {
  const form = await parseForm(ctx, DOCUMENT_FIELD);
  if (form.isErr()) return form;
  const { texts, unreadable, files } = form.value;
  const textsOf = (name: string): readonly string[] => texts.get(name) ?? [];

  const { input, repeated } = fromText(schema, textsOf);
  const details = [...repeated, ...notUtf8(schema, unreadable), ...notOneFile(files.length, textsOf(DOCUMENT_FIELD))];
  return details.length > 0
    ? Err(invalidRequest(details))
    : Ok({ input: withoutEmpty(schema, input), upload: chosen(files[0]) });
};

const notUtf8 = ({ properties }: InputSchema, unreadable: ReadonlySet<string>): readonly FieldError[] =>
  Object.keys(properties)
    .filter((name) => unreadable.has(name))
    .map((field) => ({ field, message: 'must be UTF-8 text' }));

const notOneFile = (files: number, asText: readonly string[]): readonly FieldError[] => {
  if (files > 1) return [{ field: DOCUMENT_FIELD, message: 'must be one file' }];
  return asText.every((text) => text === '')
    ? []
    : [{ field: DOCUMENT_FIELD, message: 'must be a file, with a file name' }];
};

/** A field left empty in a form is one that was not filled in. */
const withoutEmpty = ({ required }: InputSchema, input: Readonly<Record<string, unknown>>): unknown =>
  Object.fromEntries(Object.entries(input).filter(([name, value]) => value !== '' || required.includes(name)));

/** A browser sends a file input in which nothing was chosen as an empty file without a name. */
const chosen = (file: FormFile | undefined): Upload | undefined => {
  const bytes = Buffer.concat(file?.chunks ?? []);
  return !file || (file.name === '' && bytes.length === 0) ? undefined : { name: file.name, bytes };
};
