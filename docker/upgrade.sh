#!/bin/sh
# Upgrades the running service to the version in this folder: backs up, migrates, replaces the processes one kind after
# the other, and checks their health. If a step fails, the processes that are not replaced yet keep running.
#   sh docker/upgrade.sh compose        the containers of docker/compose.production.yaml; builds the image first
#   sh docker/upgrade.sh kubernetes     the cluster of kubectl; the image of docker/production must be in its registry
set -eu
cd "$(dirname "$0")/.."

say() { printf '%s\n' "$*" >&2; }
log=$(mktemp)
trap 'rm -f "$log" "$log.ids"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# try WHAT-FAILED WHAT-TO-DO PROGRAM… prints the program's output only if it fails.
try() {
  failure=$1 advice=$2
  shift 2
  "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    say "$failure. $advice"
    exit 1
  }
}

UNCHANGED='Nothing has changed: correct the cause, then run this command again.'
MIGRATED='The previous version keeps running; the completed migrations stay. Correct the cause, then run this command again.'
READY="fetch('http://127.0.0.1:3000/health/ready').then(({ ok }) => process.exit(Number(!ok)))"

compose() { docker compose --file docker/compose.production.yaml "$@"; }

# list SERVICE writes the ids of its running containers. The courier is a service only in its profile.
list() { compose --profile courier ps --quiet "$1" >"$log.ids"; }

# replace SERVICE [COUNT] keeps the number of its processes. If none is running, it starts COUNT, by default none.
replace() {
  try "The processes of $1 could not be listed" "$MIGRATED" list "$1"
  count=$(wc -l <"$log.ids" | tr -d ' ')
  [ "$count" != 0 ] || count=${2-0}
  [ "$count" != 0 ] || return 0
  say "   $1: $count"
  try "$1 did not become healthy" "Read its log: docker compose --file docker/compose.production.yaml logs $1. To go back, check out the previous version and run this command again." \
    compose up --detach --no-deps --no-build --wait --scale "$1=$count" "$1"
}

with_compose() {
  say '1/5 Build the image'
  try 'The image could not be built' "$UNCHANGED" compose build
  say '2/5 Back up'
  try 'The backup failed' "$UNCHANGED" compose run --rm backup make
  say "   $(tail -n 1 "$log")"
  say '3/5 Migrate the database'
  try 'The migration failed' "$MIGRATED" compose run --rm migrate
  say '4/5 Replace the processes'
  for service in api worker console courier proxy; do replace "$service"; done
  replace backup 1
  say '5/5 Check the health'
  try 'The API is not ready' 'Read its log: docker compose --file docker/compose.production.yaml logs api.' \
    compose exec -T api node --eval "$READY"
}

kube() { kubectl --namespace=vehicle-insurance "$@"; }

# finish JOB MINUTES waits until a Job has ended, and fails if it failed.
finish() {
  for _ in $(seq $(($2 * 30))); do
    case $(kube get "job/$1" --output='jsonpath={.status.conditions[?(@.status=="True")].type}') in
      *Complete*) return ;;
      *Failed*)
        kube logs "job/$1" --all-containers
        return 1
        ;;
    esac
    sleep 2
  done
  kube describe "job/$1"
  return 1
}

# apply SELECTOR
apply() { kubectl kustomize docker/production | kube apply --server-side --selector="$1" --filename=-; }

with_kubernetes() {
  say '1/4 Back up'
  backup=backup-$(date -u +%Y%m%d%H%M%S)
  try 'The backup could not be started' "$UNCHANGED" kube create job "$backup" --from=cronjob/backup
  # A little longer than the Job's own deadline.
  try 'The backup failed' "$UNCHANGED" finish "$backup" 245
  say '2/4 Migrate the database'
  component=app.kubernetes.io/component
  try 'The previous migration could not be removed' "$UNCHANGED" kube delete job migrate --ignore-not-found
  # Everything that the processes need, and the migration.
  try 'The manifests could not be applied' "$UNCHANGED" apply "$component notin (api,worker,console,courier)"
  try 'The migration failed' "$MIGRATED" finish migrate 60
  say '3/4 Replace the processes'
  for role in api worker console courier; do
    say "   $role"
    try "$role could not be applied" "$MIGRATED" apply "$component=$role"
    try "$role did not become ready" "Read its log: kubectl --namespace=vehicle-insurance logs deployment/$role. To go back: kubectl --namespace=vehicle-insurance rollout undo deployment/$role" \
      kube rollout status "deployment/$role" --timeout=10m
  done
  say '4/4 Check the health'
  try 'The API is not ready' 'Read its log: kubectl --namespace=vehicle-insurance logs deployment/api.' \
    kube exec deployment/api -- node --eval "$READY"
}

case ${1-} in
  compose | kubernetes) "with_$1" ;;
  *)
    say 'Use compose for the containers of one host, or kubernetes. docs/deploy.md explains both.'
    exit 2
    ;;
esac
say 'The upgrade is complete.'
