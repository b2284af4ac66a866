-- The free space on the server's disk in kilobytes; nothing if the user may not run a program there.
select pg_has_role('pg_execute_server_program', 'usage') as may_run \gset
\if :may_run
create temporary table disk (kilobytes bigint);
-- The server runs programs in its data folder.
copy disk from program 'df -Pk . | awk ''NR == 2 { print $4 }''';
select kilobytes from disk;
\endif
