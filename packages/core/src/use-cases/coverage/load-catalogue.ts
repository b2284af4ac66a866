import type { CatalogueDefinition, CatalogueVersion } from '../../domain/coverage/catalogue.ts';
import type { Dependencies } from '../../ports/dependencies.ts';
import { Ok } from '../../shared/result.ts';

/** Puts a new version of the catalogue on offer, loaded by `by`. Quotes keep the version that priced them. */
export const loadCatalogue =
  ({ unitOfWork }: Pick<Dependencies, 'unitOfWork'>) =>
  async (definition: CatalogueDefinition, by: string): Promise<CatalogueVersion> =>
    (await unitOfWork.run(async ({ catalogues }) => Ok(await catalogues.add(definition, by)))).unwrap();
