import { Err, Ok, type Result } from '../shared/result.ts';
import { anyText, fields, type InvalidRequest } from '../shared/rules.ts';

/** Finds one object of the company; `idField` is the name of its id in the query. */
export const findOne =
  <IdField extends string, Code extends string, Found>(
    idField: IdField,
    code: Code,
    find: (companyId: string, id: string) => Promise<Found | undefined>,
  ) =>
  async (
    query: { companyId: string } & Record<IdField, string>,
  ): Promise<Result<Found, InvalidRequest | { readonly code: Code }>> => {
    const asked = fields(query, { companyId: anyText, [idField]: anyText });
    if (asked.isErr()) return asked;
    const found = await find(asked.value.companyId, asked.value[idField] ?? '');
    return found === undefined ? Err({ code }) : Ok(found);
  };
