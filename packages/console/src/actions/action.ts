import type { Author, Result } from '@vehicle-insurance/core';
import type { Failure } from '../words/failures.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';

/** A field of an action's form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** A `check` may be left empty; the page that links here sets the value of a `hidden` field. */
  readonly kind: 'text' | 'url' | 'check' | 'hidden' | 'choice';
  /** For a `choice`: values and their labels. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** An action to carry out. */
export interface Command {
  /** The id of the payment, contract or other subject; `-` for the whole service. */
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  /** The person who requested it, and the one who confirmed it if two people were needed. */
  readonly by: Author;
}

/** An action of an operator, equivalent to a verb of the command. */
export interface Action {
  readonly name: string;
  readonly title: string;
  readonly about: 'payment' | 'contract' | 'company' | 'difference' | 'month' | 'bordereaux' | 'service';
  /** Whether it moves money or ends something. It then needs two people, if that is configured. */
  readonly isDangerous: boolean;
  /** Records something done outside the service, such as a transfer, which may have been made before this action. */
  readonly recordsWhatIsDone?: true;
  /** Its effect, in words. */
  readonly consequence: string;
  readonly fields: readonly Field[];
  /** Its result is a secret, which is shown once and not stored. */
  readonly showsSecret?: true;
  /** Carries it out; returns the result in words. */
  readonly run: (command: Command, ports: PageDependencies['ports']) => Promise<Result<string, Failure>>;
}

/** The reason, which is stored permanently. */
export const WHY: Field = { name: 'why', label: 'Motif', kind: 'text' };

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
