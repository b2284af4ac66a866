import { compareNames, type Coverage } from '../../domain/coverage/coverage.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Ok, type Result } from '../../shared/result.ts';

/** Answers with all coverages in the order they are shown; it cannot fail. */
export type ListCoverages = () => Promise<Result<readonly Coverage[], never>>;

/** Every coverage on offer, for cars and motorbikes (docs/api.md 5.5). */
export const listCoverages =
  ({ catalogue }: Pick<Dependencies, 'catalogue'>): ListCoverages =>
  async () => {
    const { coverages } = await catalogue.current();
    return Ok(coverages.map(({ coverage }) => coverage).sort(byOrderThenName));
  };

const byOrderThenName = (a: Coverage, b: Coverage): number =>
  compare(a.order ?? Infinity, b.order ?? Infinity) || compareNames(a, b) || compare(a.id, b.id);

const compare = <Value extends string | number>(a: Value, b: Value): number => (a < b ? -1 : a > b ? 1 : 0);
