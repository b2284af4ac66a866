import type { BordereauBytes } from '@vehicle-insurance/core';
import type { SignedIn } from '../access/person.ts';
import type { Html } from './html.ts';
import type { PageDependencies } from './page-dependencies.ts';

/** A request of a signed-in person. */
export interface Visit {
  readonly person: SignedIn;
  /** The token of the session, which every `POST` form contains. A `POST` without the token is refused. */
  readonly formToken: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The form's fields. For a file, the value is the file's text. */
  readonly form: Readonly<Record<string, string>>;
  /** Encrypts a text that a later form of this session sends back. */
  readonly seal: (text: string) => string;
  /** Decrypts a text that `seal` encrypted. Undefined if the text was changed, or if another session encrypted it. */
  readonly unseal: (sealed: string) => string | undefined;
}

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  /** The text in the search field, if it is not the `q` of the URL. */
  readonly searched?: string;
}

export interface File {
  /** A large file is a stream. The size is unknown if the file is generated while it is sent. */
  readonly bytes: Uint8Array | (Pick<BordereauBytes, 'stream'> & Partial<BordereauBytes>);
  readonly type: string;
  readonly name: string;
  /** Whether the browser downloads the file instead of displaying it. */
  readonly isKept?: true;
}

/** A redirect, with a message that the target page shows once. */
export interface Redirect {
  readonly to: string;
  readonly said?: string;
}

export type PageResponse = Page | File | Redirect;

/** A route of the console. A `POST` requires the role `act`, unless it changes nothing or signs out. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly changesNothing?: true;
  /** The maximum size of the form in megabytes, if the form may contain a file. */
  readonly takesFile?: number;
  /** Whether the route ends the person's sessions. */
  readonly signsOut?: true;
  readonly answer: (visit: Visit, dependencies: PageDependencies) => Promise<PageResponse>;
}
