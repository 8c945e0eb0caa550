-- Identity documents that members sent; the newest of an account counts.
create table identity_documents (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  document_type text collate "C" not null check (document_type in ('id_document', 'passport', 'drivers_license')),
  -- 'withdrawn' by its member, 'expired' without a decision in time.
  state text collate "C" not null check (state in ('waiting', 'accepted', 'refused', 'withdrawn', 'expired')),
  -- The picture, sealed with a key of its account; emptied by the retention schedule after the decision.
  document_sealed bytea,
  consent_version smallint not null check (consent_version > 0),
  sent_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references accounts on delete set null,
  -- Why it was refused, as text for the member.
  reason text check (length(reason) <= 300),
  constraint identity_documents_waits check (state <> 'waiting' or (document_sealed is not null and decided_at is null)),
  constraint identity_documents_ended check (state not in ('withdrawn', 'expired') or document_sealed is null),
  constraint identity_documents_decided check ((state in ('accepted', 'refused')) = (decided_at is not null))
);
create index identity_documents_newest on identity_documents (account_id, sent_at desc, id desc);
create unique index identity_documents_open on identity_documents (account_id) where state = 'waiting';
create index identity_documents_waiting on identity_documents (sent_at, id) where state = 'waiting';
create index identity_documents_kept on identity_documents (decided_at) where document_sealed is not null;

-- What the daily job compares with the days that a look at a document counts.
create index profiles_identity_checked_at on profiles (identity_checked_at) where identity_checked_at is not null;

update retention_rules set mode = 'job', days = 30,
    basis = 'POPIA s14: thirty days from the decision, so that it can be questioned; at once when it is withdrawn'
  where id = 'identity_document';
