#!/bin/sh
# Backs up the database and its documents, verifies a backup, and restores one (docs/restore.md). Needs PostgreSQL's
# programs, in the server's version or a newer one.
#   backup.sh make              creates a backup in BACKUP_DIR, then removes all but the newest BACKUP_KEEP (14)
#   backup.sh nightly           does so every day at BACKUP_AT (02:30, UTC)
#   backup.sh list              lists the backups, oldest first
#   backup.sh verify [NAME]     restores one, by default the newest, into a scratch database and compares all rows
#   backup.sh restore NAME      restores one into the empty database of DATABASE_URL
# DATABASE_URL, or DATABASE_URL_FILE, is the address that the database's owner uses. DATA_DIR contains the documents,
# unless STORAGE is s3. API_URL is the API's address, from which the public keys of papers are read.
set -eu
umask 077
here=$(dirname "$0")
backups=${BACKUP_DIR:-/backups}

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "$*"
  exit 1
}

# The first error of a program, without the program's name.
first_error() { sed -n 's/^.*\(ERROR\|FATAL\|error\): *//p' "$work/errors" | sed -n 1p | sed 's/^error: *//'; }

# explain WHAT ends with the reason in one sentence.
explain() {
  reason=$(first_error)
  case $reason in
    *'server version mismatch'*)
      reason="$(pg_dump --version) is older than the server. Install the server's version of PostgreSQL's programs" ;;
    *'permission denied to create database'*)
      reason='the user of DATABASE_URL may not create databases. Allow it: alter role … createdb' ;;
    '') reason=$(sed -n 1p "$work/errors") ;;
  esac
  fail "$1: ${reason%.}."
}

# run WHAT PROGRAM…
run() {
  what=$1
  shift
  "$@" 2>"$work/errors" || explain "$what"
}

query() { psql "$1" --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --command="$2"; }
totals_of() { psql "$1" --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --file="$here/totals.sql"; }

# The address of another database on the same server.
address_of() {
  server=${DATABASE_URL%%\?*}
  printf '%s/%s%s' "${server%/*}" "$1" "${DATABASE_URL#"$server"}"
}

# Moves the password of DATABASE_URL to PGPASSWORD: other users of the host can see a program's words in the list of
# processes.
hide_password() {
  rest=${DATABASE_URL#*://}
  login=${rest%%[/?]*}
  case $login in *:*@*) ;; *) return 0 ;; esac
  DATABASE_URL=${DATABASE_URL%%://*}://${login%%:*}@${login##*@}${rest#"$login"}
  login=${login#*:}
  encoded=${login%@*}
  export PGPASSWORD=
  while [ -n "$encoded" ]; do
    left=${encoded#?}
    case $encoded in
      %??*)
        left=${encoded#???}
        code=${encoded%"$left"}
        character=$(printf "\\$(printf %o "0x${code#%}")")
        ;;
      *) character=${encoded%"$left"} ;;
    esac
    PGPASSWORD=$PGPASSWORD$character
    encoded=$left
  done
}

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

make() {
  mkdir -p "$backups/documents" 2>/dev/null && [ -w "$backups" ] ||
    fail "$backups cannot be written to. Set BACKUP_DIR to a folder that this user may write to."
  # The name is the current second, so a concurrent backup waits for the next one.
  until
    name=$(date -u +%Y-%m-%dT%H-%M-%SZ)
    backup=$backups/$name.partial
    [ ! -e "$backups/$name" ] && mkdir "$backup" 2>/dev/null
  do sleep 1; done
  trap 'rm -rf "$work" "$backup"' EXIT
  # Removes what killed processes have left.
  find "$backups" -maxdepth 1 -name '*.partial' -mtime +0 -exec rm -rf {} +
  say '1/4 Dump the database'
  # The dump, the totals and the list of documents describe the same snapshot.
  export DATABASE_URL backup
  run 'The database could not be dumped' \
    psql "$DATABASE_URL" --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --output=/dev/null <<END
begin transaction isolation level repeatable read read only;
select pg_export_snapshot() as snapshot \\gset
\\setenv SNAPSHOT :snapshot
\\! pg_dump --snapshot="\$SNAPSHOT" --format=custom --exclude-schema='scheduler*' --file="\$backup/database.dump" "\$DATABASE_URL" && touch "\$backup/complete"
\\o '$backup/totals.txt'
\\ir '$here/totals.sql'
\\o '$backup/documents.txt'
\\ir '$here/documents.sql'
END
  # psql ignores whether pg_dump fails.
  [ -e "$backup/complete" ] || explain 'The database could not be dumped'
  rm "$backup/complete"
  say "   $(du -k "$backup/database.dump" | cut -f 1) KB, $(grep -c -v '^books' "$backup/totals.txt") tables"
  say '2/4 Copy the documents'
  if in_files; then
    copy_documents "${DATA_DIR:?Set DATA_DIR to the folder of the documents, or STORAGE to s3.}/documents" "$backups/documents" "$backups/documents.SHA256SUMS"
  else
    say "   $(wc -l <"$backup/documents.txt" | tr -d ' ') are in the bucket; back it up with its own tools"
  fi
  say '3/4 List the public keys of papers'
  keys=${API_URL-}/.well-known/vehicle-insurance-proof-keys.json
  if [ -n "${API_URL-}" ] && fetch "$keys" >"$backup/proof-keys.json"; then
    say "   $(grep -o '"kty"' "$backup/proof-keys.json" | wc -l | tr -d ' ') keys"
  else
    rm -f "$backup/proof-keys.json"
    say '   not listed: API_URL is not set, or the API does not respond'
  fi
  (cd "$backup" && sha256sum -- * >SHA256SUMS)
  mv "$backup" "$backups/$name"
  say "4/4 Keep the newest ${BACKUP_KEEP:-14}"
  names | sed -n "1,$((${BACKUP_KEEP:-14}))!p" | while IFS= read -r old; do rm -rf "${backups:?}/$old"; done
  [ "${missing-0}" = 0 ] ||
    fail "The backup $name is complete, but $DATA_DIR lacks $missing of its documents, such as $example. Restore them there, then run the command again."
  say "The backup $name is complete."
}

fetch() {
  if command -v curl >/dev/null; then curl --silent --fail --max-time 10 "$1"; else wget -q -T 10 -O - "$1"; fi
}

# The newest first.
names() { ls "$backups" 2>/dev/null | grep -x '[0-9-]*T[0-9-]*Z' | sort -r; }

# Finds the backup and checks that its files are as they were written.
open_backup() {
  name=${1:-$(names | sed -n 1p)}
  [ -n "$name" ] || fail "There is no backup in $backups."
  backup=$backups/$name
  [ -e "$backup/SHA256SUMS" ] || fail "There is no backup $name in $backups. List the backups with: backup.sh list"
  (cd "$backup" && sha256sum -c SHA256SUMS) >/dev/null 2>&1 ||
    fail "The backup $name is damaged: a file differs from its checksum. Use another backup."
}

# compare ADDRESS
compare() {
  run 'The restored database could not be read' totals_of "$1" >"$work/totals.txt"
  # The lines that only one of the two files contains.
  difference=$(sort "$backup/totals.txt" "$work/totals.txt" | uniq -u | sed -n '1s/|.*//p')
  [ -z "$difference" ] || fail "The restored database differs from the original in $difference. Keep both, and find out why."
  say "   $(grep -c -v '^books' "$backup/totals.txt") tables and $(grep -c '^books' "$backup/totals.txt") accounts are the same"
}

verify() {
  open_backup "${1-}"
  scratch=verify_$(date +%s)_$$
  say "1/3 Restore $name into $scratch"
  run 'The scratch database could not be created' query "$DATABASE_URL" "create database $scratch"
  trap 'query "$DATABASE_URL" "drop database if exists $scratch with (force)" >/dev/null || true; rm -rf "$work"' EXIT
  run 'The backup could not be restored' \
    pg_restore --dbname="$(address_of "$scratch")" --no-owner --no-privileges --exit-on-error "$backup/database.dump"
  say '2/3 Compare all rows and the totals of the books'
  compare "$(address_of "$scratch")"
  say '3/3 Find the documents'
  if in_files; then
    while IFS= read -r key; do
      [ -s "$backups/documents/$key" ] || fail "The document $key is missing in the backup. Make another backup."
    done <"$backup/documents.txt"
    damaged=$(grep -sFf "$backup/documents.txt" "$backups/documents.SHA256SUMS" |
      (cd "$backups/documents" && sha256sum -c 2>/dev/null) | sed -n '/: FAILED/{s/: FAILED.*//p;q;}')
    [ -z "$damaged" ] ||
      fail "The document $damaged is damaged in the backup. Remove it from $backups/documents, then make another backup."
    say "   $(wc -l <"$backup/documents.txt" | tr -d ' ') are there, as they were copied"
  else
    say '   in the bucket: not checked'
  fi
  say "The backup $name can be restored."
}

restore() {
  [ -n "${1-}" ] || fail 'Name the backup to restore. List the backups with: backup.sh list'
  open_backup "$1"
  run 'The database could not be read' query "$DATABASE_URL" \
    "select count(*) from pg_tables where schemaname in ('public', 'console')" >"$work/tables"
  [ "$(cat "$work/tables")" = 0 ] ||
    fail 'The database of DATABASE_URL is not empty. Restore into an empty one; this command overwrites nothing.'
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
  run 'The backup could not be restored' \
    pg_restore --dbname="$DATABASE_URL" --no-owner --single-transaction --exit-on-error "$backup/database.dump"
  query "$DATABASE_URL" 'create schema if not exists scheduler authorization vehicle_insurance_service' 2>/dev/null ||
    say '   create the schema scheduler as a superuser: create schema scheduler authorization vehicle_insurance_service'
  say '3/4 Compare all rows and the totals of the books'
  compare "$DATABASE_URL"
  say '4/4 Restore the documents'
  if in_files; then
    mkdir -p "${DATA_DIR:?Set DATA_DIR to the folder of the documents, or STORAGE to s3.}/documents"
    copy_documents "$backups/documents" "$DATA_DIR/documents"
  else
    say '   in the bucket: restore it with its own tools'
  fi
  [ "${missing-0}" = 0 ] ||
    fail "The backup $name is restored, but $backups lacks $missing of its documents, such as $example. Copy them to $DATA_DIR/documents from another place."
  say "The backup $name is restored. Run the migrations, then read docs/restore.md before you start a worker."
}

nightly() {
  at=${BACKUP_AT:-02:30}
  hours=${at%:*} minutes=${at#*:}
  seconds=$((${hours#0} * 3600 + ${minutes#0} * 60))
  # In the background, so that a signal ends the wait.
  trap 'kill "$child" 2>/dev/null; exit 0' TERM INT
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

if [ -z "${DATABASE_URL-}" ] && [ -r "${DATABASE_URL_FILE-}" ]; then DATABASE_URL=$(cat "$DATABASE_URL_FILE"); fi
command=${1-}
case $command in
  list) names | sort ;;
  make | verify | restore | nightly)
    [ -n "${DATABASE_URL-}" ] || fail "Set DATABASE_URL, or DATABASE_URL_FILE, to the address that the database's owner uses."
    hide_password
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM
    shift
    "$command" "$@"
    ;;
  *) fail 'Use make, nightly, list, verify or restore. docs/restore.md explains them.' ;;
esac
