/** Generates unique identifiers: UUID version 7, so that ids sort roughly by creation. */
export interface Ids {
  next(): string;
}
