import { dropping, replacing, type FaultsByTest } from '../fault.ts';

const OTHERWISE = /\bon\s+conflict\s+(?:\([^)]*\)\s+)?do\s+nothing\b/gi;

/** Skips the look-up of the plate, so that only the unique index detects a conflict. */
const UNASKED = replacing(/\bselect from vehicle where\b/i, 'select from vehicle where false and', 'vehicle');

const UNRECORDED = (what: string): string => `
  create function forget_change() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger forget_change before insert on change
  for each row when (new.what = '${what}') execute function forget_change()`;

export const CONFLICTS: FaultsByTest = {
  'UnitOfWork adds one vehicle for many simultaneous registrations of a plate, and names it to the others': {
    'a plate that another unit takes at the same time ends the work': {
      statement: UNASKED,
      code: (code) => (code === '23505' ? 'XX000' : code),
    },
    'two vehicles may have one plate': {
      statement: UNASKED,
      schema: 'alter table vehicle drop constraint vehicle_licence_plate',
    },
  },
  'Transaction returns refunds as they were stored, one for each session even if it is added again': {
    'a second refund of a session is an error': dropping(OTHERWISE, 'refund'),
    'a session may have two refunds': { schema: 'alter table refund drop constraint refund_of_session' },
  },
  'Transaction gives a certificate number to one contract of all companies until it is released': {
    'a second claim of a certificate number is an error': dropping(OTHERWISE, 'certificate_number'),
  },
  'UnitOfWork allows a quote only one live payment, even if many are added at the same time': {
    'a quote may have two live payments': { schema: 'drop index payment_live' },
  },
  'UnitOfWork refuses references from one company to another': {
    'a quote may be for the vehicle of another company': {
      schema: 'alter table quote drop constraint quote_company_id_vehicle_id_fkey',
    },
  },
  'Queries show exactly the changes of status in the history of a payment': {
    'changes of payments are not recorded': { schema: UNRECORDED('payment') },
  },
  'Transaction adds one refund if two processes see a late payment at the same time': {
    'changes of refunds are not recorded': { schema: UNRECORDED('refund') },
  },
  'ContractDays start a contract on its first day if its certificate is issued': {
    'changes of contracts are not recorded': { schema: UNRECORDED('contract') },
  },
  'Queries show the history of a contract and its certificate, with the author of a change': {
    'changes of certificates are not recorded': { schema: UNRECORDED('certificate') },
  },
};
