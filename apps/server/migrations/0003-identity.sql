create table accounts (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  -- The first account of an email address holds it; later ones work the same but receive no mail, so that sign-up does
  -- not reveal whether an address is known.
  holds_email boolean not null default true,
  email_verified_at timestamptz,
  -- Null for accounts that only sign in through an external provider.
  password_hash text,
  first_name text not null check (length(first_name) between 1 and 60),
  last_name text not null check (length(last_name) between 1 and 60),
  role text not null default 'user' check (role in ('user', 'creator', 'moderator', 'admin')),
  age_verified_at timestamptz,
  -- Set by the profiles module, so that one query reads the caller of a request.
  profile_id uuid unique,
  is_creator boolean not null default false,
  language text not null default 'en' check (language in ('en', 'af', 'zu', 'xh')),
  suspended_at timestamptz,
  suspended_reason text,
  last_login_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  constraint suspended_with_reason check ((suspended_at is null) = (suspended_reason is null))
);
create unique index accounts_by_held_email on accounts (email) where holds_email;
create index accounts_by_email on accounts (email, created_at);
-- Staff accounts, which are notified of reports and disputes.
create index accounts_staff on accounts (role) where role in ('moderator', 'admin');

create table sessions (
  id uuid primary key,
  -- SHA-256 of the cookie's token, so that a stolen copy of this table gives no access.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  account_id uuid not null references accounts on delete cascade,
  device text not null default '' check (length(device) <= 200),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_account on sessions (account_id, created_at desc);

create table password_resets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_account on password_resets (account_id);

create table external_identities (
  issuer text not null,
  subject text not null,
  account_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- A sign-in in progress through the external provider; single use, ten minutes. Nonce and PKCE verifier are derived from
-- a secret in the browser's cookie; this row stores its hash.
create table external_sign_ins (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  browser_hash bytea not null check (octet_length(browser_hash) = 32),
  next_path text not null,
  created_at timestamptz not null
);

-- Attempts of passwords, sign-ups and mails, per keyed hash of an email or network address or device. `spent_until` is
-- when the whole budget is available again (generic cell rate algorithm).
create table attempt_budgets (
  key bytea primary key check (octet_length(key) = 32),
  spent_until timestamptz not null
);
create index attempt_budgets_by_time on attempt_budgets (spent_until);

-- Invalidates cached sessions: each change of an account's state and each end of a session inserts a row when its
-- transaction commits. Caches read newer rows before they trust a session.
create table access_counter (
  one boolean primary key default true check (one),
  last bigint not null
) with (fillfactor = 20);

create table access_changes (
  id bigint primary key,
  account_id uuid not null,
  at timestamptz not null default now()
);

-- Network addresses and devices of the last sign-ins, as keyed hashes, to limit bonuses.
create table account_origins (
  account_id uuid primary key references accounts on delete cascade,
  address bytea not null,
  device bytea not null,
  changed_at timestamptz not null
);

insert into access_counter (last) values (0);
