/** What is still to be written: a piece of the text itself, or a value. */
type Pending = { readonly text: string } | { readonly value: unknown };

/**
 * The one text of everything JSON writes in several ways: members in the order of their names, no space. Goes as deep as
 * a caller's JSON may go, for which a function that calls itself has no room.
 */
export const canonicalJson = (json: unknown): string => {
  const written: string[] = [];
  const pending: Pending[] = [{ value: json }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if ('text' in next) written.push(next.text);
    else if (typeof next.value !== 'object' || next.value === null) written.push(JSON.stringify(next.value ?? null));
    else pending.push(...piecesOf(next.value).reverse());
  }
  return written.join('');
};

const piecesOf = (value: object): Pending[] =>
  Array.isArray(value)
    ? [{ text: '[' }, ...value.flatMap((item: unknown) => [{ value: item }, { text: ',' }]), { text: ']' }]
    : [
        { text: '{' },
        ...Object.keys(value)
          .sort()
          .flatMap((name) => [
            { text: `${JSON.stringify(name)}:` },
            { value: (value as Readonly<Record<string, unknown>>)[name] },
            { text: ',' },
          ]),
        { text: '}' },
      ];
