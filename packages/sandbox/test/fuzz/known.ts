import { TO_THE_LETTER } from '../../../http/test/bad-input/values.ts';

/** Shared by all companies (docs/api.md 3.2). */
export const SHARED = ['coverage'];

/** Number of remembered values: few enough that the same one is chosen again. */
const REMEMBERED = 24;

export type Owners = Map<string, string>;

/** Ids and values from a company's responses. All companies share `owners`; `at` chooses one. */
export const knownTo = (company: string, owners: Owners, fieldNames: readonly string[]) => {
  const recent = new Map<string, string[]>();
  const kept = new Map<string, string[]>();
  const remember = (under: string, value: string): void => {
    const values = recent.get(under) ?? [];
    if (values.includes(value)) return;
    recent.set(under, [...values, value].slice(-REMEMBERED));
  };
  const own = (kind: string, id: string): void => {
    remember(`id ${kind}`, id);
    if (!SHARED.includes(kind) && !owners.has(id)) owners.set(id, company);
  };
  const choose = (under: string, at: number): string | undefined => {
    const [passing, lasting] = [recent.get(under) ?? [], kept.get(under) ?? []];
    if (lasting.length > 0 && (at % 4 === 3 || passing.length === 0))
      return lasting[Math.floor(at / 4) % lasting.length];
    return passing[(at - Math.floor(at / 4)) % passing.length];
  };
  const walk = (kind: string, value: unknown): void => {
    if (Array.isArray(value)) return value.forEach((item) => walk(kind, item));
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      if (typeof each !== 'string') walk(name === 'data' ? kind : name, each);
      else if (name === 'id') own(kind, each);
      else if (name.endsWith('Id') && !TO_THE_LETTER.includes(name)) own(name.slice(0, -2), each);
      else if (fieldNames.includes(name)) remember(`value ${name}`, each);
    }
  };
  return {
    id: (kind: string, at: number) => choose(`id ${kind}`, at),
    value: (name: string, at: number) => choose(`value ${name}`, at),
    /** Keeps the last four ids of a kind. Every fourth choice is a kept id, which would otherwise be chosen rarely. */
    keep: (kind: string, id: string): void =>
      void kept.set(`id ${kind}`, [...(kept.get(`id ${kind}`) ?? []), id].slice(-4)),
    learn: walk,
  };
};

export type Known = ReturnType<typeof knownTo>;

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

export const foreignIds = (company: string, owners: Owners, text: string): readonly string[] =>
  [...text.matchAll(ID)].map(([id]) => id).filter((id) => (owners.get(id) ?? company) !== company);
