-- What may be complained of, and how fast: shown as it stands here, and read at each intake.
create table takedown_classes (
  id text collate "C" primary key,
  position smallint not null unique,
  -- When what matches is hidden: by the machine at intake, the same for complainants with a checked face, when a
  -- moderator looks, or with the decision.
  hide text collate "C" not null check (hide in ('at_once', 'if_checked', 'on_look', 'no')),
  target_hours smallint check (target_hours > 0),
  target_business_days smallint check (target_business_days > 0),
  -- Null: without delay, or as an order says.
  outer_business_days smallint check (outer_business_days > 0),
  constraint takedown_classes_target check ((target_hours is null) <> (target_business_days is null))
);
insert into takedown_classes (id, position, hide, target_hours, target_business_days, outer_business_days) values
  ('image', 1, 'at_once', 24, null, 7),
  ('minor', 2, 'at_once', 1, null, null),
  ('threat', 3, 'on_look', 4, null, null),
  ('impersonation', 4, 'if_checked', 48, null, 7),
  ('copyright', 5, 'no', null, 3, 7),
  ('order', 6, 'on_look', 24, null, null),
  ('other', 7, 'no', null, 3, 7);

-- Complaints to the public desk. What identifies the complainant is sealed, or a keyed hash.
create table takedown_cases (
  id uuid primary key,
  number text collate "C" not null unique check (number ~ '^VT-[0-9]{4}-[0-9]{6}$'),
  pin_hash bytea not null check (octet_length(pin_hash) = 32),
  failed_pins smallint not null default 0,
  locked_until timestamptz,
  class text collate "C" not null references takedown_classes,
  state text collate "C" not null default 'open' check (state in ('open', 'removed', 'refused')),
  -- Whether the machine may hide what matches: the class says so, and earlier complaints were not unfounded.
  hides_at_once boolean not null,
  -- The complainant says that they are in it.
  is_depicted boolean not null,
  address text check (length(address) <= 500),
  target_type text collate "C" check (target_type in ('content', 'media', 'profile', 'photo', 'live', 'bundle')),
  target_id text collate "C" check (length(target_id) <= 64),
  contact_sealed bytea,
  contact_index bytea,
  -- The complainant's address, and its network of 256.
  subnet_index bytea not null,
  network_index bytea not null,
  account_index bytea,
  received_at timestamptz not null,
  due_at timestamptz not null,
  outer_at timestamptz,
  searched_at timestamptz,
  decided_at timestamptz,
  decided_by uuid,
  appealed_at timestamptz,
  -- Decided the case that was appealed: someone else decides the appeal.
  appealed_from uuid,
  constraint takedown_cases_decided check ((state = 'open') = (decided_at is null))
);
create index takedown_cases_waiting on takedown_cases (due_at) where state = 'open';
create index takedown_cases_decided_at on takedown_cases (decided_at desc, id desc) where state <> 'open';
create index takedown_cases_by_subnet on takedown_cases (subnet_index, received_at);
create index takedown_cases_by_network on takedown_cases (network_index, received_at);
create index takedown_cases_by_contact on takedown_cases (contact_index) where contact_index is not null;
create index takedown_cases_by_account on takedown_cases (account_index) where account_index is not null;

-- Fingerprints that a browser made; the pictures were never sent.
create table takedown_prints (
  case_id uuid not null references takedown_cases on delete cascade,
  position smallint not null check (position between 1 and 5),
  sha256 bytea not null check (octet_length(sha256) = 32),
  print bit(256) not null,
  mirrored bit(256) not null,
  -- 0 to 100; a plainer picture resembles many others, so only the same file counts.
  quality smallint not null check (quality between 0 and 100),
  primary key (case_id, position)
);

-- Files that a case is about. The row stays when the file goes.
create table takedown_files (
  case_id uuid not null references takedown_cases on delete cascade,
  media_id uuid not null,
  owner_id uuid not null,
  found_by text collate "C" not null check (found_by in ('file', 'print', 'address', 'staff')),
  -- Bits of 256 that differ; 0 for the same file.
  distance smallint not null,
  found_at timestamptz not null,
  hidden_at timestamptz,
  restored_at timestamptz,
  removed_at timestamptz,
  primary key (case_id, media_id)
);
create index takedown_files_by_media on takedown_files (media_id);

-- Items that a case holds back, and what they were before.
create table takedown_items (
  case_id uuid not null references takedown_cases on delete cascade,
  content_id uuid not null,
  state_before text collate "C" not null,
  primary key (case_id, content_id)
);

-- Photos of members that a case hides.
create table takedown_photos (
  case_id uuid not null references takedown_cases on delete cascade,
  photo_id uuid not null,
  primary key (case_id, photo_id)
);

-- What happened in a case, in order. Texts are sealed.
create table takedown_events (
  id uuid primary key,
  case_id uuid not null references takedown_cases on delete cascade,
  kind text collate "C" not null check (kind in
    ('received', 'searched', 'message', 'hidden', 'restored', 'removed', 'refused', 'appealed')),
  -- Staff; null for the complainant and the machine.
  actor_id uuid,
  sealed bytea,
  at timestamptz not null
);
create index takedown_events_by_case on takedown_events (case_id, at, id);

-- What an uploader is told of a file of theirs: what was done, on which ground, by whom, and how to answer.
create table takedown_statements (
  id uuid primary key,
  case_id uuid not null references takedown_cases on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  effect text collate "C" not null check (effect in ('hidden', 'removed', 'restored')),
  is_automatic boolean not null,
  title text not null,
  reason_sealed bytea,
  answer_sealed bytea,
  answered_at timestamptz,
  at timestamptz not null
);
create index takedown_statements_by_account on takedown_statements (account_id, at desc);
create index takedown_statements_by_case on takedown_statements (case_id);
