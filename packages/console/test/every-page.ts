import { ACTIONS_BY_SLUG, type Action } from '../src/actions.ts';
import { ROUTES } from '../src/routes.ts';

/** The last part of the path of a route that answers with a file. */
const FILE = /\/(file|certificate|document|registration|:file|:paper)$/;

/** The subject of the form of each kind of action. */
export type Subjects = Readonly<Record<Action['about'], string>>;

/**
 * The addresses of every page of a signed-in person. A route with parameters needs examples, under its path; the forms
 * of all actions are included.
 */
export const everyPage = (
  subjects: Subjects,
  examples: Readonly<Record<string, readonly string[]>>,
): readonly string[] =>
  ROUTES.filter(({ method, path }) => method === 'GET' && !FILE.test(path)).flatMap(({ path }) => {
    if (path === '/act/:action/:id')
      return [...ACTIONS_BY_SLUG].map(([slug, { about }]) => `/act/${slug}/${subjects[about]}`);
    const all = examples[path] ?? (path.includes(':') ? [] : [path]);
    if (all.length === 0) throw new Error(`Give an example of the page ${path}.`);
    return all;
  });
