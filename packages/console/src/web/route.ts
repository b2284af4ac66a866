import type { BordereauBytes } from '@vehicle-insurance/core';
import type { SignedIn } from '../access/person.ts';
import type { Html } from './html.ts';
import type { PageDependencies } from './page-dependencies.ts';

/** A request of a person who is signed in. */
export interface Visit {
  readonly person: SignedIn;
  /** Stands in every form; a form without it changes nothing. */
  readonly formToken: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Its fields; of a file its text. */
  readonly form: Readonly<Record<string, string>>;
}

/** A page, without what stands around every one. */
export interface Shown {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
}

/** A file. */
export interface File {
  /** What is large is sent as it is read. */
  readonly bytes: Uint8Array | BordereauBytes;
  readonly type: string;
  readonly name: string;
  /** Whether it is kept rather than shown. */
  readonly isKept?: true;
}

/** To another page, and what is said there once. */
export interface Redirected {
  readonly to: string;
  readonly said?: string;
}

/** What is answered to a person who is signed in. */
export type Answer = Shown | File | Redirected;

/** An address of the console. Only those who may act get to a `POST`, unless it changes nothing. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly changesNothing?: true;
  /** Whether its form has a file. */
  readonly takesFile?: true;
  /** Whether it ends the session. */
  readonly signsOut?: true;
  readonly answer: (visit: Visit, dependencies: PageDependencies) => Promise<Answer>;
}
