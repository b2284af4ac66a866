/** What is put to a thread. Several may be under way: the number says which one an answer belongs to. */
export interface Question<Asked> {
  readonly id: number;
  readonly asked: Asked;
}

/** What the thread says to it: a value, or the error by which it failed. */
export type Answer<Told> =
  { readonly id: number; readonly told: Told } | { readonly id: number; readonly error: unknown };
