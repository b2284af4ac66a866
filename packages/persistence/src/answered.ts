/** What the driver answers: rows as arrays, which it makes in half the time that objects take it. */
export interface Answered {
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Neighbouring columns of one part of a row, such as one table's; of the row itself where the part has no name. */
interface Group {
  readonly part: string;
  readonly from: number;
  readonly columns: string[];
}

/** The rows as objects; what is answered as `contract.id` is the `id` of the row's `contract`. */
export const rowsIn = <Row>({ fields, rows }: Answered): readonly Row[] => {
  if (rows.length === 0) return [];
  const groups = groupsOf(fields.map(({ name }) => name));
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (const { part, from, columns } of groups) {
      const own: Record<string, unknown> = part === '' ? row : {};
      for (let n = 0; n < columns.length; n += 1) own[columns[n] ?? ''] = values[from + n];
      if (part !== '') row[part] = own;
    }
    return row as Row;
  });
};

const groupsOf = (names: readonly string[]): readonly Group[] => {
  const groups: Group[] = [];
  for (const [index, name] of names.entries()) {
    const [part = '', column] = name.includes('.') ? name.split('.') : ['', name];
    const last = groups.at(-1);
    if (last?.part === part) last.columns.push(column ?? '');
    else groups.push({ part, from: index, columns: [column ?? ''] });
  }
  return groups;
};
