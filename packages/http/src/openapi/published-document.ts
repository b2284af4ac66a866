import { addDays, dateOf, lastDayOfCover, type Clock, type LocalDate } from '@vehicle-insurance/core';
import { openApiDocument, type OpenApiDocument } from './document.ts';

/**
 * The document as it is served. The quote it shows as an example starts with the next month, so that it can be sent as
 * it stands, whenever that is, and the document changes but once a month.
 */
export const publishedDocument = (clock: Clock): (() => OpenApiDocument) => {
  let published: { readonly startDate: LocalDate; readonly document: OpenApiDocument } | undefined;
  return () => {
    const startDate = firstOfNextMonth(dateOf(clock.now(), 'UTC'));
    if (published?.startDate !== startDate) published = { startDate, document: openApiDocument(startDate) };
    return published.document;
  };
};

const firstOfNextMonth = (today: LocalDate): LocalDate =>
  addDays(lastDayOfCover(`${today.slice(0, 8)}01` as LocalDate, 1), 1);
