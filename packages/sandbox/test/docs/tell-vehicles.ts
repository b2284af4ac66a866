import type { Question } from './exchange.ts';
import { UNKNOWN_ID, type Tell } from './told-page.ts';

const PDF = new TextEncoder().encode('%PDF-1.7\n%%EOF\n');

export const vehicles: Tell = async (page, { car }) => {
  const post = (body: unknown): Question => ({ method: 'POST', path: '/vehicle', body });
  page.says('## Vehicles');
  const { body } = await page.shows(
    'Register a vehicle. The plate is kept in capitals and without spaces:',
    201,
    post({ ...car, licencePlate: 'ab 123 cd', externalId: 'FLEET-1' }),
  );
  const other = await page.shows('With its registration document it goes as a form:', 201, {
    method: 'POST',
    path: '/vehicle',
    form: { fields: { ...car, licencePlate: 'AB124CD' }, file: { name: 'carte-grise.pdf', bytes: PDF } },
  });
  const vehicle = `/vehicle/${String(body['id'])}`;
  await page.shows('Get one by its id:', 200, { path: vehicle });
  await page.shows('List them, most recent first, one to a page:', 200, { path: '/vehicle?page=1&limit=1' });
  await page.shows('Find one by its plate, written in any way:', 200, {
    path: '/vehicle?licencePlate=ab-123-cd'.replaceAll('-', '%20'),
  });
  const patch = (path: string, externalId: unknown): Question => ({ method: 'PATCH', path, body: { externalId } });
  await page.shows('Change the external id, the only thing that can change:', 200, patch(vehicle, 'FLEET-0001'));

  page.says('What can go wrong:');
  await page.shows(
    '`400 invalid_request` names every field that breaks a rule:',
    'invalid_request',
    post({ ...car, licencePlate: 'AB125CD', noSeat: 0, energy: 'steam' }),
  );
  await page.shows(
    '`409 vehicle_already_exists` names the vehicle, so that repeating a registration is safe:',
    'vehicle_already_exists',
    post({ ...car, licencePlate: 'AB 123 CD' }),
  );
  await page.shows(
    '`409 external_id_taken`',
    'external_id_taken',
    patch(`/vehicle/${String(other.body['id'])}`, 'FLEET-0001'),
  );
  await page.shows('`404 vehicle_not_found`', 'vehicle_not_found', { path: `/vehicle/${UNKNOWN_ID}` });
  const attached = (name: string, bytes: Uint8Array<ArrayBuffer>): Question => ({
    method: 'POST',
    path: '/vehicle',
    form: { fields: { ...car, licencePlate: 'AB126CD' }, file: { name, bytes } },
  });
  await page.shows(
    '`422 invalid_document` for what is no PDF, JPEG or PNG, whatever it is called:',
    'invalid_document',
    attached('carte-grise.pdf', new TextEncoder().encode('GIF89a')),
  );
  const tooLong = new Uint8Array(10 * 1024 * 1024 + 1);
  tooLong.set(PDF);
  await page.shows(
    '`413 payload_too_large`: this document has one byte more than 10 MB:',
    'payload_too_large',
    attached('scan.pdf', tooLong),
  );
  await page.shows(
    '`502 storage_unavailable`: nothing was created, send it again:',
    'storage_unavailable',
    attached('storage-outage.pdf', PDF),
  );
  await page.shows('`415 unsupported_media_type`', 'unsupported_media_type', {
    ...post('a white car'),
    headers: { 'content-type': 'text/plain' },
  });
};
