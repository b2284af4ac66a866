import type { Cell, ExportedTable, WorkbookColumn } from '@vehicle-insurance/bordereaux';
import {
  addDays,
  dateOf,
  later,
  listCompanies,
  parseDate,
  parseInstant,
  startOfDay,
  type Instant,
  type LocalDate,
  type Place,
  type Store,
  type TimeZone,
} from '@vehicle-insurance/core';
import { choice } from '../web/choice.ts';
import { downloads, exportedFile, formatIn } from '../web/exported-file.ts';
import { html, type Html, type Value } from '../web/html.ts';
import type { PageDependencies } from '../web/page-dependencies.ts';
import type { File, Page, Route } from '../web/route.ts';
import { table, type Look } from '../web/table.ts';

type Ports = PageDependencies['ports'];

/** The current time and the business time zone. */
export interface Today {
  readonly now: Instant;
  readonly zone: TimeZone;
}

/**
 * A column of a list. `shown` is the column's content on the page, and `cell` its content in exported files. A column
 * may have only `shown` or only `cell`.
 */
export interface Column<Row> extends WorkbookColumn {
  readonly shown?: (row: Row, today: Today) => Value;
  readonly cell?: (row: Row, zone: TimeZone) => Cell;
}

/**
 * A list of one kind of object, over all companies. `read` returns the rows after the place `after` or, without
 * `after`, from the first row.
 */
export interface List<Row, Filter> {
  readonly path: string;
  readonly title: string;
  readonly columns: readonly Column<Row>[];
  /** The filter in a URL; undefined if one of its values is not valid. */
  readonly filterIn: (query: URLSearchParams, today: Today) => Filter | undefined;
  /** The form fields of the filter, with their values, except company and days. */
  readonly fields: (query: URLSearchParams) => Html;
  readonly read: (
    store: Pick<Store, 'contractQueries' | 'paymentQueries' | 'quoteQueries' | 'vehicleQueries'>,
    filter: Filter & { readonly after?: Place | undefined },
    limit: number,
  ) => Promise<readonly Row[]>;
  readonly placeOf: (row: Row, filter: Filter) => Place;
}

/** The maximum number of rows on a page. */
const LINES = 50;
/** The number of rows that one query reads for a file. */
const BATCH = 2_000;

const given = (query: URLSearchParams, name: string): string | undefined => query.get(name)?.trim() || undefined;

/** The value of a URL parameter; undefined if it is empty, null if it is not one of `values`. */
export const oneIn = <Text extends string>(
  query: URLSearchParams,
  name: string,
  values: readonly Text[],
): Text | undefined | null => {
  const value = given(query, name);
  return value === undefined ? undefined : (values.find((each) => each === value) ?? null);
};

/** The days in a URL; null if a day does not exist, or if the days are in the wrong order. */
export const daysIn = (
  query: URLSearchParams,
): { readonly from: LocalDate | undefined; readonly until: LocalDate | undefined } | null => {
  const [from, until] = ['from', 'until'].map((name) => {
    const value = given(query, name);
    return value === undefined ? undefined : (parseDate(value) ?? null);
  });
  if (from === null || until === null || (from && until && until < from)) return null;
  return { from, until };
};

/** The company and the days of creation in a URL; null if one of them is not valid. */
export const createdIn = (query: URLSearchParams, { zone }: Today) => {
  const days = daysIn(query);
  const companyId = companyIn(query);
  if (days === null || companyId === null) return null;
  const { from, until } = days;
  return {
    companyId,
    since: from && startOfDay(from, zone),
    until: until && later(startOfDay(addDays(until, 1), zone), { milliseconds: -1 }),
  };
};

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The company in a URL; null if it is not an id. */
export const companyIn = (query: URLSearchParams): string | undefined | null => {
  const id = given(query, 'company');
  return id === undefined || ID.test(id) ? id : null;
};

/** The row after which a page of a list begins; null if the URL's value is not valid. */
export const afterIn = (query: URLSearchParams): Place | undefined | null => {
  const text = given(query, 'after');
  if (text === undefined) return undefined;
  const [at = '', id = ''] = text.split(' ');
  const value = parseDate(at) ?? parseInstant(at);
  return value !== undefined && ID.test(id) ? { value, id } : null;
};

/** The URL of the page that follows a row. */
export const hrefAfter = (path: string, query: URLSearchParams, { value, id }: Place): string => {
  const next = new URLSearchParams(query);
  next.set('after', `${value} ${id}`);
  return `${path}?${next.toString()}`;
};

/** The URL parameters of the filter, without `after`, `format` and empty values. */
const filterOnly = (query: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...query].filter(([name, value]) => value !== '' && name !== 'after' && name !== 'format'));

/** Links to this month's and last month's rows. Apart from the days and `within`, the filter is unchanged. */
const monthLinks = (path: string, own: URLSearchParams, { now, zone }: Today): Html => {
  const today = dateOf(now, zone);
  const endOfLast = addDays(firstOf(today), -1);
  const link = (title: string, from: LocalDate, until: LocalDate): Html => {
    const query = new URLSearchParams({ ...Object.fromEntries(own), from, until });
    query.delete('within');
    return html`<a class="button quiet" href="${path}?${query.toString()}">${title}</a>`;
  };
  return html`${link('Mois en cours', firstOf(today), today)} ${link('Mois précédent', firstOf(endOfLast), endOfLast)}`;
};

const firstOf = (day: LocalDate): LocalDate => `${day.slice(0, 7)}-01` as LocalDate;

const todayOf = ({ uncheckedClock, zone }: Ports): Today => ({ now: uncheckedClock.now(), zone });

/** In characters. The text of a narrower column does not wrap. */
const NAME_WIDTH = 20;

const lookOf = ({ kind, width }: WorkbookColumn): Look =>
  kind === 'francs' ? 'number' : kind === 'day' || width < NAME_WIDTH ? 'code' : 'text';

/** Rows of a list as an HTML table. */
export const listTable = <Row, Filter>(
  { columns }: Pick<List<Row, Filter>, 'columns'>,
  caption: string,
  rows: readonly Row[],
  ports: Ports,
): Html => {
  const shown = columns.flatMap(({ shown: show, ...column }) => (show ? [{ ...column, show }] : []));
  const today = todayOf(ports);
  return table(
    caption,
    shown.map(({ title }) => title),
    rows.map((row) => shown.map(({ show }) => show(row, today))),
    shown.map(lookOf),
  );
};

/** The rows that match a filter, as a table for a file. `most` is the maximum number of rows. */
export const exportedList = <Row, Filter extends object>(
  { title, columns, read, placeOf }: List<Row, Filter>,
  store: Parameters<List<Row, Filter>['read']>[0],
  {
    filter,
    zone,
    most = Infinity,
  }: { readonly filter: Filter; readonly zone: TimeZone; readonly most?: number | undefined },
): ExportedTable => {
  const exported = columns.flatMap(({ cell, shown: _, ...column }) => (cell ? [{ column, cell }] : []));
  async function* rows(): AsyncGenerator<readonly (readonly Cell[])[], void> {
    let after: Place | undefined;
    for (let left = most; left > 0; left -= BATCH) {
      const limit = Math.min(left, BATCH);
      const some: readonly Row[] = await read(store, { ...filter, after }, limit);
      yield some.map((row) => exported.map(({ cell }) => cell(row, zone)));
      const last = some.at(-1);
      if (some.length < limit || last === undefined) return;
      after = placeOf(last, filter);
    }
  }
  return { name: title, columns: exported.map(({ column }) => column), rows: rows() };
};

const fileNameOf = (title: string): string => title.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');

const refused = (path: string): Page => ({
  title: 'Filtre non valable',
  status: 400,
  body: html`<p>
      Choisissez les valeurs proposées dans les listes. La date « Au » ne doit pas précéder la date « Du ».
    </p>
    <p><a href="${path}">Retour à la liste</a></p>`,
});

/** The routes of a list: its page and its exported files. */
export const listRoutes = <Row, Filter extends object>(list: List<Row, Filter>): readonly [Route, Route] => [
  {
    method: 'GET',
    path: list.path,
    answer: async ({ query }, { ports }): Promise<Page> => {
      const filter = list.filterIn(query, todayOf(ports));
      const after = afterIn(query);
      if (filter === undefined || after === null) return refused(list.path);
      const [companies, found] = await Promise.all([
        listCompanies(ports)(),
        list.read(ports.store, { ...filter, after }, LINES + 1),
      ]);
      const shown = found.slice(0, LINES);
      const last = shown.at(-1);
      const own = filterOnly(query);
      return {
        title: list.title,
        body: html`
          <form method="get" action="${list.path}" class="filter">
            ${list.fields(query)}
            ${choice(
              'Société',
              'company',
              'Toutes',
              companies.map(({ id, name }) => [id, name] as const),
              query.get('company'),
            )}
            <label>Du <input type="date" name="from" value="${query.get('from')}" /></label>
            <label>Au <input type="date" name="until" value="${query.get('until')}" /></label>
            <button>Afficher</button>
            ${monthLinks(list.path, own, todayOf(ports))}
          </form>
          ${listTable(list, list.title, shown, ports)}
          <div class="actions">
            ${after && html`<a class="button quiet" href="${list.path}?${own.toString()}">Début de la liste</a>`}
            ${found.length > LINES && last && html`<a class="button quiet" href="${hrefAfter(list.path, own, list.placeOf(last, filter))}">Lignes suivantes</a>`}
            ${shown.length > 0 && downloads(`${list.path}/file`, own.toString())}
          </div>
        `,
      };
    },
  },
  {
    method: 'GET',
    path: `${list.path}/file`,
    answer: async ({ query }, { ports }): Promise<File | Page> => {
      const { store, zone } = ports;
      const today = todayOf(ports);
      const filter = list.filterIn(query, today);
      const format = formatIn(query);
      if (filter === undefined || format === undefined) return refused(list.path);
      const name = `${fileNameOf(list.title)}-${dateOf(today.now, zone)}`;
      return exportedFile(format, name, exportedList(list, store, { filter, zone }));
    },
  },
];
