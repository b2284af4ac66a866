import { decodeQRBatch } from 'qr/decode.js';

declare global {
  interface Window {
    readonly BarcodeDetector?: {
      new (options: { readonly formats: readonly string[] }): {
        detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
      };
      getSupportedFormats(): Promise<readonly string[]>;
    };
  }
}

/** Reads the texts of the QR codes that a camera sees now. */
type ReadCodes = (camera: HTMLVideoElement) => Promise<readonly unknown[]>;

/** This resolution suffices for our densest QR code if the code fills half the height of the picture. */
const VIDEO = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };

/** Milliseconds for which a picture that is hard to read is retried before the next picture. */
const PER_PICTURE = 100;

/** Whether the browser offers cameras to this page. Over plain HTTP, browsers offer none. */
export const canScan = (): boolean => 'mediaDevices' in navigator;

/**
 * The text of the first of our QR codes that the camera sees; undefined if the scan was stopped. A paper also has the
 * authority's QR code, which does not count.
 */
export const scanCode = async (camera: HTMLVideoElement, stop: AbortSignal): Promise<string | undefined> => {
  const stream = await navigator.mediaDevices.getUserMedia({ video: VIDEO });
  try {
    const codesIn = await reader();
    camera.srcObject = stream;
    camera.hidden = false;
    await camera.play();
    while (!stop.aborted) {
      const ours = (await codesIn(camera)).find((text) => typeof text === 'string' && /\/V\/[A-Z2-7]+$/.test(text));
      if (typeof ours === 'string') return ours;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return undefined;
  } finally {
    for (const track of stream.getTracks()) track.stop();
    camera.hidden = true;
  }
};

/**
 * Uses the browser's own detector if there is one, as in Chrome on Android, because it is faster. If there is none, or
 * if it fails, uses the bundled detector.
 */
const reader = async (): Promise<ReadCodes> => {
  const Detector = window.BarcodeDetector;
  const formats = await Detector?.getSupportedFormats().catch(() => undefined);
  const own = readerInScript();
  if (!Detector || formats?.includes('qr_code') !== true) return own;
  const detector = new Detector({ formats: ['qr_code'] });
  return (camera) =>
    detector.detect(camera).then(
      (seen) => seen.map(({ rawValue }) => rawValue),
      () => own(camera),
    );
};

const readerInScript = (): ReadCodes => {
  const canvas = document.createElement('canvas');
  const picture = canvas.getContext('2d', { willReadFrequently: true });
  return async (camera) => {
    const size = { width: camera.videoWidth, height: camera.videoHeight };
    Object.assign(canvas, size);
    picture?.drawImage(camera, 0, 0);
    const image = picture?.getImageData(0, 0, size.width, size.height);
    const [texts = []] = image ? await decodeQRBatch([image], { maxSize: size, timeLimit: PER_PICTURE }) : [];
    return texts;
  };
};
