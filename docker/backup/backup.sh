#!/bin/sh
# Backs up the database, its documents and the courier's database, verifies a backup, and restores one
# (docs/restore.md). Needs PostgreSQL's programs, in the server's version or a newer one.
#   backup.sh make              creates a backup in BACKUP_DIR, restores it into a scratch database to verify it, and
#                               then removes all but the newest BACKUP_KEEP (14)
#   backup.sh nightly           does so every day at BACKUP_AT (02:30, UTC)
#   backup.sh list              lists the backups, oldest first
#   backup.sh verify [NAME]     restores one, by default the newest, into a scratch database and compares all rows
#   backup.sh restore NAME      restores one into the empty databases of DATABASE_URL and COURIER_DATABASE_URL
# DATABASE_URL, or DATABASE_URL_FILE, is the address that the database's owner uses. DATA_DIR contains the documents,
# unless STORAGE is s3. API_URL is the API's address, from which the public keys of papers are read. If you send
# webhooks, COURIER_DATABASE_URL, or COURIER_DATABASE_URL_FILE, is the address that the courier uses.
# VERIFY_DATABASE_URL, or VERIFY_DATABASE_URL_FILE, is the address of any database on another server, on which to create
# the scratch databases.
set -eu
umask 077
# The script reads what programs print.
export LC_ALL=C
unset LANGUAGE
here=$(dirname "$0")
backups=${BACKUP_DIR:-/backups}

. "$here/postgres.sh"
. "$here/courier.sh"
. "$here/scratch.sh"

# The schemas of each dump. Due work is in the other schemas, so the scheduler's is left out. So is the courier's, which
# may be in the same database, if it has its own dump.
schemas_of() {
  others=
  [ ! -e "$backup/courier.dump" ] || others='|courier$'
  case $1 in database) echo "^(?!pg_|information_schema|scheduler$others)" ;; courier) echo '^courier$' ;; esac
}
count() { wc -l <"$1" | tr -d ' '; }
in_files() { [ "${STORAGE:-filesystem}" = filesystem ]; }

# copy_documents FROM TO [SUMS] copies the listed files that are missing, each completely or not at all, and adds their
# checksums to the file SUMS. Files never change. `missing` counts those that FROM lacks too, and `example` is one of
# them.
copy_documents() {
  copied=0 missing=0
  while IFS= read -r key; do
    [ -s "$2/$key" ] && continue
    if [ ! -s "$1/$key" ]; then
      missing=$((missing + 1)) example=$key
      continue
    fi
    mkdir -p "$2/$(dirname "$key")"
    incomplete=$(mktemp "$2/.incomplete-XXXXXX")
    cp "$1/$key" "$incomplete"
    [ -z "${3-}" ] || printf '%s  %s\n' "$(sha256sum <"$incomplete" | cut -d ' ' -f 1)" "$key" >>"$3"
    mv "$incomplete" "$2/$key"
    copied=$((copied + 1))
  done <"$backup/documents.txt"
  say "   $copied copied, $(wc -l <"$backup/documents.txt" | tr -d ' ') in all"
}

# dump NAME OPTION [COMMANDS] writes NAME.dump and NAME-totals.txt, which describe the same snapshot of DATABASE_URL, as
# does the output of psql's COMMANDS.
dump() {
  export DATABASE_URL backup
  run "The $1 could not be dumped" \
    psql "$DATABASE_URL" --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --output=/dev/null \
    --set=schemas="$(schemas_of "$1")" <<END
begin transaction isolation level repeatable read read only;
select pg_export_snapshot() as snapshot \\gset
\\setenv SNAPSHOT :snapshot
\\! pg_dump --snapshot="\$SNAPSHOT" --format=custom $2 --file="\$backup/$1.dump" "\$DATABASE_URL" && touch "\$backup/complete"
\\o '$backup/$1-totals.txt'
\\ir '$here/totals.sql'
${3-}
END
  # psql ignores whether pg_dump fails.
  [ -e "$backup/complete" ] || explain "The $1 could not be dumped"
  rm "$backup/complete"
  say "   $1: $(du -k "$backup/$1.dump" | cut -f 1) KB, $(grep -c -v '^books' "$backup/$1-totals.txt") tables"
}

make() {
  mkdir -p "$backups/documents" 2>/dev/null && [ -w "$backups" ] ||
    fail "$backups cannot be written to. Set BACKUP_DIR to a folder that this user may write to."
  # The name is the current second, so a concurrent backup waits for the next one.
  until
    name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
    backup=$backups/$name.partial
    [ ! -e "$backups/$name" ] && mkdir "$backup" 2>/dev/null
  do sleep 1; done
  partial=$backup
  # Removes what killed processes have left.
  find "$backups" -maxdepth 1 -name '*.partial' -mtime +0 -exec rm -rf {} +
  say '1/5 Dump the databases'
  # The courier's first: its positions must not be ahead of the events in the other dump.
  if as_courier dump_courier 2>"$work/said"; then
    cat "$work/said" >&2
  else
    courier_failure=$(tail -n 1 "$work/said")
    say "   $courier_failure"
    rm -f "$backup"/*
  fi
  excluded="--exclude-schema='scheduler*'"
  [ ! -e "$backup/courier.dump" ] || excluded="$excluded --exclude-schema=courier"
  dump database "$excluded" "\\o '$backup/documents.txt'
\\ir '$here/documents.sql'"
  say '2/5 Copy the documents'
  if in_files; then
    copy_documents "${DATA_DIR:?Set DATA_DIR to the folder of the documents, or STORAGE to s3.}/documents" "$backups/documents" "$backups/documents.SHA256SUMS"
  else
    say "   $(count "$backup/documents.txt") are in the bucket; back it up with its own tools"
  fi
  say '3/5 List the public keys of papers'
  keys=${API_URL-}/.well-known/vehicle-insurance-proof-keys.json
  if [ -n "${API_URL-}" ] && fetch "$keys" >"$backup/proof-keys.json"; then
    say "   $(grep -o '"kty"' "$backup/proof-keys.json" | wc -l | tr -d ' ') keys"
  else
    rm -f "$backup/proof-keys.json"
    say '   not listed: API_URL is not set, or the API does not respond'
  fi
  (cd "$backup" && sha256sum -- * >SHA256SUMS)
  written=yes
  say '4/5 Restore it into a scratch database, and compare all rows and the totals of the books'
  verify_dumps
  mv "$partial" "$backups/$name"
  partial='' backup=$backups/$name
  # Only now, so that backups that cannot be restored never replace the others.
  say "5/5 Keep the newest ${BACKUP_KEEP:-14}"
  # While the courier's database cannot be backed up, its last backup stays too.
  last_courier=
  [ -z "$courier_failure" ] || last_courier=$(with_courier | sed -n 1p)
  names | sed -n "1,$((${BACKUP_KEEP:-14}))!p" | while IFS= read -r old; do
    [ "$old" = "$last_courier" ] || rm -rf "${backups:?}/$old"
  done
  rm -rf "$backups"/*.unverified
  [ -z "$courier_failure" ] ||
    say "The backup $name is complete, but without the courier's database. $courier_failure Correct that, then run the command again. If you no longer send webhooks, empty COURIER_DATABASE_URL, or the file of COURIER_DATABASE_URL_FILE."
  [ "${missing-0}" = 0 ] ||
    say "The backup $name is complete, but $DATA_DIR lacks $missing of its documents, such as $example. Restore them there, then run the command again."
  # The other failures have status 1, and may be tried again at once.
  [ -z "$courier_failure" ] && [ "${missing-0}" = 0 ] || exit 2
  # Read by the service's metrics.
  run 'The time of the backup could not be recorded' query "$DATABASE_URL" \
    "insert into job_run values ('backup', '$(printf %s "$name" | sed 's/\(T..\)-\(..\)-/\1:\2:/')')
      on conflict (job) do update set at = least(excluded.at, now())"
  say "The backup $name is complete$(checked 'were copied')."
}

# checked WHAT-HAPPENED-TO-DOCUMENTS says in one sentence what was compared, and what was not.
checked() {
  courier='without a courier'
  [ ! -e "$backup/courier.dump" ] || courier="with the courier's database"
  printf ', %s: all rows and the totals of the books are the same, ' "$courier"
  if in_files; then
    printf 'and its %s documents %s' "$(count "$backup/documents.txt")" "$1"
  else
    printf 'but whether the bucket contains its %s documents was not checked' "$(count "$backup/documents.txt")"
  fi
}

fetch() {
  if command -v curl >/dev/null; then curl --silent --fail --max-time 10 "$1"; else wget -q -T 10 -O - "$1"; fi
}

# The newest first.
names() { ls "$backups" 2>/dev/null | grep -x '[0-9-]*T[0-9-]*Z' | sort -r; }

with_courier() { names | while IFS= read -r each; do [ ! -e "$backups/$each/courier.dump" ] || echo "$each"; done; }

# Finds the backup and checks that its files are as they were written.
open_backup() {
  name=${1:-$(names | sed -n 1p)}
  [ -n "$name" ] || fail "There is no backup in $backups."
  backup=$backups/$name
  [ -e "$backup/SHA256SUMS" ] || fail "There is no backup $name in $backups. List the backups with: backup.sh list"
  (cd "$backup" && sha256sum -c SHA256SUMS) >/dev/null 2>&1 ||
    fail "The backup $name is damaged: a file differs from its checksum. Use another backup."
}

verify() {
  open_backup "${1-}"
  say "1/2 Restore $name into a scratch database, and compare all rows and the totals of the books"
  verify_dumps
  say '2/2 Find the documents'
  if in_files; then
    while IFS= read -r key; do
      [ -s "$backups/documents/$key" ] || fail "The document $key is missing in the backup. Make another backup."
    done <"$backup/documents.txt"
    damaged=$(grep -sFf "$backup/documents.txt" "$backups/documents.SHA256SUMS" |
      (cd "$backups/documents" && sha256sum -c 2>/dev/null) | sed -n '/: FAILED/{s/: FAILED.*//p;q;}')
    [ -z "$damaged" ] ||
      fail "The document $damaged is damaged in the backup. Remove it from $backups/documents, then make another backup."
  fi
  say "The backup $name can be restored$(checked 'are as they were copied')."
}

restore() {
  [ -n "${1-}" ] || fail 'Name the backup to restore. List the backups with: backup.sh list'
  open_backup "$1"
  run 'The database could not be read' query "$DATABASE_URL" \
    "select count(*) from pg_tables where schemaname in ('public', 'console')" >"$work/tables"
  [ "$(cat "$work/tables")" = 0 ] ||
    fail 'The database of DATABASE_URL is not empty. Restore into an empty one; this command overwrites nothing.'
  if [ -e "$backup/courier.dump" ]; then as_courier expect_no_courier; else as_courier warn_of_courier || true; fi
  say "1/4 Prepare the service's role"
  run 'The roles could not be read' query "$DATABASE_URL" \
    "select count(*) from pg_roles where rolname = 'vehicle_insurance_service'" >"$work/roles"
  if [ "$(cat "$work/roles")" = 0 ]; then
    [ -r "${SERVICE_PASSWORD_FILE-}" ] ||
      fail 'The role vehicle_insurance_service is missing. Create it, or set SERVICE_PASSWORD_FILE to the file with its password.'
    run 'The role could not be created' psql "$DATABASE_URL" --no-psqlrc --quiet --set=ON_ERROR_STOP=1 <<'END'
\set password `cat "$SERVICE_PASSWORD_FILE"`
create role vehicle_insurance_service login password :'password';
END
  fi
  say "2/4 Restore $name"
  # First, because it fails more easily: its user may have too few rights, or the disk may be full. Nothing is restored then.
  [ ! -e "$backup/courier.dump" ] || as_courier restore_courier
  run 'The backup could not be restored' \
    pg_restore --dbname="$DATABASE_URL" --no-owner --single-transaction --exit-on-error "$backup/database.dump"
  query "$DATABASE_URL" 'create schema if not exists scheduler authorization vehicle_insurance_service' 2>/dev/null ||
    say '   create the schema scheduler as a superuser: create schema scheduler authorization vehicle_insurance_service'
  say '3/4 Compare all rows and the totals of the books'
  compare "$DATABASE_URL" database
  say '4/4 Restore the documents'
  if in_files; then
    mkdir -p "${DATA_DIR:?Set DATA_DIR to the folder of the documents, or STORAGE to s3.}/documents"
    copy_documents "$backups/documents" "$DATA_DIR/documents"
  fi
  [ "${missing-0}" = 0 ] ||
    fail "The backup $name is restored, but $backups lacks $missing of its documents, such as $example. Copy them to $DATA_DIR/documents from another place."
  say "The backup $name is restored$(checked 'are there, though their content was not compared'). Run the migrations, then read docs/restore.md before you start a worker."
}

nightly() {
  at=${BACKUP_AT:-02:30}
  hours=${at%:*} minutes=${at#*:}
  seconds=$((${hours#0} * 3600 + ${minutes#0} * 60))
  # In the background, so that a signal ends the wait.
  trap '{ kill "$child"; wait "$child"; } 2>/dev/null || true; exit 0' TERM INT
  while :; do
    sleep $(((seconds - $(date +%s) % 86400 + 86400) % 86400)) &
    child=$!
    wait "$child"
    # A failed backup is reported, and tried again the next night.
    sh "$0" make &
    child=$!
    wait "$child" || true
    sleep 1
  done
}

# Runs at the end, also after a failure or a signal. A complete backup that could not be verified replaces the last one.
clean_up() {
  [ -z "$child" ] || kill "$child" 2>/dev/null || true
  [ -z "$scratch" ] || query "$DATABASE_URL" "drop database if exists $scratch with (force)" >/dev/null 2>&1 || true
  if [ -n "$partial" ] && [ -n "$written" ]; then
    rm -rf "$backups"/*.unverified
    mv "$partial" "$backups/$name.unverified"
  fi
  rm -rf "$work" ${partial:+"$partial"}
}

child='' scratch='' partial='' written='' courier_failure=''
command=${1-}
case $command in
  list) names | sort ;;
  make | verify | restore | nightly)
    read_file DATABASE_URL
    [ -n "${DATABASE_URL-}" ] || fail "Set DATABASE_URL, or DATABASE_URL_FILE, to the address that the database's owner uses."
    hide_password
    work=$(mktemp -d)
    trap clean_up EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    shift
    "$command" "$@"
    ;;
  *) fail 'Use make, nightly, list, verify or restore. docs/restore.md explains them.' ;;
esac
