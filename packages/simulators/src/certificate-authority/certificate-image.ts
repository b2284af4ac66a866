import { Resvg } from '@resvg/resvg-js';
import { markup } from '../shared/markup.ts';
import type { Drawing, Shape } from './drawing.ts';
import { FONT_FILES, type Weight } from './fonts.ts';

/** Pixels per point: sharp on a phone, readable on paper. Encoding takes half as long as with two pixels. */
const SCALE = 1.5;

const FONT_WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, semibold: 600, bold: 800 };

export const certificateImage = (drawing: Drawing): Buffer => {
  const renderer = new Resvg(svgOf(drawing), {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { fontFiles: Object.values(FONT_FILES), loadSystemFonts: false, defaultFontFamily: 'Inter' },
  });
  return Buffer.from(renderer.render().asPng());
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
 * Opacity is set on the colours, not on the shape. A shape with opacity would get its own layer and take 1.5 times as
 * long to draw.
 */
const transparency = ({ opacity }: Extract<Shape, { readonly kind: 'path' | 'text' }>): Attributes => ({
  'fill-opacity': opacity,
  'stroke-opacity': opacity,
});

type Attributes = Readonly<Record<string, string | number | undefined>>;

const element = (name: string, attributes: Attributes, content = ''): string => {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const written = given.map(([key, value]) => markup` ${key}="${value}"`);
  return markup`<${name}${written}>${content}</${name}>`;
};
