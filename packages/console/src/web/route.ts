import type { BordereauBytes } from '@vehicle-insurance/core';
import type { SignedIn } from '../access/person.ts';
import type { Html } from './html.ts';
import type { PageDependencies } from './page-dependencies.ts';

/** A request of a signed-in person. */
export interface Visit {
  readonly person: SignedIn;
  /** Included in every form; a `POST` without it is refused. */
  readonly formToken: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The form's fields; for a file, its text. */
  readonly form: Readonly<Record<string, string>>;
  /** The text, encrypted for a later form of this session: any change in between is detected. */
  readonly seal: (text: string) => string;
  /** The text that `seal` was given; undefined for any other text, or if it was sealed in another session. */
  readonly unseal: (sealed: string) => string | undefined;
}

/** The content of a page, without the layout. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
}

export interface File {
  /** A large file is streamed; if it is made meanwhile, its size is unknown. */
  readonly bytes: Uint8Array | (Pick<BordereauBytes, 'stream'> & Partial<BordereauBytes>);
  readonly type: string;
  readonly name: string;
  /** Whether it is downloaded rather than displayed. */
  readonly isKept?: true;
}

/** A redirect, with a message shown once on the other page. */
export interface Redirect {
  readonly to: string;
  readonly said?: string;
}

/** The response to a signed-in person. */
export type PageResponse = Page | File | Redirect;

/** A route of the console. A `POST` requires the role `act`, unless it changes nothing or signs out. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly changesNothing?: true;
  /** If its form may have a file: the maximum size of the form, in megabytes. */
  readonly takesFile?: number;
  /** Whether it ends the session. */
  readonly signsOut?: true;
  readonly answer: (visit: Visit, dependencies: PageDependencies) => Promise<PageResponse>;
}
