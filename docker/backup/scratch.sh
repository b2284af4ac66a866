# How backup.sh restores a backup into scratch databases, and compares them with the original.

# A signal ends the wait for a program in the background only.
interruptible() {
  "$@" &
  child=$!
  status=0
  wait "$child" || status=$?
  child=''
  return "$status"
}

free_space() { psql "$1" --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --file="$here/disk.sql"; }

# compare ADDRESS NAME
compare() {
  totals=$backup/$2-totals.txt
  [ -s "$totals" ] || fail "The backup $name lacks the totals of its $2. Use another backup."
  run 'The restored database could not be read' interruptible totals_of "$1" "$(schemas_of "$2")" >"$work/totals.txt"
  # The lines that only one of the two files contains.
  difference=$(sort "$totals" "$work/totals.txt" | uniq -u | sed -n '1s/|.*//p')
  [ -z "$difference" ] || fail "The restored database differs from the original in $difference. Keep both, and find out why."
  say "   $2: $(grep -c -v '^books' "$totals") tables and $(grep -c '^books' "$totals") accounts are the same"
}

# Restores every dump into a scratch database and compares it with its original.
verify_dumps() {
  read_file VERIFY_DATABASE_URL
  run 'The size of the database could not be read' \
    query "$DATABASE_URL" 'select pg_database_size(current_database()) / 1024' >"$work/needed"
  owner=$DATABASE_URL password=${PGPASSWORD-}
  if [ -n "${VERIFY_DATABASE_URL-}" ]; then
    unset PGPASSWORD
    DATABASE_URL=$VERIFY_DATABASE_URL
    hide_password
  fi
  # Killed processes leave their scratch databases. The first number in the name is the time of creation. Databases in use
  # are kept.
  psql "$DATABASE_URL" --no-psqlrc --quiet >/dev/null 2>&1 <<'END' || true
select format('drop database if exists %I', datname) from pg_database
where datname ~ '^verify_\d+_[0-9a-f]+$' and split_part(datname, '_', 2)::numeric < extract(epoch from now()) - 18000
  and pg_has_role(datdba, 'usage')
\gexec
END
  needed=$(cat "$work/needed")
  free=$(free_space "$DATABASE_URL" 2>/dev/null) || free=
  [ "${free:-$needed}" -ge "$needed" ] ||
    fail "The database needs $((needed / 1024)) MB, but the server on which the backup is verified has $((free / 1024)) MB left. Free some, or set VERIFY_DATABASE_URL to the address of a database on another server."
  new=verify_$(date +%s)_$(od -An -N8 -tx1 /dev/urandom | tr -d ' ')
  for dump in courier database; do
    [ -e "$backup/$dump.dump" ] || continue
    run 'The scratch database could not be created' query "$DATABASE_URL" "create database $new"
    scratch=$new
    run "The backup could not be restored" interruptible \
      pg_restore --dbname="$(address_of "$scratch")" --no-owner --no-privileges --exit-on-error "$backup/$dump.dump"
    compare "$(address_of "$scratch")" "$dump"
    run 'The scratch database could not be dropped' query "$DATABASE_URL" "drop database $scratch with (force)"
    scratch=''
  done
  DATABASE_URL=$owner
  export PGPASSWORD="$password"
}
