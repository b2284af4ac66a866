# How backup.sh backs up and restores the courier's database.

# In a subshell, because the courier's address and password are its own.
as_courier() (
  read_file COURIER_DATABASE_URL
  unset PGPASSWORD
  DATABASE_URL=${COURIER_DATABASE_URL-}
  hide_password
  "$@"
)

# Whether there is a courier's database; if not, `absence` is the reason. Without webhooks, the containers of one host
# have no server for it.
has_courier() {
  absence='COURIER_DATABASE_URL is not set'
  [ -n "$DATABASE_URL" ] || return 1
  if query "$DATABASE_URL" "select to_regnamespace('courier')" >"$work/courier" 2>"$work/errors"; then
    absence='the database of COURIER_DATABASE_URL has no schema courier'
    [ -n "$(cat "$work/courier")" ]
  else
    grep -q 'could not translate host name' "$work/errors" || explain "The courier's database could not be read"
    absence="it could not be read: $(first_error)"
    return 1
  fi
}

# An empty COURIER_DATABASE_URL, other than an absent one, says that no webhooks are sent any more.
dump_courier() {
  if has_courier; then
    dump courier --schema=courier
  elif [ "${COURIER_DATABASE_URL-absent}" != '' ] && [ -n "$(with_courier)" ]; then
    fail "An earlier backup contains the courier's database, but $absence."
  else
    say '   courier: no database to back up'
  fi
}

expect_no_courier() {
  [ -n "$DATABASE_URL" ] ||
    fail "The backup contains the courier's database. Set COURIER_DATABASE_URL, or COURIER_DATABASE_URL_FILE, to the address that the courier uses."
  run "The courier's database could not be read" query "$DATABASE_URL" "select count(*) from pg_namespace where nspname = 'courier'" >"$work/tables"
  [ "$(cat "$work/tables")" = 0 ] ||
    fail 'The database of COURIER_DATABASE_URL is not empty. Restore into an empty one; this command overwrites nothing.'
}

warn_of_courier() {
  ! (has_courier) 2>/dev/null ||
    say "   the backup has no courier's database, but COURIER_DATABASE_URL has one: remove the endpoints there and add them again (docs/restore.md)"
}

restore_courier() {
  run "The courier's database could not be restored" \
    pg_restore --dbname="$DATABASE_URL" --no-owner --single-transaction --exit-on-error "$backup/courier.dump"
  compare "$DATABASE_URL" courier
}
