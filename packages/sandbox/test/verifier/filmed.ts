import { PDFiumLibrary } from '@hyzyla/pdfium';
import encodeQR from 'qr';
import { getDocumentProxy } from 'unpdf';

// Films a sheet of paper, as a phone held over its codes would: the picture is drawn by another library than the paper.

const [WIDTH, HEIGHT] = [1280, 720];

/** Pixels of the picture to a point of the paper: a sheet fills its width. */
const SCALE = 2.2;
const WHITE = 235;
const BLACK = 16;

/** Where the code is on a paper, in points from the top left. */
interface CodeOnPaper {
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

const codeOn = async (pdf: Uint8Array): Promise<CodeOnPaper> => {
  // Its reader takes the bytes away.
  const document = await getDocumentProxy(pdf.slice());
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const links = (await page.getAnnotations()) as readonly { unsafeUrl?: string; rect: readonly number[] }[];
    const [left = 0, bottom = 0, right = 0, top = 0] =
      links.find((link) => link.unsafeUrl?.includes('/V/'))?.rect ?? [];
    const [, , , height = 0] = page.view;
    if (right > left) return { page: number, left, top: height - top, side: Math.min(right - left, top - bottom) };
  }
  throw new Error('the paper has no code of ours');
};

/** A video, as Chromium takes it for its camera, of the part of a paper that has the codes; ours may be pasted over. */
export const filmed = async (pdf: Uint8Array, pasted?: string): Promise<Buffer> => {
  const code = await codeOn(pdf);
  const library = await PDFiumLibrary.init();
  try {
    const page = (await library.loadDocument(pdf.slice())).getPage(code.page - 1);
    const { data, width, height } = await page.render({ scale: SCALE, render: 'bitmap' });
    const fromTop = Math.round((code.top + code.side / 2) * SCALE - HEIGHT / 2);
    const light = Buffer.alloc(WIDTH * HEIGHT, WHITE);
    for (let y = 0; y < HEIGHT; y += 1)
      for (let x = 0; x < Math.min(WIDTH, width); x += 1) {
        const at = (y + fromTop) * width + x;
        if (y + fromTop >= 0 && y + fromTop < height)
          light[y * WIDTH + x] = BLACK + ((data[4 * at + 1] ?? 0) / 255) * (WHITE - BLACK);
      }
    if (pasted !== undefined) paste(light, pasted, { ...code, top: code.top - fromTop / SCALE });
    const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
    const frame = Buffer.concat([Buffer.from('FRAME\n'), light, colours]);
    return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`), frame, frame]);
  } finally {
    library.destroy();
  }
};

const paste = (light: Buffer, text: string, { left, top, side }: Omit<CodeOnPaper, 'page'>): void => {
  // Its margin is no module; the paper has one of its own.
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map((row) => row.slice(1, -1));
  const [fromX, fromY, pixels] = [left, top, side].map((points) => Math.round(points * SCALE)) as [
    number,
    number,
    number,
  ];
  for (let y = 0; y < pixels; y += 1)
    for (let x = 0; x < pixels; x += 1) {
      const module = (at: number) => Math.floor((at * modules.length) / pixels);
      light[(fromY + y) * WIDTH + fromX + x] = modules[module(y)]?.[module(x)] ? BLACK : WHITE;
    }
};
