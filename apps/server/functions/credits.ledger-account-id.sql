-- Account ids can be computed without a query: the first half of SHA-256 over owner, kind and currency.
create or replace function ledger_account_id(owner_id uuid, kind text, currency text) returns uuid
  language sql immutable strict parallel safe
  return encode(substring(sha256(convert_to(owner_id || '|' || kind || '|' || currency, 'UTF8')) for 16), 'hex')::uuid;
