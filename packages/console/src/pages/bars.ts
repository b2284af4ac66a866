import { html, type Html } from '../web/html.ts';

interface Bar {
  readonly at: string;
  readonly value: number | null;
  /** The tooltip: the whole period and its value. */
  readonly said: string;
}

const [WIDTH, HEIGHT, LEFT, TOP] = [480, 140, 56, 8];
/** The maximum number of labels below the bars. */
const LABELS = 7;

const COMPACT = new Intl.NumberFormat('fr-FR', { notation: 'compact', maximumFractionDigits: 1 });

/** The smallest number of the form 1, 2 or 5 times a power of ten that is not below the value. */
const roundedUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return ([1, 2, 5].find((times) => times * power >= value) ?? 10) * power;
};

/** A bar chart with axes, hidden from screen readers. A table beside the chart has the same numbers. */
export const bars = (title: string, unit: string, all: readonly Bar[]): Html => {
  const greatest = roundedUp(Math.max(1, ...all.map(({ value }) => value ?? 0)));
  const step = (WIDTH - LEFT) / all.length;
  const every = Math.ceil(all.length / LABELS);
  const place = (value: number): number => TOP + HEIGHT - Math.round((HEIGHT * value) / greatest);
  return html`
    <figure>
      <figcaption>${title} <small>${unit}</small></figcaption>
      <svg viewBox="0 0 ${WIDTH} ${TOP + HEIGHT + 24}" aria-hidden="true" focusable="false">
        ${[0, greatest / 2, greatest].map(
          (value) => html`
            <line class="scale" x1="${LEFT}" x2="${WIDTH}" y1="${place(value)}" y2="${place(value)}" />
            <text class="to" x="${LEFT - 6}" y="${place(value) + 4}">${COMPACT.format(value)}</text>
          `,
        )}
        ${all.map(({ at, value, said }, index) => {
          const x = (LEFT + index * step + step * 0.15).toFixed(1);
          return html`
            <rect
              x="${x}"
              y="${place(value ?? 0)}"
              width="${(step * 0.7).toFixed(1)}"
              height="${TOP + HEIGHT - place(value ?? 0)}"
            >
              <title>${said}</title>
            </rect>
            ${index % every === 0 && html`<text x="${(LEFT + (index + 0.5) * step).toFixed(1)}" y="${TOP + HEIGHT + 17}">${at}</text>`}
          `;
        })}
      </svg>
    </figure>
  `;
};
