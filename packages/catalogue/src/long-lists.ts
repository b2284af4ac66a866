import { child, type Path } from './file-part.ts';
import type { Finding } from './problem.ts';
import { kindOf, propertiesOf, type Schema } from './schema-part.ts';

/**
 * The lists with more entries than allowed, outermost first. They are reported before their content is checked, because
 * checking half a million entries would block other requests.
 */
export const longLists = (schema: Schema, value: unknown, path: Path = ''): readonly Finding[] => {
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value))
    return Object.entries(propertiesOf(kindOf(schema, value) ?? schema)).flatMap(([name, property]) =>
      longLists(property, child(value, name), `${path}/${name}`),
    );
  const { items, maxItems = Infinity, description } = schema;
  if (value.length > (maxItems as number)) return [{ path, message: `must be ${String(description)}` }];
  return items === undefined ? [] : value.flatMap((entry, at) => longLists(items as Schema, entry, `${path}/${at}`));
};
