-- Second factors: codes of an authenticator (TOTP), recovery codes, passkeys.

-- When the first second factor was confirmed; null without one. Sign-in then asks for a second step.
alter table accounts add column second_factor_since timestamptz;

create table totp_factors (
  account_id uuid primary key references accounts on delete cascade,
  sealed_secret bytea not null,
  -- Null until a code has confirmed the secret.
  confirmed_at timestamptz,
  -- The latest time step that a code was accepted for: none is accepted twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);

create table recovery_codes (
  account_id uuid not null references accounts on delete cascade,
  -- Keyed hash of account and code.
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (account_id, code_hash)
);

create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Signatures made so far, as the authenticator counts them; 0 where it does not count.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_account on passkeys (account_id, created_at);

-- Challenges of passkeys, each deleted by its first use.
create table passkey_challenges (
  challenge_hash bytea primary key check (octet_length(challenge_hash) = 32),
  -- What it was made for: the ceremony, and the session or sign-in that asked.
  subject text not null,
  expires_at timestamptz not null
);

-- Sign-ins whose password was right and whose second step is missing. They open nothing but that step.
create table pending_sign_ins (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  account_id uuid not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index pending_sign_ins_by_account on pending_sign_ins (account_id);

-- The latest proof of the person in a session. It has a cookie of its own, so that a copy of the session's cookie gains
-- nothing when its owner proves themselves.
create table session_proofs (
  session_id uuid primary key references sessions on delete cascade,
  token_hash bytea not null check (octet_length(token_hash) = 32),
  proven_until timestamptz not null
);
