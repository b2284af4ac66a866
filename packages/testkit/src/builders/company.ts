import type { ApiKey, Company } from '@vehicle-insurance/core';
import { SOME_MORNING } from './days.ts';
import { freshId, freshText } from './ids.ts';

/** A company without its number, which the store assigns. */
export const aCompany = (over: Partial<Omit<Company, 'number'>> = {}): Omit<Company, 'number'> => ({
  id: freshId(),
  name: freshText('Courtage Lagune '),
  enabled: true,
  intermediaryCode: null,
  office: null,
  legalForm: null,
  address: null,
  licence: null,
  phone: null,
  created: SOME_MORNING,
  ...over,
});

/** A valid key that never expires. */
export const anApiKey = (over: Partial<ApiKey> = {}): ApiKey => ({
  id: freshId(),
  companyId: freshId(),
  environment: 'test',
  label: null,
  prefix: freshText('vi_test_'),
  hash: crypto.randomUUID().replaceAll('-', '').repeat(2),
  created: SOME_MORNING,
  expires: null,
  revoked: null,
  lastUsed: null,
  ...over,
});
