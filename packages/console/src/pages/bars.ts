import { html, type Html } from '../web/html.ts';

interface Bar {
  readonly at: string;
  /** Null if there is none. */
  readonly value: number | null;
  readonly format: (value: number) => string;
}

const HEIGHT = 120;
const STEP = 24;
const WIDTH = 16;

/** A bar chart, hidden from screen readers because a table beside it has the same figures. */
export const bars = (title: string, all: readonly Bar[]): Html => {
  const greatest = Math.max(1, ...all.map(({ value }) => value ?? 0));
  const last = all.findLast(({ value }) => value !== null);
  return html`
    <figure>
      <figcaption>
        ${title} <small>${last && last.value !== null && `${last.at} : ${last.format(last.value)}`}</small>
      </figcaption>
      <svg viewBox="-8 0 ${all.length * STEP + 16} ${HEIGHT + 20}" aria-hidden="true" focusable="false">
        ${all.map(({ at, value, format }, place) => {
          const height = Math.round((HEIGHT * (value ?? 0)) / greatest);
          return html`
            <rect x="${place * STEP + (STEP - WIDTH) / 2}" y="${HEIGHT - height}" width="${WIDTH}" height="${height}">
              <title>${at} : ${value === null ? '–' : format(value)}</title>
            </rect>
            ${place % 4 === 0 && html`<text x="${place * STEP + STEP / 2}" y="${HEIGHT + 15}">${at}</text>`}
          `;
        })}
        <line x1="0" x2="${all.length * STEP}" y1="${HEIGHT}" y2="${HEIGHT}" />
      </svg>
    </figure>
  `;
};
