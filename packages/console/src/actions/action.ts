import type { Author, Result } from '@vehicle-insurance/core';
import type { Failure } from '../words/failures.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';

/** A field of an action's form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** A `check` may be left empty; the page that links here gives the value of a `hidden` field. */
  readonly kind: 'text' | 'url' | 'check' | 'hidden' | 'choice';
  /** For a `choice`: values and their labels. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** An action to carry out. */
export interface Command {
  /** The id of its payment, contract or other subject; `-` for the whole service. */
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Who asked for it, and who confirmed it where two people were needed. */
  readonly by: Author;
}

/** Something an operator can do: one of the command's verbs. */
export interface Action {
  readonly name: string;
  readonly title: string;
  readonly about: 'payment' | 'contract' | 'company' | 'difference' | 'month' | 'bordereaux' | 'service';
  /** Moves money or ends something: where that is configured, it needs two people. */
  readonly isDangerous: boolean;
  /** Records what a person does elsewhere, such as a transfer, and may have done before it is recorded. */
  readonly recordsWhatIsDone?: true;
  /** What follows from it. */
  readonly consequence: string;
  readonly fields: readonly Field[];
  /** Its result is a secret: shown at once and stored nowhere. */
  readonly showsSecret?: true;
  /** Carries it out, and returns in words what was done. */
  readonly run: (command: Command, ports: PageDependencies['ports']) => Promise<Result<string, Failure>>;
}

/** The reason, kept for good. */
export const WHY: Field = { name: 'why', label: 'Motif (conservé dans l’historique)', kind: 'text' };

const PAGES: Readonly<Record<Action['about'], (id: string) => string>> = {
  payment: (id) => `/payment/${id}`,
  contract: (id) => `/contract/${id}`,
  company: (id) => `/company/${id}`,
  difference: () => '/statement',
  month: () => '/books',
  bordereaux: (month) => `/books/${month}/bordereaux`,
  service: () => '/',
};

/** The page of an action's subject. */
export const pageOf = ({ about }: Pick<Action, 'about'>, id: string): string => PAGES[about](id);
