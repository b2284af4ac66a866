import { html, type Html } from '../web/html.ts';

/** A row of a chart: a name, with either one value or the values before and after. */
export interface Level {
  readonly what: string;
  readonly values: readonly number[];
  readonly shown: string;
}

const WIDTH = 340;
const BAR = 12;

/** A horizontal bar chart, hidden from screen readers. A table beside the chart has the same numbers. */
export const levels = (title: string, all: readonly Level[], meaning: readonly string[] = []): Html => {
  const greatest = Math.max(1, ...all.flatMap(({ values }) => values));
  const height = (level: Level): number => 24 + level.values.length * (BAR + 3);
  const tops = all.map((_, at) => all.slice(0, at).reduce((sum, level) => sum + height(level), 0));
  return html`
    <figure>
      <figcaption>${title} ${meaning.map((word, at) => html`<small class="level-${at}">${word}</small> `)}</figcaption>
      <svg
        viewBox="0 0 ${WIDTH} ${all.reduce((sum, level) => sum + height(level), 0)}"
        aria-hidden="true"
        focusable="false"
      >
        ${all.map(
          ({ what, values, shown }, place) => html`
            <text class="from" x="0" y="${(tops[place] ?? 0) + 14}">${what}</text>
            <text class="to" x="${WIDTH}" y="${(tops[place] ?? 0) + 14}">${shown}</text>
            ${values.map(
              (value, at) => html`
                <rect
                  class="level-${at}"
                  x="0"
                  y="${(tops[place] ?? 0) + 19 + at * (BAR + 3)}"
                  width="${Math.round((WIDTH * value) / greatest)}"
                  height="${BAR}"
                />
              `,
            )}
          `,
        )}
      </svg>
    </figure>
  `;
};
