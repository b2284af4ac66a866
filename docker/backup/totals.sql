-- The content of a database as text, to compare a backup with its original: the number of rows of each table with a hash
-- over all of them, and the totals of the books. Runs in any time zone with the same result. The variable `schemas` is a
-- pattern.
set timezone to 'UTC';
select format('select %L, count(*), coalesce(sum(hashtextextended(t::text, 0)), 0) from %I.%I t',
  n.nspname || '.' || c.relname, n.nspname, c.relname)
from pg_class c join pg_namespace n on n.oid = c.relnamespace
where c.relkind = 'r' and n.nspname ~ :'schemas'
order by n.nspname, c.relname
\gexec
-- The courier's schema has no books.
select 'public' ~ :'schemas' as has_books \gset
\if :has_books
select 'books', wallet, account, sum(greatest(amount, 0)) as debit, sum(greatest(-amount, 0)) as credit
from posting p join entry e on (e.company_id, e.id) = (p.company_id, p.entry_id)
group by wallet, account order by wallet, account;
\endif
