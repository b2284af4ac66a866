import type { CatalogueDefinition, CatalogueVersion } from '../../domain/coverage/catalogue.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Ok } from '../../shared/result.ts';

/** Puts a new version of the catalogue on offer; quotes keep the version they were priced by. `by` is who loads it. */
export const loadCatalogue =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (definition: CatalogueDefinition, by: string): Promise<CatalogueVersion> =>
    (await unitOfWork.run(async ({ catalogues }) => Ok(await catalogues.add(definition, by)))).unwrap();
