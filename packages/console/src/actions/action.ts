import type { Result } from '@vehicle-insurance/core';
import type { Failure } from '../words/failures.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';

/** A field of an action's form. */
export interface Field {
  readonly name: string;
  readonly label: string;
  /** A `check` may be left empty; of a `hidden` one the page that leads here knows the value. */
  readonly kind: 'text' | 'url' | 'check' | 'hidden' | 'choice';
  /** Of a `choice`: values, and their words. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** An action as it is done. */
export interface Command {
  /** The payment's or contract's id, or what else it is about; `-` where that is the whole service. */
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
  /** As audit entries name who did it; both people where there were two. */
  readonly by: string;
}

/** Something an operator can do: one of the command's verbs. */
export interface Action {
  readonly name: string;
  readonly title: string;
  readonly about: 'payment' | 'contract' | 'company' | 'difference' | 'month' | 'bordereaux' | 'service';
  /** Moves money or ends something: where it is configured so, two people do it together. */
  readonly isDangerous: boolean;
  /** What follows from it. */
  readonly consequence: string;
  readonly fields: readonly Field[];
  /** What it tells is a secret: shown at once and kept nowhere. */
  readonly showsSecret?: true;
  /** Does it, and tells in words what was done. */
  readonly run: (command: Command, ports: PageDependencies['ports']) => Promise<Result<string, Failure>>;
}

/** Why it is done: kept for good. */
export const WHY: Field = { name: 'why', label: 'Motif (reste dans l’historique)', kind: 'text' };

const PAGES: Readonly<Record<Action['about'], (id: string) => string>> = {
  payment: (id) => `/payment/${id}`,
  contract: (id) => `/contract/${id}`,
  company: (id) => `/company/${id}`,
  difference: () => '/statement',
  month: () => '/books',
  bordereaux: (month) => `/books/${month}/bordereaux`,
  service: () => '/',
};

/** The page of what an action is about. */
export const pageOf = ({ about }: Pick<Action, 'about'>, id: string): string => PAGES[about](id);
