import { html, type Html } from './html.ts';

/** A field with fixed options. If `none` is present, it labels an additional empty option. */
export const choice = (
  label: string,
  name: string,
  none: string | undefined,
  options: Iterable<readonly [string, string]>,
  chosen?: string | null,
): Html => html`
  <label
    >${label}
    <select name="${name}">
      ${none !== undefined && html`<option value="">${none}</option>`}
      ${[...options].map(([value, text]) => html`<option value="${value}" ${value === chosen && 'selected'}>${text}</option>`)}
    </select></label
  >
`;
