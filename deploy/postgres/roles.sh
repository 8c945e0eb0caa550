#!/bin/sh
# The two roles of docs/operations.md ("Two roles"), in the database "vlam". Run it once, as a superuser of PostgreSQL:
# the image of compose.yaml does so by itself. The passwords come from the environment.
set -eu
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname="${POSTGRES_DB:-vlam}" \
  --set=owner="${VLAM_OWNER_PASSWORD:?}" --set=application="${VLAM_APPLICATION_PASSWORD:?}" <<'SQL'
create role vlam_owner login password :'owner';
create role vlam_application login password :'application';
alter database vlam owner to vlam_owner;
revoke all on database vlam from public;
grant connect, temporary on database vlam to vlam_application;
SQL
