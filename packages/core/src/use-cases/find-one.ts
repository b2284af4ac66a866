import { Err, Ok, type Result } from '../shared/result.ts';
import { anyText, fields, type InvalidRequest } from '../shared/rules.ts';

/** Finds one object of the company; `idField` is the field of the query that contains the object's id. */
export const findOne =
  <IdField extends string, Code extends string, Found>(
    idField: IdField,
    code: Code,
    find: (companyId: string, id: string) => Promise<Found | undefined>,
  ) =>
  async (
    query: { companyId: string } & Record<IdField, string>,
  ): Promise<Result<Found, InvalidRequest | { readonly code: Code }>> => {
    const checked = fields(query, { companyId: anyText, [idField]: anyText });
    if (checked.isErr()) return checked;
    const found = await find(checked.value.companyId, checked.value[idField] ?? '');
    return found === undefined ? Err({ code }) : Ok(found);
  };
