import { ACTIONS_IN_FRENCH, actionsInWords, type ActionName, type WordedAction } from '@vehicle-insurance/core';

/** An action with its French texts. */
export type Action = WordedAction;

const ALL = actionsInWords(ACTIONS_IN_FRENCH);

/** All actions of the console, by name. */
export const ACTIONS: ReadonlyMap<string, Action> = new Map(ALL.map((action) => [action.name, action]));

export const actionNamed = (name: ActionName): Action => {
  const action = ACTIONS.get(name);
  if (!action) throw new Error(`there is no action ${name}`);
  return action;
};

/** The name of an action in a URL: `payment-close`. */
const slugOf = (name: string): string => name.replaceAll(/[ -]+/g, '-');

/** The actions by their names in URLs. */
export const ACTIONS_BY_SLUG: ReadonlyMap<string, Action> = new Map(ALL.map((each) => [slugOf(each.name), each]));

/** The URL of the form of an action. `fields` are values to fill in. */
export const formPath = (name: string, id: string, fields: Readonly<Record<string, string>> = {}): string => {
  const query = new URLSearchParams(fields).toString();
  return `/act/${slugOf(name)}/${encodeURIComponent(id)}${query === '' ? '' : `?${query}`}`;
};

const PAGES: Readonly<Record<Action['about'], (id: string) => string>> = {
  payment: (id) => `/payment/${id}`,
  contract: (id) => `/contract/${id}`,
  company: (id) => `/company/${id}`,
  difference: () => '/statement',
  item: () => '/',
  month: () => '/books',
  bordereaux: (month) => `/books/${month}/bordereaux`,
  voucher: () => '/books/vouchers',
  session: () => '/session',
  statement: () => '/statement',
  service: () => '/',
};

/** The URL of the page of an action's subject. */
export const pageOf = ({ about }: Pick<Action, 'about'>, id: string): string => PAGES[about](id);
