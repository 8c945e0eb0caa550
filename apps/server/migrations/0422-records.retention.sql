-- How long each class of rows is kept, and what removes it. `job`: the retention job does, by the sweep of the same id.
-- `sweep`: the job named in `worker` does, with its own time. `kept`: never removed. `none`: never stored.
create table retention_rules (
  id text collate "C" primary key check (length(id) between 1 and 40),
  position smallint not null unique,
  mode text collate "C" not null check (mode in ('job', 'sweep', 'kept', 'none')),
  -- From the end of what it is about; null where nothing counts days.
  days integer check (days > 0),
  basis text not null check (length(basis) between 1 and 200),
  worker text collate "C" check (length(worker) <= 60),
  constraint retention_rules_days check ((mode = 'job') <= (days is not null)),
  constraint retention_rules_worker check ((mode = 'sweep') = (worker is not null))
);
insert into retention_rules (id, position, mode, days, basis, worker) values
  ('identity_document', 1, 'none', null, 'POPIA s14: the decision is kept, no picture of a document', null),
  ('selfie', 2, 'sweep', null, 'POPIA s14: deleted with the decision', 'profiles.photo-checks.sweep'),
  ('consent_record', 3, 'job', 1826, 'Card rules: life of the content and five years', null),
  ('takedown_case', 4, 'job', 1096, 'ECTA s77 practice: three years from the decision', null),
  ('report_evidence', 5, 'job', 90, 'Ninety days from the decision, for appeals', null),
  ('report', 6, 'job', 1096, 'Three years from the decision, as takedown cases', null),
  ('decision', 7, 'job', 1826, 'Five years from the decision, for repeat abuse', null),
  ('money', 8, 'kept', null, 'Tax and FICA: five years at least; the ledger is append-only', null),
  ('payment_event', 9, 'job', 1826, 'Five years: what a payment provider sent', null),
  ('purchase_consent', 10, 'job', 1826, 'ECTA s42, s44: five years, as the purchase', null),
  ('audit_log', 11, 'kept', null, 'Hash chain: a removed row would break it', null),
  ('authority_request', 12, 'job', 1826, 'Five years from the answer', null),
  ('legal_hold', 13, 'job', 1826, 'Five years from its end', null),
  ('mail', 14, 'job', 30, 'Thirty days: recipient and subject; the text goes when it is sent', null),
  ('age_attempt', 15, 'job', 90, 'Ninety days: failed age checks, against guessing', null),
  ('dead_job', 16, 'job', 90, 'Ninety days: work that failed', null),
  ('bulk_action', 17, 'job', 90, 'Ninety days: what accounts were before a bulk action', null),
  ('session', 18, 'sweep', null, 'Two hours after its end', 'identity.sweep'),
  ('notification', 19, 'sweep', null, 'By age and number, per member', 'notifications.sweep'),
  ('disappearing_message', 20, 'sweep', null, 'The time its writer chose', 'messaging.expire'),
  ('safety_plan', 21, 'sweep', null, 'Soon after the return that it names', 'locations.plan-sweep'),
  ('trip', 22, 'sweep', null, 'The day after it ends', 'locations.travel-day'),
  ('discovery', 23, 'sweep', null, 'Moods, posts and places of the day', 'discovery.sweep-activity'),
  ('idempotency_key', 24, 'sweep', null, 'Two days', 'idempotency.sweep'),
  ('search', 25, 'none', null, 'What members search for is not stored', null),
  ('period_report', 26, 'kept', null, 'Counts without people', null);

-- What each run of the job removed.
create table retention_runs (
  id uuid primary key,
  rule_id text collate "C" not null references retention_rules,
  started_at timestamptz not null,
  ended_at timestamptz,
  removed integer not null default 0 check (removed >= 0)
);
create index retention_runs_latest on retention_runs (rule_id, started_at desc);

-- What the sweeps look for.
create index age_verification_attempts_at on age_verification_attempts using brin (attempted_at);
create index consents_given_at on consents using brin (given_at);
create index payment_events_received_at on payment_events using brin (received_at);
create index content_items_removed_at on content_items (removed_at) where removed_at is not null;
