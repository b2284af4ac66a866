import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Drawing, Path, Shape, Text } from './drawing.ts';
import { FONT_FILES, widthOf } from './fonts.ts';

/** The drawing as a PDF of one page; deterministic. */
export const certificatePdf = async (drawing: Drawing, madeAt: Date): Promise<Buffer> => {
  const { width, height, title } = drawing;
  const info = {
    Title: title,
    Author: 'Simulateur de l’organisme émetteur',
    CreationDate: madeAt,
    ModDate: madeAt,
  };
  const document = new PDFDocument({ size: [width, height], margin: 0, lang: 'fr', displayTitle: true, info });
  for (const [weight, file] of Object.entries(FONT_FILES)) document.registerFont(weight, file);
  for (const shape of drawing.shapes) draw(document, shape);
  document.end();
  return buffer(document);
};

const draw = (document: PDFKit.PDFDocument, shape: Shape): void => {
  document.save();
  switch (shape.kind) {
    case 'path':
      document.path(shape.data).opacity(shape.opacity ?? 1);
      paint(document.lineWidth(shape.lineWidth ?? 1), shape);
      break;
    case 'text':
      drawText(document, shape);
      break;
    case 'link':
      document.link(shape.x, shape.y, shape.width, shape.height, shape.to);
      break;
  }
  document.restore();
};

const paint = (document: PDFKit.PDFDocument, { fill, stroke }: Path): PDFKit.PDFDocument => {
  if (fill === undefined) return document.stroke(stroke);
  return stroke === undefined ? document.fill(fill) : document.fillAndStroke(fill, stroke);
};

const SHARE_BEFORE = { start: 0, middle: 0.5, end: 1 } as const;

const drawText = (document: PDFKit.PDFDocument, shape: Text): void => {
  const left = shape.x - widthOf(shape.text, shape.weight, shape.size) * SHARE_BEFORE[shape.anchor ?? 'start'];
  if (shape.turn !== undefined) document.rotate(shape.turn, { origin: [shape.x, shape.y] });
  document
    .font(shape.weight)
    .fontSize(shape.size)
    .fillColor(shape.fill)
    .opacity(shape.opacity ?? 1);
  document.text(shape.text, left, shape.y, { lineBreak: false, baseline: 'alphabetic' });
};
