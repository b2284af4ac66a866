import type { Field, Schema } from './operations.ts';
import { outOfBounds, type Json } from './values.ts';

const BOUNDARY = 'a-boundary-of-a-test';

export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } as const;

export interface Part {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly fileName?: string;
  readonly headers?: string;
}

export const formOf = (parts: readonly Part[], end = `--${BOUNDARY}--\r\n`): Buffer =>
  Buffer.concat([...parts.flatMap(partBytes), Buffer.from(end)]);

export const partBytes = ({ name, content, fileName, headers = '' }: Part): Buffer[] => [
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"`),
  Buffer.from(`${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n${headers}\r\n`),
  typeof content === 'string' ? bytesOf(content) : Buffer.from(content),
  Buffer.from('\r\n'),
];

/** UTF-8, in which a lone surrogate is written as if it were a character. */
const bytesOf = (text: string): Buffer =>
  text.isWellFormed()
    ? Buffer.from(text)
    : Buffer.concat(
        [...text].map((character) => {
          const point = character.codePointAt(0) ?? 0;
          return character.isWellFormed()
            ? Buffer.from(character)
            : Buffer.of(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 0x3f), 0x80 | (point & 0x3f));
        }),
      );

/** The fields of a valid JSON body as parts of a form, without those that are null. */
export const partsOf = (body: Readonly<Record<string, Json>>): readonly Part[] =>
  Object.entries(body).flatMap(([name, json]) => {
    const value = JSON.parse(json) as string | number | null;
    return value === null ? [] : [{ name, content: String(value) }];
  });

/** Texts that a field of a form refuses. An optional field that is empty counts as not filled in. */
export const badTexts = (field: Field): readonly string[] =>
  [...outOfBounds(field).map(asText), ...(isInteger(field.schema) ? NO_INTEGERS : [])].filter(
    (text) => text !== '' || field.required,
  );

const isInteger = ({ type }: Schema): boolean => type === 'integer';

const NO_INTEGERS = [
  ...['', ' ', ' 7', '7 ', '07', '+7', '7.0', '7e0', '0x7', '٧', '７', 'NaN', 'Infinity', '1e400', 'true'],
];

const asText = (json: Json): string => {
  const value: unknown = JSON.parse(json);
  return typeof value === 'string' ? value : json;
};
