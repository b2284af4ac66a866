import type { CounterpartyKind } from '../domain/ledger/voucher.ts';
import type { Bordereaux } from '../ports/bordereaux.ts';
import type { Dependencies } from '../ports/dependencies.ts';
import type { ClosingProgress } from '../ports/ledger.ts';
import type { StatementTableReader } from '../ports/statement-table.ts';
import type { Store } from '../ports/store.ts';
import type { Job } from '../ports/trigger.ts';
import type { Author } from '../shared/author.ts';
import type { Result } from '../shared/result.ts';
import type { GetCancellationStatement, GetReceipt } from '../use-cases/document/paper-on-demand.ts';

/**
 * The kind of object that an action changes. For `bordereaux`, the object is the month of a closing, unless the fields
 * contain a range of days. The action `books record` and the actions on `statement` and `service` have no subject.
 */
export type ActionSubject =
  | 'payment'
  | 'contract'
  | 'company'
  | 'difference'
  | 'item'
  | 'month'
  | 'bordereaux'
  | 'voucher'
  | 'session'
  | 'statement'
  | 'service';

/** A value that an action needs. All values are texts: `yes` for a checked box, the file's content for a file. */
export interface ActionField {
  /**
   * A `seen` field holds the state that the page showed, so that the action can detect a later change. Only pages send
   * this field.
   */
  readonly kind: 'text' | 'url' | 'check' | 'choice' | 'moment' | 'day' | 'file' | 'seen' | CounterpartyKind;
  readonly choices?: readonly string[];
  /** `true`: the field may be absent. `on_command_line`: the field may be absent on the command line only. */
  readonly optional?: true | 'on_command_line';
  /** Whether an empty text removes the stored value. By default, an empty text counts as absent. */
  readonly canBeEmpty?: true;
  /** Whether this field is the command's argument, in place of the subject. Other fields are options of the command. */
  readonly isArgument?: true;
  /** Whether forms hide the field. The page that links to the form sets its value. */
  readonly isHidden?: true;
  readonly onlyOnCommandLine?: true;
}

type Fields = Readonly<Record<string, ActionField>>;

/** The values of the fields. The value of an optional, `check` or `seen` field may be undefined. */
type ValuesOf<F extends Fields> = {
  readonly [Name in keyof F]: F[Name] extends { optional: true | 'on_command_line' } | { kind: 'check' | 'seen' }
    ? string | undefined
    : string;
};

/** A request to carry out an action. */
export interface ActionCommand<Values> {
  /** Identifies the subject, for example by an id, a month or a typed text. Empty if the action needs no subject. */
  readonly subject: string;
  readonly fields: Values;
  /** The person who requested the action. If two people were needed, also the person who confirmed it. */
  readonly by: Author;
}

/** The command type of an action with the fields `F`. */
export type CommandOf<F extends Fields> = ActionCommand<ValuesOf<F>>;

/** The ended sessions and unused links of one person. */
export interface EndedSessions {
  readonly ended: readonly unknown[];
  readonly links: number;
}

/** The dependencies of all actions. */
export interface ActionPorts extends Omit<
  Dependencies,
  'onCommitted' | 'contractDocument' | 'timer' | 'policyNumberFormat' | 'fees' | 'quoteHorizon' | 'eventDays'
> {
  readonly store: Pick<Store, 'lookUps' | 'statements' | 'jobRuns'>;
  readonly readStatementTable: StatementTableReader;
  readonly jobs: Readonly<Record<Job, () => Promise<void>>>;
  /** Jobs run due work while they hold this lock in shared mode. */
  readonly lock: { pass<Value>(run: () => Promise<Value>): Promise<Value> };
  readonly bordereaux: Bordereaux;
  readonly getReceipt: GetReceipt;
  readonly getCancellationStatement: GetCancellationStatement;
  /**
   * `typed` is the id of a session, or a person's name or account. If `typed` identifies a person, all sessions and
   * unused links of that person end.
   */
  readonly endSessions: (typed: string, end: { readonly by: Author; readonly why: string }) => Promise<EndedSessions>;
  /** Called while a month is closed and its bordereaux are written. */
  readonly progress?: { readonly entries: ClosingProgress; readonly rows: (rows: number) => void } | undefined;
}

/** A change that an operator can make, on the command line as well as in the console. */
export interface Action<F extends Fields = Fields, Outcome = Result<unknown, unknown>> {
  readonly about: ActionSubject;
  readonly fields: F;
  /** Whether the console can be configured to require two people for the action. */
  readonly isDangerous?: true;
  /** Whether the action records something that a person does outside the service, such as a transfer. */
  readonly recordsWhatIsDone?: true;
  /** Whether the result is a secret, which is shown once and not stored. */
  readonly showsSecret?: true;
  /** The current values of the fields, for a form that corrects them. */
  readonly present?: (ports: ActionPorts, subject: string) => Promise<Readonly<Record<string, string>>>;
  /** Like `run`, but changes nothing. People see the result before they confirm. */
  preview?(ports: ActionPorts, command: ActionCommand<ValuesOf<F>>): Promise<Outcome>;
  /** Declared as a method, so that generic callers can pass any values. The use cases check the values. */
  run(ports: ActionPorts, command: ActionCommand<ValuesOf<F>>): Promise<Outcome>;
}

/** Returns the definition unchanged. The compiler checks the definition and infers its types. */
export const action = <const F extends Fields, Outcome>(definition: Action<F, Outcome>): Action<F, Outcome> =>
  definition;

/** The operator's reason, which is stored permanently. */
export const WHY = { kind: 'text' } as const;

/** A reason that scripts may leave out. */
export const OPTIONAL_WHY = { kind: 'text', optional: 'on_command_line' } as const;

export const isChecked = (value: string | undefined): boolean => value === 'yes';
