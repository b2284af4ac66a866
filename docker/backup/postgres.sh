# What backup.sh says, and how it runs PostgreSQL's programs.

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

# read_file NAME sets the variable NAME to the content of the file that NAME_FILE refers to, unless it has a value.
read_file() {
  eval "value=\${$1-} file=\${$1_FILE-}"
  [ -z "$value" ] && [ -n "$file" ] || return 0
  [ -r "$file" ] || fail "$1_FILE refers to $file, which cannot be read."
  eval "$1=\$(cat \"\$file\")"
}

query() { psql "$1" --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --command="$2"; }
totals_of() { psql "$1" --no-psqlrc --quiet --no-align --tuples-only --set=ON_ERROR_STOP=1 --set=schemas="$2" --file="$here/totals.sql"; }
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
