-- The role of every process but the migrations (docs/deploy.md). The owner of the database runs this file once, with
-- psql and --set=password=…, after the first migration.
-- The rights also apply while the triggers of the books are off, and on distributed tables, which have no triggers.
-- Triggers prevent changes that the rights allow: new balances in a closing, new postings in an entry and a second
-- closing of an entry. On distributed tables the service alone prevents the last two.
create role vehicle_insurance_service login password :'password';
grant usage on schema public to vehicle_insurance_service;
grant select, insert, update, delete on all tables in schema public to vehicle_insurance_service;
grant usage, select on all sequences in schema public to vehicle_insurance_service;
alter default privileges in schema public grant select, insert, update, delete on tables to vehicle_insurance_service;
alter default privileges in schema public grant usage, select on sequences to vehicle_insurance_service;
-- entries are immutable, except for the number of their closing
revoke update, delete on entry, posting, voucher from vehicle_insurance_service;
grant update (closing) on entry to vehicle_insurance_service;
-- history is immutable: changes, pauses of payments, imports of statements, versions of the catalogue, assigned numbers
revoke update, delete on change, payment_pause, catalogue, policy_number, payment_reference, statement_import
  from vehicle_insurance_service;
-- an event gets its position once, and is deleted after its retention time
revoke update on event from vehicle_insurance_service;
grant update (position) on event to vehicle_insurance_service;
-- the console's links, sessions and proposals
grant usage on schema console to vehicle_insurance_service;
grant select, insert, update, delete on all tables in schema console to vehicle_insurance_service;
alter default privileges in schema console grant select, insert, update, delete on tables to vehicle_insurance_service;
revoke update, delete on console.history from vehicle_insurance_service;
-- closings are immutable
revoke update, delete on closing, closing_balance from vehicle_insurance_service;
