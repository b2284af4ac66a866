import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';

// A renderer and a reader that share no code with the one that draws the codes.

/** Pixels per point: 2 gives 144 dots per inch, about the resolution of a phone's camera. */
const SCALE = 2;

/** A code on a page: its text, and its position and width in points. */
export interface ReadCode {
  readonly page: number;
  readonly text: string;
  readonly left: number;
  readonly width: number;
}

/** Reader and renderer are WebAssembly, which takes longer to compile than most pages to read. */
const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } });
let library: Promise<PDFiumLibrary> | undefined;
export const renderer = (): Promise<PDFiumLibrary> => (library ??= PDFiumLibrary.init());

export const codesIn = (picture: Parameters<typeof readBarcodes>[0]): Promise<readonly ReadResult[]> =>
  readBarcodes(picture, { formats: ['QRCode'], tryHarder: true });

export const codesOn = async (pdf: Uint8Array): Promise<readonly ReadCode[]> => {
  const document = await (await renderer()).loadDocument(pdf);
  try {
    const codes: ReadCode[] = [];
    for (const page of document.pages()) {
      const { data, width, height } = await page.render({ scale: SCALE, render: 'bitmap' });
      const pixels = new Uint8ClampedArray(data);
      const found = await codesIn({ data: pixels, width, height, colorSpace: 'srgb' });
      const read = found.map(({ text, position: { topLeft, topRight } }) => ({
        page: page.number,
        text,
        left: topLeft.x / SCALE,
        width: (topRight.x - topLeft.x) / SCALE,
      }));
      codes.push(...read.sort((one, other) => one.left - other.left));
    }
    return codes;
  } finally {
    document.destroy();
  }
};
