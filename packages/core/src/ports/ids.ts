/** Generates unique identifiers: UUID version 7, so that they sort roughly by creation. */
export interface Ids {
  next(): string;
}
