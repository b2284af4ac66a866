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

/** The texts of the codes that a camera sees now. */
type ReadCodes = (camera: HTMLVideoElement) => Promise<readonly unknown[]>;

/** The resolution is enough for our densest code if it fills half the height of the picture. */
const VIDEO = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };

/** Milliseconds for which a picture that is hard to read is retried before the next one. */
const PER_PICTURE = 100;

/** Whether a camera is available; pages without TLS have none. */
export const canScan = (): boolean => 'mediaDevices' in navigator;

/**
 * The first of our codes that the camera sees. A paper also has the authority's code. Undefined if the scan was
 * stopped.
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
 * The browser's own detector, which is faster, if there is one, as in Chrome on Android. Otherwise the bundled
 * detector.
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
