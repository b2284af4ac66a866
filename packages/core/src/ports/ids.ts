/** Makes identifiers: UUID version 7, so that they sort roughly by creation; never the same twice. */
export interface Ids {
  next(): string;
}
