import { dropping, replacing, type Faults } from '../fault.ts';

const OTHERWISE = /\bon\s+conflict\s+(?:\([^)]*\)\s+)?do\s+nothing\b/gi;

/** Skips the look-up of the plate, so that only the unique index detects a conflict. */
const UNASKED = replacing(/\bselect from vehicle where\b/i, 'select from vehicle where false and', 'vehicle');

const UNRECORDED = (what: string): string => `
  create function forget_change() returns trigger language plpgsql as $$ begin return null; end $$;
  create trigger forget_change before insert on change
  for each row when (new.what = '${what}') execute function forget_change()`;

export const CONFLICTS: Faults = {
  'a plate that another unit takes at the same time ends the work': {
    foundBy: 'UnitOfWork: adds one vehicle for many simultaneous registrations of a plate, and names it to the others',
    statement: UNASKED,
    code: (code) => (code === '23505' ? 'XX000' : code),
  },
  'a second refund of a session is an error': {
    foundBy: 'Transaction: returns refunds as they were stored, one for each session even if it is added again',
    statement: dropping(OTHERWISE, 'refund'),
  },
  'a second claim of a certificate number is an error': {
    foundBy: 'Transaction: gives a certificate number to one contract of all companies until it is released',
    statement: dropping(OTHERWISE, 'certificate_number'),
  },
  'a quote may have two live payments': {
    foundBy: 'UnitOfWork: allows a quote only one live payment, even if many are added at the same time',
    schema: 'drop index payment_live',
  },
  'a session may have two refunds': {
    foundBy: 'Transaction: returns refunds as they were stored, one for each session even if it is added again',
    schema: 'alter table refund drop constraint refund_of_session',
  },
  'two vehicles may have one plate': {
    foundBy: 'UnitOfWork: adds one vehicle for many simultaneous registrations of a plate, and names it to the others',
    statement: UNASKED,
    schema: 'alter table vehicle drop constraint vehicle_licence_plate',
  },
  'a quote may be for the vehicle of another company': {
    foundBy: 'UnitOfWork: refuses references from one company to another',
    schema: 'alter table quote drop constraint quote_company_id_vehicle_id_fkey',
  },
  'changes of payments are not recorded': {
    foundBy: 'Queries: show exactly the changes of status in the history of a payment',
    schema: UNRECORDED('payment'),
  },
  'changes of refunds are not recorded': {
    foundBy: 'Transaction: adds one refund if two processes see a late payment at the same time',
    schema: UNRECORDED('refund'),
  },
  'changes of contracts are not recorded': {
    foundBy: 'ContractDays: starts a contract on its first day if its certificate is issued',
    schema: UNRECORDED('contract'),
  },
  'changes of certificates are not recorded': {
    foundBy: 'Queries: show the history of a contract and its certificate, with the author of a change',
    schema: UNRECORDED('certificate'),
  },
};
