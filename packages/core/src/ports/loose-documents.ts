import type { LooseDocument } from '../domain/document/loose-document.ts';

/** Loose documents, inside a unit of work. */
export interface LooseDocuments {
  find(companyId: string, id: string): Promise<LooseDocument | undefined>;
  add(document: LooseDocument): Promise<void>;
  /** Only for one this unit of work has found. */
  save(document: LooseDocument): Promise<void>;
}
