import { html, type Html, type Value } from './html.ts';

const NUMBER = html`class="number"`;

/**
 * A table whose rows become cards in a narrow window: each cell carries its heading. Columns from index
 * `figuresFrom` on are aligned to the right, as figures.
 */
export const table = (
  caption: string,
  headings: readonly string[],
  rows: readonly (readonly Value[])[],
  figuresFrom = headings.length,
): Html =>
  rows.length === 0
    ? html`<p class="none">${caption} : aucune ligne.</p>`
    : html`
        <table>
          <caption>
            ${caption}
          </caption>
          <thead>
            <tr>
              ${headings.map((heading, at) => html`<th scope="col" ${at >= figuresFrom && NUMBER}>${heading}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell, at) => html`<td data-heading="${headings[at]}" ${at >= figuresFrom && NUMBER}><span>${cell ?? '–'}</span></td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      `;
