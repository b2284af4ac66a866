import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { documentTypeOf } from '@vehicle-insurance/core';
import { PNG } from 'pngjs';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** In pixels. Decoding a picture of this size takes about a third of a second. */
const LARGEST = 2_048 * 2_048;

/**
 * A scan of a JPEG takes only a few bytes, but decoding the scan can require a pass over all pixels. Usual encoders
 * write about ten scans.
 */
const MOST_SCANS = 64;

/** The distinct texts of the QR codes in a PNG or JPEG. Empty if the picture contains no QR code or cannot be read. */
export const codesInPicture = async (bytes: Uint8Array): Promise<readonly string[]> => {
  const pixels = pixelsIn(bytes);
  if (pixels === undefined || pixels > LARGEST) return [];
  // Outside of `try`: if the library cannot be loaded, this says nothing about the picture.
  await reader();
  try {
    const picture = documentTypeOf(bytes) === 'image/png' ? await onWhite(bytes) : bytes;
    const found = await readBarcodes(picture, { formats: ['QRCode'], tryHarder: true, textMode: 'Plain' });
    return [...new Set(found.filter(({ isValid }) => isValid).map(({ text }) => text))];
  } catch {
    return [];
  }
};

let prepared: Promise<void> | undefined;

/** Loads the library's WebAssembly on first use, and again after a failure. */
const reader = (): Promise<void> =>
  (prepared ??= load().catch((error: unknown) => {
    prepared = undefined;
    throw error;
  }));

const load = async (): Promise<void> => {
  const program = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: program.buffer } });
};

/** The pixels of a PNG on white. The library would read a transparent background as black. */
const onWhite = async (bytes: Uint8Array) => {
  const { data, width, height } = await new Promise<PNG>((resolve, reject) => {
    new PNG().parse(Buffer.from(bytes), (error, png) => (error ? reject(error) : resolve(png)));
  });
  const pixels = new Uint8ClampedArray(data);
  for (let at = 0; at < data.length; at += 4) {
    const opacity = (data[at + 3] ?? 0) / 255;
    if (opacity === 1) continue;
    for (let colour = at; colour < at + 3; colour += 1) pixels[colour] = 255 - (255 - (data[colour] ?? 0)) * opacity;
    pixels[at + 3] = 255;
  }
  return { data: pixels, width, height, colorSpace: 'srgb' as const };
};

/**
 * Width times height from the picture's header. Undefined if the header is unusable, if a JPEG has too many scans, or
 * for any other type of file.
 */
const pixelsIn = (bytes: Uint8Array): number | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (documentTypeOf(bytes)) {
    case 'image/png':
      return hasOneHeader(view) ? view.getUint32(16) * view.getUint32(20) : undefined;
    case 'image/jpeg':
      return scansOf(bytes) > MOST_SCANS ? undefined : pixelsOfJpeg(view);
    default:
      return undefined;
  }
};

const IHDR = 0x49484452;

/** Whether a PNG begins with its header and has no second header, which could state another size. */
const hasOneHeader = (view: DataView): boolean => {
  const headers: number[] = [];
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at))
    if (view.getUint32(at + 4) === IHDR) headers.push(at);
  return headers.length === 1 && headers[0] === 8 && view.byteLength >= 24;
};

/** An upper bound for the scans of a JPEG. The bytes that begin a scan may also occur in other data. */
const scansOf = (bytes: Uint8Array): number => Buffer.from(bytes).toString('latin1').split('\xff\xda').length - 1;

/** Frame headers of a JPEG: C0 to CF without the tables C4, C8 and CC. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const pixelsOfJpeg = (view: DataView): number | undefined => {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return view.getUint16(at + 5) * view.getUint16(at + 7);
    // Fill bytes may precede a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return undefined;
};
