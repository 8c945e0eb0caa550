create table accounts (
  id uuid primary key,
  email text not null check (email = lower(email) and length(email) <= 254),
  email_verified_at timestamptz,
  -- Null for accounts that sign in only through an external provider.
  password_hash text,
  first_name text not null check (length(first_name) between 1 and 60),
  last_name text not null check (length(last_name) between 1 and 60),
  role text not null default 'user' check (role in ('user', 'creator', 'moderator', 'admin')),
  age_verified_at timestamptz,
  language text not null default 'en' check (language in ('en', 'af', 'zu', 'xh')),
  suspended_at timestamptz,
  suspended_reason text,
  last_login_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  constraint suspended_with_reason check ((suspended_at is null) = (suspended_reason is null))
);
create unique index accounts_by_email on accounts (email);

create table sessions (
  id uuid primary key,
  -- SHA-256 of the cookie's token: a stolen copy of this table signs nobody in.
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

-- A sign-in on its way through the external provider; one use, ten minutes.
create table external_sign_ins (
  state_hash bytea primary key check (octet_length(state_hash) = 32),
  nonce text not null,
  code_verifier text not null,
  next_path text not null,
  created_at timestamptz not null default now()
);
