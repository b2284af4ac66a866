/** What the driver answers: rows as arrays, which it makes in half the time that objects take it. */
export interface Answered {
  readonly fields: readonly { readonly name: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The rows as objects. */
export const rowsIn = <Row>({ fields, rows }: Answered): readonly Row[] =>
  rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let n = 0; n < fields.length; n += 1) row[fields[n]?.name ?? ''] = values[n];
    return row as Row;
  });
