import type { DestinationStream } from 'pino';

export type Line = Readonly<Record<string, unknown>>;

export const writtenLines = (): { readonly to: DestinationStream; text(): string; lines(): readonly Line[] } => {
  let written = '';
  return {
    to: { write: (line: string) => (written += line) },
    text: () => written,
    lines: () =>
      written
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Line),
  };
};
