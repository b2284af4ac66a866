import { crc32, deflateSync } from 'node:zlib';
import { Resvg, type RenderedImage } from '@resvg/resvg-js';
import { escaped } from '../shared/markup.ts';
import type { Drawing, Shape } from './drawing.ts';
import { FONT_FILES, type Weight } from './fonts.ts';

/** Pixels per point: sharp on a phone and on a printer. */
const SCALE = 2;

const FONT_WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, semibold: 600, bold: 800 };

/** The drawing as a PNG. */
export const certificateImage = (drawing: Drawing): Buffer => {
  const renderer = new Resvg(svgOf(drawing), {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { fontFiles: Object.values(FONT_FILES), loadSystemFonts: false, defaultFontFamily: 'Inter' },
  });
  return pngOf(renderer.render());
};

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Eight bits each of red, green, blue and opacity; nothing special. */
const FORMAT = [8, 6, 0, 0, 0];

/** The library's own encoder takes as long as all its drawing. */
const pngOf = ({ width, height, pixels }: RenderedImage): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set(FORMAT, 8);
  const line = 4 * width;
  // Each line begins with its filter, which is none.
  const lines = Buffer.alloc(height * (line + 1));
  for (let y = 0; y < height; y += 1) pixels.copy(lines, y * (line + 1) + 1, y * line, (y + 1) * line);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines, { level: 1 })), chunk('IEND')];
  return Buffer.concat([SIGNATURE, ...chunks]);
};

const chunk = (type: string, data = Buffer.alloc(0)): Buffer => {
  const content = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([length, content, sum]);
};

const svgOf = ({ width, height, shapes }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
  `<rect width="${width}" height="${height}" fill="#ffffff"/>${shapes.map(elementOf).join('')}</svg>`;

const elementOf = (shape: Shape): string => {
  switch (shape.kind) {
    case 'path':
      return element('path', {
        d: shape.data,
        fill: shape.fill ?? 'none',
        stroke: shape.stroke,
        'stroke-width': shape.lineWidth,
        ...transparency(shape),
      });
    case 'text': {
      const { x, y } = shape;
      const attributes = {
        x,
        y,
        fill: shape.fill,
        ...transparency(shape),
        'font-family': 'Inter',
        'font-size': shape.size,
        'font-weight': FONT_WEIGHTS[shape.weight],
        'text-anchor': shape.anchor,
        transform: shape.turn === undefined ? undefined : `rotate(${shape.turn} ${x} ${y})`,
      };
      return element('text', attributes, shape.text);
    }
    case 'link':
      return '';
  }
};

/**
 * Opacity is set on the colours, not on the shape as a group: a group is drawn on a layer of its own, which made
 * drawing take half as long again.
 */
const transparency = ({ opacity }: Extract<Shape, { readonly kind: 'path' | 'text' }>): Attributes => ({
  'fill-opacity': opacity,
  'stroke-opacity': opacity,
});

type Attributes = Readonly<Record<string, string | number | undefined>>;

const element = (name: string, attributes: Attributes, content = ''): string => {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const written = given.map(([key, value]) => ` ${key}="${escaped(String(value))}"`).join('');
  return `<${name}${written}>${escaped(content)}</${name}>`;
};
