import { html, type Html, type Value } from './html.ts';

/** How a column looks: numbers are aligned to the right, and codes do not wrap. */
export type Look = 'number' | 'code' | 'text';

/**
 * A table whose rows become cards in a narrow window. `looks` is the look of each column, or the index of the first
 * column of numbers; all later columns are numbers too.
 */
export const table = (
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Value[])[],
  looks: number | readonly Look[] = headings.length,
): Html => {
  const classes = headings.map((_, at) => {
    const look = typeof looks === 'number' ? at >= looks && 'number' : looks[at];
    return look && look !== 'text' && html`class="${look}"`;
  });
  return rows.length === 0
    ? html`<p class="none">${caption} : aucune ligne.</p>`
    : html`
        <table>
          <caption>
            ${caption}
          </caption>
          <thead>
            <tr>
              ${headings.map((heading, at) => html`<th scope="col" ${classes[at]}>${heading}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell, at) => html`<td data-heading="${headings[at]}" ${classes[at]}><span>${cell ?? '–'}</span></td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      `;
};
