import { html, type Html, type Value } from './html.ts';

/** A table, whose rows become cards where the window is narrow: each cell knows its heading. */
export const table = (caption: string, headings: readonly string[], rows: readonly (readonly Value[])[]): Html =>
  rows.length === 0
    ? html`<p class="none">${caption} : rien.</p>`
    : html`
        <table>
          <caption>
            ${caption}
          </caption>
          <thead>
            <tr>
              ${headings.map((heading) => html`<th scope="col">${heading}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) =>
                html`<tr>
                  ${row.map((cell, at) => html`<td data-heading="${headings[at]}">${cell ?? '–'}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      `;
