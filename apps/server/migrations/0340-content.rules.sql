-- Registrations with the Film and Publication Board. X18 items refer to one that is active.
create table fpb_registrations (
  id uuid primary key,
  number text not null check (length(number) between 1 and 60),
  status text collate "C" not null check (status in ('pending', 'approved', 'rejected', 'expired')),
  x18_exemption boolean not null default false,
  -- The last day it holds; null without an end.
  valid_until date,
  created_at timestamptz not null default now(),
  x18_active boolean not null generated always as (status = 'approved' and x18_exemption) stored,
  unique (id, x18_active)
);

-- Constant defaults: the table is not rewritten.
alter table content_items
  add column tags text[] not null default '{}',
  add column publish_at timestamptz,
  add column expires_at timestamptz,
  -- Why a scheduled item was not published; null otherwise.
  add column publish_problem text,
  -- Null until it is classified, and for items older than the record.
  add column fpb_rating text,
  add column warning_labels text[] not null default '{}',
  -- Null for items older than the question: only their creator.
  add column depicts text collate "C",
  add column x18_registration_id uuid,
  -- True while the item relies on an active registration, null otherwise.
  add column x18_lock boolean;

alter table content_items
  add constraint content_items_tags check (cardinality(tags) <= 10) not valid,
  add constraint content_items_times check (expires_at > publish_at) not valid,
  add constraint content_items_labels check (warning_labels <@ array['S', 'N', 'L', 'V', 'SV', 'P', 'D']) not valid,
  add constraint content_items_depicts check (depicts in ('me', 'me_and_others', 'others')) not valid,
  -- The X18 lock: no X18 item is published without a registration whose exemption is active.
  add constraint content_items_x18_locked check (
    state <> 'published' or classification <> 'X18' or x18_lock is true
  ) not valid,
  add constraint content_items_x18_names check (
    (x18_lock is null and x18_registration_id is null) or (x18_lock and x18_registration_id is not null)
  ) not valid,
  add constraint content_items_x18_registration foreign key (x18_registration_id, x18_lock)
    references fpb_registrations (id, x18_active) deferrable not valid;

alter table content_items validate constraint content_items_tags;
alter table content_items validate constraint content_items_times;
alter table content_items validate constraint content_items_labels;
alter table content_items validate constraint content_items_depicts;
alter table content_items validate constraint content_items_x18_locked;
alter table content_items validate constraint content_items_x18_names;
alter table content_items validate constraint content_items_x18_registration;

create index content_by_registration on content_items (x18_registration_id) where x18_registration_id is not null;
create index content_to_publish on content_items (publish_at) where state = 'draft' and publish_at is not null;
create index content_to_expire on content_items (expires_at) where expires_at is not null;
create index content_by_tag on content_items using gin (tags) where state = 'published';
create index content_waiting on content_items (created_at, id) where state = 'review';

-- Every classification an item was given, with its author and time. Rows are only added.
create table content_classifications (
  id uuid primary key,
  content_id uuid not null references content_items on delete cascade,
  classification text not null check (classification in ('A', 'PG', '7-9PG', '10-12PG', '13', '16', '18', 'X18')),
  fpb_rating text not null,
  warning_labels text[] not null default '{}',
  -- Answers to the questions; null when the class was chosen without them.
  answers jsonb,
  classified_by uuid not null,
  classified_at timestamptz not null
);
create index content_classifications_by_item on content_classifications (content_id, classified_at desc);

-- Consent of everyone depicted in an item.
create table content_people (
  id uuid primary key,
  content_id uuid not null references content_items on delete cascade,
  -- The member asked; null for a person asked by a private link. The record outlives the account.
  account_id uuid references accounts on delete set null,
  profile_id uuid references profiles on delete set null,
  token_hash bytea unique check (octet_length(token_hash) = 32),
  -- Name as the creator gave it.
  name text not null check (length(name) between 1 and 100),
  state text collate "C" not null check (state in ('asked', 'yes', 'no', 'revoked')),
  -- Legal name, birth date, signature and address, sealed.
  sealed bytea,
  id_type text collate "C" check (id_type in ('id', 'passport')),
  id_index bytea,
  scope text[] not null default '{publish,sell}'
    check (scope <@ array['publish', 'sell', 'download', 'promo']),
  -- The file that was agreed to.
  media_sha256 bytea,
  -- Number of the wording, as in the contract.
  wording smallint not null check (wording > 0),
  asked_at timestamptz not null,
  answered_at timestamptz,
  revoked_at timestamptz,
  -- An answer is taken until then; a yes can be revoked for ever.
  expires_at timestamptz not null,
  constraint content_people_one_way check (account_id is null or token_hash is null)
);
create unique index content_people_once on content_people (content_id, account_id);
create index content_people_refused on content_people (media_sha256) where state = 'no';
create index content_people_by_account on content_people (account_id, asked_at desc);
