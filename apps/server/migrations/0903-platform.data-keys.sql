-- Keys that seal, sign and hash what the program stores, themselves sealed by the master key of the configuration.
-- `platform/key-ring.ts` says how they are used, `docs/operations.md` how they are changed.
create table data_keys (
  -- 0 is the key of keyed hashes, which stays. The others seal and sign, the highest that has begun to.
  id integer primary key check (id between 0 and 65535),
  -- Null once retired: what it sealed can never be opened again.
  sealed bytea,
  -- Names the master key that sealed it.
  master_id text collate "C" not null check (master_id ~ '^[0-9a-f]{16}$'),
  created_at timestamptz not null default now(),
  -- From then on it seals; until then every process learns it.
  seals_from timestamptz not null default now(),
  -- When everything that older keys had sealed was sealed by this one.
  resealed_at timestamptz,
  retired_at timestamptz,
  check ((sealed is null) = (retired_at is not null)),
  check (id > 0 or retired_at is null)
);
