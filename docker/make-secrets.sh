#!/bin/sh
# Creates the secrets of docker/compose.yaml, one file each, in docker/secrets. With the word `production`, creates
# those of docker/compose.production.yaml, in docker/production. Keeps existing secrets, because the databases stored
# their passwords at their first start. To change a secret, see "Rotation" in docs/operations.md.
set -eu
here=$(dirname "$0")
case ${1-} in
  '') folder=$here/secrets ;;
  production) folder=$here/production ;;
  *)
    echo 'Use no argument for docker/compose.yaml, or `production` for docker/compose.production.yaml.' >&2
    exit 2
    ;;
esac
mkdir -p "$folder"
# Only the owner can enter the folder. The files themselves are readable by all, since each container mounts its own
# files under its own user.
chmod 700 "$folder"
umask 022

random() { head -c 32 /dev/urandom | od -A n -v -t x1 | tr -d ' \n'; }

# keep NAME VALUE
keep() { [ -s "$folder/$1" ] || printf '%s' "$2" >"$folder/$1"; }

keep postgres_password "$(random)"
keep link_secret "$(random)"
# 32 bytes in the variable's format: base64url without padding.
keep proof_key "$(head -c 32 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n')"
keep courier_password "$(random)"
keep courier_database_url "postgres://courier:$(cat "$folder/courier_password")@courier-postgres:5432/courier"
# The keys of the courier's companies: `operator key issue` prints a key, and `endpoint add --key ALPHA_KEY` uses it.
keep courier_keys.env '# ALPHA_KEY=the key of a company that webhooks are sent to
# COURIER_KEYS=ALPHA_KEY, and more names: these companies can create their first endpoint themselves
'
owner_url="postgres://vehicle_insurance:$(cat "$folder/postgres_password")@postgres:5432/vehicle_insurance"

if [ "${1-}" = production ]; then
  keep service_password "$(random)"
  keep owner_url "$owner_url"
  keep database_url "postgres://vehicle_insurance_service:$(cat "$folder/service_password")@postgres:5432/vehicle_insurance"
  keep service.env "$(cat "$here/production.env.example")
"
  keep kustomization.yaml "$(cat "$here/kubernetes/overlay.yaml")
"
  # Empty: the providers and the authority issue these secrets. A process does not start while a secret that it needs is
  # empty.
  for name in authority_access_code wave_api_key wave_notification_secrets cinetpay_api_key \
    cinetpay_notification_secrets console_oidc_client_secret s3_access_key s3_secret_key; do
    keep "$name" ''
  done
  exit
fi

keep mongodb_password "$(random)"
keep s3_access_key "$(random | cut -c 1-20)"
keep s3_secret_key "$(random)"
keep wave_api_key "wave_sn_test_$(random)"
keep wave_notification_secret "$(random)"
keep authority_access_code "$(random)"
keep database_url "$owner_url"
keep scheduler_store "mongodb://scheduler:$(cat "$folder/mongodb_password")@mongodb:27017/agenda?authSource=admin"
