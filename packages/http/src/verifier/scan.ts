// Cheap phones run Chrome, which reads codes by itself. Other browsers' phones open a code by their camera's own app, and
// the service worker answers it without a network: a reader in WebAssembly would cost a megabyte to add nothing.

interface Detected {
  readonly rawValue: string;
}
interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly Detected[]>;
}
declare global {
  interface Window {
    readonly BarcodeDetector?: {
      new (options: { readonly formats: readonly string[] }): Detector;
      getSupportedFormats(): Promise<readonly string[]>;
    };
  }
}

/** Whether this browser reads codes and has a camera to ask for. */
export const canScan = async (): Promise<boolean> => {
  try {
    const formats = (await window.BarcodeDetector?.getSupportedFormats()) ?? [];
    return formats.includes('qr_code') && 'mediaDevices' in navigator;
  } catch {
    return false;
  }
};

/** The first code of ours that the camera sees. A sheet has the authority's as well. Rejects where it may not be used. */
export const scanCode = async (camera: HTMLVideoElement): Promise<string> => {
  const Reader = window.BarcodeDetector;
  if (!Reader) throw new Error('this browser reads no codes');
  const detector = new Reader({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  camera.srcObject = stream;
  camera.hidden = false;
  try {
    await camera.play();
    for (;;) {
      const seen = await detector.detect(camera);
      const ours = seen.find(({ rawValue }) => /\/V\/[A-Z2-7]+$/.test(rawValue));
      if (ours) return ours.rawValue;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  } finally {
    for (const track of stream.getTracks()) track.stop();
    camera.hidden = true;
  }
};
