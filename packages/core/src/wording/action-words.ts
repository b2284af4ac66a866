import type { Action, ActionCommand, ActionField, ActionPorts } from '../actions/action.ts';
import { ACTIONS, type ActionFailure, type ActionName, type DoneOf, type FieldsOf } from '../actions/actions.ts';
import type { Result } from '../shared/result.ts';
import type { FieldError, InvalidRequest } from '../shared/rules.ts';

/** A field that the command line or the form neither shows nor describes. */
type Unseen<Edge> =
  | { readonly kind: 'seen' }
  | (Edge extends 'form' ? { readonly isHidden: true } | { readonly onlyOnCommandLine: true } : never);

type SeenFields<F, Edge> = { [Name in keyof F]: F[Name] extends Unseen<Edge> ? never : Name }[keyof F];

/** A label. For a choice that a person sees, also a label for each of its values. */
type FieldWords<F> = F extends { readonly isHidden: true }
  ? string
  : F extends { readonly kind: 'choice'; readonly choices: readonly (infer Choice extends string)[] }
    ? { readonly label: string; readonly choices: Readonly<Record<Choice, string>> }
    : string;

/** A text, or a function that returns the text. */
type Text<Arguments extends readonly unknown[]> = string | ((...given: Arguments) => string);

interface WordsOf<Name extends ActionName, Edge> {
  readonly title: string;
  /** The effect of the action. */
  readonly consequence: string;
  readonly fields: {
    readonly [Field in SeenFields<FieldsOf<Name>, Edge>]: FieldWords<FieldsOf<Name>[Field]>;
  };
  /** The text that reports the result. */
  readonly done: Text<[done: DoneOf<Name>, subject: string]>;
}

/** All failures but `invalid_request`, which concerns the fields. */
type OtherFailure = Exclude<ActionFailure, InvalidRequest>;

/**
 * The words of all actions in one language: English for the command line, French for forms. An action, field, result or
 * failure without words does not compile.
 */
export interface ActionWords<Edge extends 'command' | 'form'> {
  readonly actions: { readonly [Name in ActionName]: WordsOf<Name, Edge> };
  readonly failures: {
    readonly [Code in OtherFailure['code']]: Text<
      [failure: Extract<OtherFailure, { readonly code: Code }>, subject: string]
    >;
  };
  /** The text for a field's error. `label` and `kind` describe the field. */
  readonly invalid: (error: FieldError, label: string, kind: ActionField['kind'] | undefined) => string;
}

export interface WordedField extends ActionField {
  readonly name: string;
  readonly label: string;
  readonly choiceLabels: Readonly<Record<string, string>>;
}

type Running = (
  ports: ActionPorts,
  command: ActionCommand<Readonly<Record<string, string>>>,
) => Promise<Result<unknown, ActionFailure>>;

/** An action with its words in one language, for code that treats all actions alike. */
export interface WordedAction extends Omit<Action, 'fields' | 'run' | 'preview'> {
  readonly name: ActionName;
  readonly title: string;
  readonly consequence: string;
  readonly fields: readonly WordedField[];
  readonly run: Running;
  readonly preview: Running | undefined;
  readonly doneText: (done: unknown, subject: string) => string;
  readonly failureText: (failure: ActionFailure, subject: string) => string;
}

type AnyWords = Readonly<Record<string, string | { readonly label: string; readonly choices: object }>>;

/** All actions with their words in one language. */
export const actionsInWords = (words: ActionWords<'command'> | ActionWords<'form'>): readonly WordedAction[] =>
  Object.entries<Action>(ACTIONS).map(([key, definition]) => {
    const name = key as ActionName;
    const { title, consequence, fields, done } = words.actions[name];
    const worded = Object.entries(definition.fields).map(([field, rule]): WordedField => {
      const found = (fields as AnyWords)[field] ?? '';
      const { label, choices } = typeof found === 'string' ? { label: found, choices: {} } : found;
      return { ...rule, name: field, label, choiceLabels: choices as Readonly<Record<string, string>> };
    });
    const invalidText = (error: FieldError): string => {
      const isOwn = worded.some(({ name }) => name === error.field);
      const field = (isOwn ? undefined : FIELD_NAMES[error.field]) ?? error.field;
      const known = worded.find((each) => each.name === field);
      return words.invalid({ ...error, field }, known?.label ?? field, known?.kind);
    };
    return {
      ...definition,
      ...{ name, title, consequence, fields: worded },
      run: definition.run as Running,
      preview: definition.preview as Running | undefined,
      doneText: (...result) => textOf(done, result),
      failureText: (failure, subject) =>
        failure.code === 'invalid_request'
          ? failure.details.map(invalidText).join(' ')
          : failureIn(words, failure, subject),
    };
  });

/** A failure in words. */
export const failureIn = (
  { failures }: Pick<ActionWords<'command'>, 'failures'>,
  failure: OtherFailure,
  subject = '',
): string => textOf(failures[failure.code], [failure, subject]);

const textOf = (text: Text<never>, given: readonly unknown[]): string =>
  typeof text === 'string' ? text : (text as (...all: readonly unknown[]) => string)(...given);

/** The names of fields in use cases, with the names of the same fields in actions. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  code: 'reason',
  note: 'why',
  reason: 'why',
  certificateNumber: 'number',
  pdfLink: 'pdf',
  imageLink: 'image',
  qrCodeLink: 'qr',
};
