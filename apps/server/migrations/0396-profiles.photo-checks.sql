-- Tries of members to have their first photo compared with a selfie; the newest of a profile counts.
create table photo_checks (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  -- The pose the member was asked to hold, drawn by the server at random.
  pose text not null,
  posed_at timestamptz not null,
  -- 'lapsed': no selfie came in time, or the member withdrew. 'expired': the first photo changed, or no one decided.
  state text not null check (state in ('posed', 'waiting', 'verified', 'refused', 'expired', 'lapsed')),
  -- Key of the first photo the selfie is compared with.
  photo_key text,
  -- The selfie, sealed with a key of its account; deleted in the transaction that ends the wait.
  selfie_sealed bytea,
  consented_at timestamptz,
  consent_version smallint,
  sent_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references accounts on delete set null,
  -- Why it was refused, as text for the member.
  reason text,
  check ((state = 'waiting') = (selfie_sealed is not null)),
  check (selfie_sealed is null or (photo_key is not null and consented_at is not null and sent_at is not null))
);
create index photo_checks_newest on photo_checks (profile_id, posed_at desc, id desc);
create unique index photo_checks_open on photo_checks (profile_id) where state in ('posed', 'waiting');
create index photo_checks_waiting on photo_checks (sent_at, id) where state = 'waiting';
