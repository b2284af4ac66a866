import QRCode from 'qrcode';
import type { Sheet } from './sheet.ts';
import { COLOUR } from './theme.ts';

/** The dark modules of a QR code, as squares of a grid. */
export interface QrCode {
  readonly size: number;
  readonly dark: (row: number, column: number) => boolean;
}

/** The QR code of `text`; undefined if the text is too long. */
export const qrCode = (text: string): QrCode | undefined => {
  try {
    const { modules } = QRCode.create(text, { errorCorrectionLevel: 'M' });
    return { size: modules.size, dark: (row, column) => modules.get(row, column) === 1 };
  } catch {
    return undefined;
  }
};

/** Draws a QR code as vector shapes, which are sharp at any size. */
export const drawQrCode = (
  { pdf }: Sheet,
  code: QrCode,
  at: { readonly x: number; readonly y: number; readonly width: number },
): void => {
  const module = at.width / code.size;
  for (let row = 0; row < code.size; row += 1)
    for (let column = 0; column < code.size; column += 1)
      if (code.dark(row, column)) pdf.rect(at.x + column * module, at.y + row * module, module, module);
  pdf.fill(COLOUR.ink);
};
