-- Statements of reasons: each decision of staff about a member's account or things, as it was told to them, and the
-- appeal against it. Rows outlive the account, so that a person does not lose their strikes with it.
create table staff_decisions (
  id uuid primary key,
  account_id uuid not null,
  -- HMAC of the proven ID number, so that strikes follow the person to another account.
  person_key bytea check (octet_length(person_key) = 32),
  action text collate "C" not null check (action in
    ('held_back', 'not_published', 'removed', 'file_removed', 'photo_hidden', 'show_stopped', 'warned', 'suspended')),
  rule text collate "C" not null check (length(rule) between 1 and 40),
  reason text not null check (length(reason) between 1 and 500),
  target_type text collate "C" not null check (length(target_type) between 1 and 40),
  target_id text collate "C" not null check (length(target_id) <= 100),
  -- What the target was called then.
  subject text check (length(subject) <= 200),
  audit_number bigint not null,
  -- Null when a program decided.
  decided_by uuid,
  decided_at timestamptz not null,
  -- Counted at the time of the decision; a later change of the rules does not change it.
  strikes smallint not null check (strikes >= 0),
  strikes_until timestamptz,
  appeal_text text check (length(appeal_text) between 1 and 2000),
  appealed_at timestamptz,
  appeal_state text collate "C" check (appeal_state in ('open', 'upheld', 'reversed')),
  appeal_answer text check (length(appeal_answer) between 1 and 500),
  answered_by uuid,
  answered_at timestamptz,
  constraint staff_decisions_appeal check ((appeal_state is null) = (appeal_text is null)
    and (appeal_state is null) = (appealed_at is null)),
  constraint staff_decisions_answer check ((coalesce(appeal_state, 'open') = 'open') = (answered_at is null)),
  -- Another member of staff than the one who decided.
  constraint staff_decisions_answered_by_another check (answered_by <> decided_by)
);
create index staff_decisions_by_account on staff_decisions (account_id, audit_number desc);
create index staff_decisions_by_person on staff_decisions (person_key, strikes_until) where person_key is not null;
create index staff_decisions_by_target on staff_decisions (target_type, target_id, id desc);
create index staff_decisions_waiting on staff_decisions (appealed_at, id) where appeal_state = 'open';
create index staff_decisions_answered on staff_decisions (answered_at desc, id desc) where answered_at is not null;
