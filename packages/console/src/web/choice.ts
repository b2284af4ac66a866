import { html, type Html } from './html.ts';

/** A field whose value is one of the options, or empty if `none` labels an empty choice. */
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
