import { create, toBuffer } from 'qrcode';

const CORRECTION = 'M';

/** A QR code as an SVG path that fills a square. */
export const qrPath = (text: string, x: number, y: number, side: number): string => {
  const { modules } = create(text, { errorCorrectionLevel: CORRECTION });
  const step = side / modules.size;
  const at = (position: number): string => (position * step).toFixed(3);
  return [...modules.data]
    .flatMap((dark, index) => (dark ? [[index % modules.size, Math.floor(index / modules.size)] as const] : []))
    .map(([column, row]) => `M${Number(at(column)) + x} ${Number(at(row)) + y}h${at(1)}v${at(1)}h-${at(1)}z`)
    .join('');
};

/** By default, pngjs tries each filter for each line. Trying all filters takes three times as long. */
const rendererOpts = { filterType: 1, deflateLevel: 9 };

export const qrPng = (text: string): Promise<Buffer> =>
  toBuffer(text, { type: 'png', errorCorrectionLevel: CORRECTION, margin: 4, width: 300, rendererOpts });
