import type { NewVehicle } from './shapes.ts';

/** A registration document: PDF, JPEG or PNG, at most 10 MB. */
export type RegistrationDocument =
  | File
  | { readonly content: Blob | Uint8Array<ArrayBuffer>; readonly fileName: string };

/** A vehicle with its document as multipart form data. */
export const vehicleForm = (vehicle: NewVehicle, document: RegistrationDocument): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(vehicle))
    if (value !== null && value !== undefined) form.set(name, String(value));
  const { content, fileName } = document instanceof File ? { content: document, fileName: document.name } : document;
  form.set('registrationDocument', content instanceof Blob ? content : new Blob([content]), fileName);
  return form;
};
