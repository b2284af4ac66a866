/** The size of an A4 page, in points. */
export const PAGE_SIZE = { width: 595.28, height: 841.89 } as const;
export const MARGIN = { side: 52, top: 50, bottom: 58 } as const;
export const TEXT_WIDTH = PAGE_SIZE.width - 2 * MARGIN.side;
/** The distance from the edge of a filled row to its text. */
export const INSET = 8;
export const LOWEST = PAGE_SIZE.height - MARGIN.bottom;

/** One accent colour, shades of ink and grey, and pale or red colours for warnings. */
export const COLOUR = {
  ink: '#1b2530',
  muted: '#5d6a78',
  accent: '#0b4a5b',
  rule: '#cfd9de',
  specimen: '#f3dcdc',
  alarm: '#a3262a',
  tint: '#eff5f6',
  warning: '#fdf1dc',
  paper: '#ffffff',
} as const;

export interface Style {
  readonly font: 'regular' | 'semibold';
  readonly size: number;
  readonly colour: string;
  /** The distance from one line to the next, as a multiple of the size. */
  readonly leading: number;
  /** Whether all digits have equal width, for columns of amounts. */
  readonly tabular?: boolean;
}

const style = (font: Style['font'], size: number, colour: string, leading = 1.42): Style => ({
  font,
  size,
  colour,
  leading,
});

export const STYLE = {
  company: style('semibold', 11, COLOUR.accent, 1.3),
  title: style('semibold', 20, COLOUR.accent, 1.2),
  subtitle: style('regular', 11, COLOUR.muted, 1.3),
  heading: style('semibold', 11, COLOUR.accent, 1.3),
  label: style('regular', 7.5, COLOUR.muted, 1.5),
  body: style('regular', 9, COLOUR.ink),
  strong: style('semibold', 9, COLOUR.ink),
  clause: style('regular', 8, COLOUR.ink, 1.3),
  warningTitle: style('semibold', 10.5, COLOUR.ink),
  warning: style('semibold', 8.5, COLOUR.ink, 1.3),
  detail: style('regular', 8.5, COLOUR.muted),
  columnTitle: style('semibold', 7.5, COLOUR.muted, 1.5),
  amount: { ...style('regular', 9, COLOUR.ink), tabular: true },
  strongAmount: { ...style('semibold', 9, COLOUR.ink), tabular: true },
  total: { ...style('semibold', 11, COLOUR.paper, 1.3), tabular: true },
  specimen: style('semibold', 100, COLOUR.specimen, 1.24),
  worthless: style('semibold', 8, COLOUR.alarm),
  running: style('regular', 7.5, COLOUR.muted),
} as const satisfies Record<string, Style>;
