import { documentTypeOf, done, refused, type CertificateAuthority } from '@vehicle-insurance/core';
import type { FetchFile } from './fetch-file.ts';

export const imageFetcher =
  (fetchFile: FetchFile): CertificateAuthority['image'] =>
  async ({ imageLink }) => {
    const file = await fetchFile(imageLink);
    if (file.outcome === 'refused') return file.reason === 'too_large' ? refused('not_an_image') : refused(file.reason);
    if (file.outcome !== 'done') return file;
    const { bytes } = file.value;
    const type = documentTypeOf(bytes);
    return type === 'image/png' || type === 'image/jpeg' ? done({ type, bytes }) : refused('not_an_image');
  };
