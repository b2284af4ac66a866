import { Err, invalidRequest, Ok, type InvalidRequest, type Result } from '@vehicle-insurance/core';
import { fromText, type InputSchema } from './text-input.ts';

/** Koa's own parser takes time that grows with the square of the length: a query is measured before it is parsed. */
const LONGEST_QUERY = 4_096;
const MOST_PARAMETERS = 50;

/** The parameters a schema knows, as values. One that is given twice, or empty, is refused. */
export const readQuery = (schema: InputSchema, query: string): Result<unknown, InvalidRequest> => {
  if (query.length > LONGEST_QUERY) return tooLong;
  const parameters = new URLSearchParams(query);
  if (parameters.size > MOST_PARAMETERS) return tooLong;

  const { input, repeated } = fromText(schema, (name) => parameters.getAll(name));
  const empty = Object.keys(input)
    .filter((name) => input[name] === '')
    .map((field) => ({ field, message: 'must not be empty: leave it out instead' }));
  const details = [...repeated, ...empty];
  return details.length > 0 ? Err(invalidRequest(details)) : Ok(input);
};

const tooLong = Err(
  invalidRequest([
    { field: 'query', message: `must have at most ${LONGEST_QUERY} characters and ${MOST_PARAMETERS} parameters` },
  ]),
);
