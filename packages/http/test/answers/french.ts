import { FAULTS, type Message } from '@vehicle-insurance/core';
import { expect } from 'chai';
import { MESSAGES } from '../../src/error-messages.ts';
import { INPUT_FAULTS } from '../../src/input/faults.ts';

type Table = Readonly<Record<string, Message | ((...values: never) => Message)>>;
type Functions<T extends Table> = {
  [Name in keyof T]: T[Name] extends (...values: infer Values) => Message ? Values : never;
};
/** One list of values for each message that contains values. */
type Values<T extends Table> = {
  readonly [Name in keyof T as T[Name] extends Message ? never : Name]: Functions<T>[Name];
};

const LENGTH = { min: 2, max: 9 };

const FAULT_VALUES: Values<typeof FAULTS> = {
  ...{ integer: [LENGTH], length: [LENGTH], licencePlate: [LENGTH], oneOf: [[3, 6]], someOf: [['a.b', 'c.d']] },
  ...{ withinDays: [365], position: [2], notAfter: ['endingTo'] },
};

const INPUT_VALUES: Values<typeof INPUT_FAULTS> = {
  ...{ manyValues: [7], manyFields: [7], longQuery: [7, 8], idempotencyKey: [255] },
  unknownParameter: [['page', 'limit'], 'page'],
};

const messagesIn = <T extends Table>(table: T, values: Values<T>): readonly (readonly [string, Message])[] =>
  Object.entries(table).map(([name, message]) => [
    name,
    typeof message === 'function'
      ? message(...((values as Readonly<Record<string, unknown>>)[name] as readonly never[] as never))
      : message,
  ]);

/** Every message about a field, with its name. */
export const FIELD_MESSAGES = [...messagesIn(FAULTS, FAULT_VALUES), ...messagesIn(INPUT_FAULTS, INPUT_VALUES)];

/** Names of the API and of formats, which are the same in every language. */
const NAMES =
  /\d{4}-[\dT:-]+Z|`[^`]*`|\{[^}]*\}|(?:GET )?\/[\w/{}-]+|\b\w+\/\w+(?:-\w+)?\b|\b[a-z]+(?:[A-Z]\w*)+|\bx-[a-z-]+|\b\w+\.\w+\b|Retry-After|Idempotency-Key|\bAllow\b|\bafter(?=\.)|\b(?:true|false|page|limit|binary|multipart)\b|\b\d\w*|\b[A-Z][A-Z\d-]+\b|Uint8Array|Unicode|base64|https?/g;

const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(NAMES, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1);

/** Words that both languages have. */
const COMMON = [
  'active',
  'compression',
  'date',
  'document',
  'format',
  'formats',
  'mobile',
  'notification',
  'position',
  'secret',
  'service',
];

const english = new Set(
  [...Object.values(MESSAGES), ...FIELD_MESSAGES.map(([, message]) => message)]
    .flatMap((message) => (typeof message === 'function' ? [] : wordsOf(message.en)))
    .concat(...['the', 'this', 'must', 'your', 'is', 'and', 'or', 'with', 'again', 'please', 'error', 'wait', 'too'])
    .filter((word) => !COMMON.includes(word)),
);

/** Sentences end with a full stop; a colon or a semicolon may join two halves. */
const sentencesIn = (text: string): number => text.split(/[.?](?:\s|$)/).filter((each) => each.trim() !== '').length;

/** Checks a message as the API sends it in French. */
export const expectFrench = (message: string): void => {
  expect(
    wordsOf(message).filter((word) => english.has(word)),
    message,
  ).to.deep.equal([]);
  expect(message, 'a plain space before a mark, or a straight apostrophe').to.not.match(/ [:;?!»%]|« |\w'\w/u);
  expect(message.replaceAll(NAMES, ''), 'a mark without its space').to.not.match(/[^\s\d\u00a0\u202f][:;?!]/u);
  expect(sentencesIn(message), message).to.be.at.most(2);
};
