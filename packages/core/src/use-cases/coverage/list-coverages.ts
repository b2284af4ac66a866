import { byOrderThenName, type Coverage } from '../../domain/coverage/coverage.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Ok, type Result } from '../../shared/result.ts';

/** Returns all coverages in the order in which they are shown. Never returns an error. */
export type ListCoverages = () => Promise<Result<readonly Coverage[], never>>;

/** Every coverage on offer, for cars and motorbikes (docs/api.md 5.5). */
export const listCoverages =
  ({ catalogue }: Pick<Dependencies, 'catalogue'>): ListCoverages =>
  async () => {
    const { coverages } = await catalogue.current();
    return Ok(coverages.map(({ coverage }) => coverage).sort(byOrderThenName));
  };
