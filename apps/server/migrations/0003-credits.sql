-- Double entry in whole units: credits and cents. Accounts hold the balance; every transfer names both of its sides.
create table ledger_accounts (
  id uuid primary key,
  -- A member's account or a creator's profile; null for the platform's own.
  owner_id uuid,
  kind text collate "C" not null check (
    kind in ('wallet', 'wallet_promotional', 'earnings', 'platform_revenue', 'promotions', 'issuance', 'demo_opening')
  ),
  currency text collate "C" not null default 'credits' check (currency in ('credits', 'cents')),
  balance bigint not null default 0,
  -- Null where credits come from: only a source may go negative.
  floor bigint default 0,
  constraint owned_or_platform check (
    (owner_id is not null) = (kind in ('wallet', 'wallet_promotional', 'earnings'))
  ),
  constraint never_below_floor check (floor is null or balance >= floor)
) with (fillfactor = 50); -- room on the page for the next balance keeps updates away from the index
create index ledger_earnings on ledger_accounts (owner_id) where kind = 'earnings';

-- One leg of a group. The first leg carries what the group is for; a group is posted whole or not at all.
create table ledger_transfers (
  -- Whose wallet and whose intent: the payer of a purchase, the receiver of a grant.
  owner_id uuid not null,
  group_id uuid not null,
  leg smallint not null check (leg between 1 and 4),
  debit_account uuid not null,
  credit_account uuid not null,
  amount bigint not null check (amount > 0),
  debit_balance_after bigint not null,
  credit_balance_after bigint not null,
  created_at timestamptz not null default now(),
  -- Hash of the caller's key: repeats find the first answer.
  key uuid,
  kind text collate "C",
  payee_id uuid,
  reference text collate "C" check (length(reference) <= 100),
  description text check (length(description) <= 200),
  group_amount bigint,
  primary key (owner_id, group_id, leg),
  check (debit_account <> credit_account),
  constraint first_leg_says_why check (
    num_nonnulls(key, kind, reference, description, group_amount) = case when leg = 1 then 5 else 0 end
  ),
  constraint known_kind check (kind in ('unlock', 'tip', 'daily_bonus', 'profile_bonus', 'promotion', 'pack', 'demo_opening'))
);
create unique index ledger_keys on ledger_transfers (owner_id, key) where key is not null;
-- What happens once for one member and one thing. A purchase is its transfer: access checks read this index.
create unique index ledger_once on ledger_transfers (owner_id, reference, kind)
  where kind in ('unlock', 'daily_bonus', 'profile_bonus');
create index ledger_by_payee on ledger_transfers (payee_id, group_id) where payee_id is not null;

-- Each transfer seen from both sides; a side's amounts sum to its account's balance.
create view ledger_entries as
  select debit_account as account_id, -amount as amount, debit_balance_after as balance_after, group_id, leg, created_at
    from ledger_transfers
  union all
  select credit_account, amount, credit_balance_after, group_id, leg, created_at
    from ledger_transfers;

-- What a creator keeps of a sale, in percent, from a moment on.
create table revenue_shares (
  id uuid primary key,
  effective_from timestamptz not null unique,
  creator_percent integer not null check (creator_percent between 1 and 100)
);
insert into revenue_shares values ('00000000-0000-8000-8000-0000000000f0', '2026-01-01T00:00:00+02', 80);

-- The platform's accounts. Its income has sixteen rows, so that many processes do not wait for one.
insert into ledger_accounts (id, kind, floor) values
  ('00000000-0000-8000-8000-000000000001', 'promotions', null),
  ('00000000-0000-8000-8000-000000000002', 'issuance', null),
  ('00000000-0000-8000-8000-000000000003', 'demo_opening', null);
insert into ledger_accounts (id, kind)
  select ('00000000-0000-8000-8000-0000000001' || lpad(to_hex(shard), 2, '0'))::uuid, 'platform_revenue'
  from generate_series(0, 15) as shard;

-- Everybody can say which account is whose without asking: the first half of SHA-256 over owner, kind and currency.
create function ledger_account_id(owner_id uuid, kind text, currency text) returns uuid
  language sql immutable strict parallel safe
  return encode(substring(sha256(convert_to(owner_id || '|' || kind || '|' || currency, 'UTF8')) for 16), 'hex')::uuid;

create function ledger_refuse() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger append_only before update or delete or truncate on ledger_transfers
  for each statement execute function ledger_refuse();
create trigger never_deleted before delete or truncate on ledger_accounts
  for each statement execute function ledger_refuse();

-- Whole groups only. Balances follow from what is inserted and from nothing else, so they always are the sum of it.
create function ledger_apply() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
declare
  complete boolean;
begin
  perform from new_legs group by owner_id, group_id
    having sum(amount) is distinct from max(group_amount) or count(group_amount) <> 1;
  if found then
    raise exception 'a transfer group must be whole and sum to its amount' using errcode = 'integrity_constraint_violation';
  end if;
  with sides as (
    select account, sum(side.amount)::bigint as amount
      from new_legs, lateral (values (debit_account, -new_legs.amount), (credit_account, new_legs.amount)) as side (account, amount)
      group by account
  ), moved as (
    update ledger_accounts a set balance = a.balance + sides.amount from sides where a.id = sides.account
      returning a.currency, sides.amount
  )
  select (select count(*) from sides) = (select count(*) from moved)
      and not exists (select from moved group by currency having sum(amount) <> 0)
    into complete;
  if not complete then
    raise exception 'a transfer needs two accounts of one currency' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger apply after insert on ledger_transfers referencing new table as new_legs
  for each statement execute function ledger_apply();

create function ledger_require_transfer() returns trigger language plpgsql as $$
begin
  -- Depth 1 is an update by hand; the trigger above makes it 2.
  if pg_trigger_depth() < 2 then
    raise exception 'balances change only by transfers' using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create trigger moved_by_transfers before update on ledger_accounts
  for each statement execute function ledger_require_transfer();

/*
 * Posts a batch of intents in the order given, in one statement and one commit.
 * Accounts come once each, sorted by id, and are created when a member's is missing; intents point to them by position
 * (0: none). A member pays from `sources` first and `reserves` last; where there is a fee target, it gets the
 * platform's share. `previous_keys` and `previous_once` point to the nearest earlier intent of this batch with the same
 * key, or of the same thing where it happens once.
 * Answers one letter an intent (p posted; r repeated: same key, same intent; o owned: done before under another key;
 * c conflict: same key, other intent; i insufficient), the groups of repeats, and what the member's two accounts hold
 * after each intent. Where a thing happens once, a changed price does not make it another intent.
 * Unless `careful`, nobody looks for repeats and no account is created (owners and kinds are not read): a repeat violates
 * a unique index, a missing account or a refusal answers null. Then nothing was posted and the caller asks again, carefully.
 */
create function ledger_post(
  account_ids uuid[], account_owners uuid[], account_kinds text[],
  ids uuid[], owners uuid[], keys uuid[], kinds text[], payees uuid[], refs text[], descriptions text[],
  amounts bigint[], sources integer[], reserves integer[], targets integer[], fee_targets integer[],
  wallets integer[], promotionals integer[], previous_keys integer[], previous_once integer[],
  at timestamptz[], careful boolean,
  out statuses text, out groups uuid[], out wallets_after text, out promotionals_after text
) language plpgsql
  set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_bitmapscan = off
  set enable_hashjoin = off set enable_mergejoin = off set enable_material = off as $$
declare
  n constant integer := cardinality(ids);
  zeros constant integer[] := array_fill(0, array[n]);
  big_zeros constant bigint[] := array_fill(0::bigint, array[n]);
  locked uuid[]; missing integer[]; next integer; balances bigint[]; floors bigint[];
  platform_percent integer;
  known uuid[]; known_letters text[]; any_known boolean := false; repeats boolean;
  letters "char"[] := array_fill('p'::"char", array[n]);
  key_winners integer[] := zeros; once_winners integer[] := zeros;
  after_wallet bigint[] := big_zeros; after_promotional bigint[] := big_zeros;
  -- First legs stand at the position of their intent, further legs are listed behind each other.
  first_debit integer[] := zeros; first_amount bigint[] := big_zeros;
  first_debit_after bigint[] := big_zeros; first_credit_after bigint[] := big_zeros;
  more_item integer[] := '{}'; more_leg integer[] := '{}'; more_debit integer[] := '{}'; more_credit integer[] := '{}';
  more_amount bigint[] := '{}'; more_debit_after bigint[] := '{}'; more_credit_after bigint[] := '{}';
  more integer := 0;
  same_key integer; once integer; amount bigint; fee bigint; payer integer; target integer; in_source bigint;
  leg integer; part bigint; due bigint;
begin
  for attempt in 1..2 loop
    select array_agg(a.id), array_agg(a.balance), array_agg(coalesce(a.floor, -4611686018427387904))
      into locked, balances, floors
      from (select id, balance, floor from ledger_accounts where id = any (account_ids) order by id for no key update) as a;
    exit when locked = account_ids;
    if not careful then return; end if;
    missing := '{}';
    next := 1;
    for i in 1..cardinality(account_ids) loop
      if account_ids[i] = locked[next] then next := next + 1; else missing := missing || i; end if;
    end loop;
    insert into ledger_accounts (id, owner_id, kind)
      select ledger_account_id(account_owners[i], account_kinds[i], 'credits'), account_owners[i], account_kinds[i]
      from unnest(missing) as i where account_owners[i] is not null
      order by 1 on conflict do nothing;
  end loop;
  if locked is distinct from account_ids then raise exception 'unknown or unsorted ledger accounts'; end if;

  select 100 - creator_percent into platform_percent
    from revenue_shares where effective_from <= now() order by effective_from desc limit 1;

  if careful then
    -- Under the locks: whatever these members posted before is visible now.
    select array_agg(coalesce(k.group_id, o.group_id) order by i.n), bool_or(k.group_id is not null or o.group_id is not null),
        array_agg(case when k.group_id is null then 'o' when k.kind = i.kind and k.reference = i.reference
          and (k.group_amount = i.amount or k.kind in ('unlock', 'daily_bonus', 'profile_bonus')) and k.payee_id is not distinct from i.payee then 'r' else 'c' end order by i.n)
      into known, any_known, known_letters
      from unnest(owners, keys, kinds, payees, refs, amounts) with ordinality as i (owner, key, kind, payee, reference, amount, n)
      left join lateral (
        select * from ledger_transfers t where t.owner_id = i.owner and t.key = i.key limit 1
      ) as k on true
      left join lateral (
        select t.group_id from ledger_transfers t
        where t.owner_id = i.owner and t.reference = i.reference and t.kind = i.kind and t.kind in ('unlock', 'daily_bonus', 'profile_bonus') limit 1
      ) as o on true;
  end if;
  groups := coalesce(known, array_fill(null::uuid, array[n]));
  repeats := any_known;

  for i in 1..n loop
    same_key := 0;
    once := 0;
    if previous_keys[i] > 0 then
      same_key := key_winners[previous_keys[i]];
      key_winners[i] := same_key;
    end if;
    if previous_once[i] > 0 then
      once := once_winners[previous_once[i]];
      once_winners[i] := once;
    end if;
    if same_key > 0 then
      letters[i] := case when kinds[i] = kinds[same_key] and refs[i] = refs[same_key]
        and (amounts[i] = amounts[same_key] or previous_once[i] > 0) and payees[i] is not distinct from payees[same_key] then 'r' else 'c' end;
      groups[i] := ids[same_key];
      repeats := true;
    elsif any_known and known[i] is not null then
      letters[i] := known_letters[i];
    elsif once > 0 then
      letters[i] := 'o';
      groups[i] := ids[once];
      repeats := true;
    else
      amount := amounts[i];
      payer := sources[i];
      in_source := balances[payer] - floors[payer];
      if in_source < amount
          and (reserves[i] = 0 or in_source + balances[reserves[i]] - floors[reserves[i]] < amount) then
        -- It may be a repeat of what was paid before, which must not be refused.
        if not careful then return; end if;
        letters[i] := 'i';
      else
        key_winners[i] := i;
        once_winners[i] := i;
        fee := case when fee_targets[i] > 0 then amount * platform_percent / 100 else 0 end;
        -- The payee's share first, then the fee; each from the source while it lasts, then from the reserve.
        target := targets[i];
        due := amount - fee;
        leg := 0;
        while due > 0 loop
          if in_source >= due then
            part := due;
          elsif in_source > 0 then
            part := in_source;
          else
            payer := reserves[i];
            part := due;
          end if;
          in_source := in_source - part;
          due := due - part;
          balances[payer] := balances[payer] - part;
          balances[target] := balances[target] + part;
          leg := leg + 1;
          if leg = 1 then
            first_debit[i] := payer;
            first_amount[i] := part;
            first_debit_after[i] := balances[payer];
            first_credit_after[i] := balances[target];
          else
            more := more + 1;
            more_item[more] := i;
            more_leg[more] := leg;
            more_debit[more] := payer;
            more_credit[more] := target;
            more_amount[more] := part;
            more_debit_after[more] := balances[payer];
            more_credit_after[more] := balances[target];
          end if;
          if due = 0 and fee > 0 then
            due := fee;
            fee := 0;
            target := fee_targets[i];
          end if;
        end loop;
      end if;
    end if;
    if wallets[i] > 0 then after_wallet[i] := balances[wallets[i]]; end if;
    if promotionals[i] > 0 then after_promotional[i] := balances[promotionals[i]]; end if;
  end loop;

  if not repeats then groups := null; end if;
  statuses := array_to_string(letters, '');
  wallets_after := array_to_string(after_wallet, ',');
  promotionals_after := array_to_string(after_promotional, ',');

  insert into ledger_transfers (owner_id, group_id, leg, debit_account, credit_account, amount, debit_balance_after,
      credit_balance_after, created_at, key, kind, payee_id, reference, description, group_amount)
    select i.owner, i.id, 1, account_ids[i.debit], account_ids[i.credit], i.part, i.debit_after, i.credit_after,
        coalesce(i.posted_at, now()), i.key, i.kind, i.payee, i.reference, i.description, i.amount
      from unnest(ids, owners, keys, kinds, payees, refs, descriptions, amounts, at, targets, first_debit, first_amount,
          first_debit_after, first_credit_after)
        as i (id, owner, key, kind, payee, reference, description, amount, posted_at, credit, debit, part, debit_after,
          credit_after)
      where i.debit > 0
    union all
    select owners[m.item], ids[m.item], m.leg, account_ids[m.debit], account_ids[m.credit], m.amount, m.debit_after,
        m.credit_after, coalesce(at[m.item], now()), null, null, null, null, null, null
      from unnest(more_item, more_leg, more_debit, more_credit, more_amount, more_debit_after, more_credit_after)
        as m (item, leg, debit, credit, amount, debit_after, credit_after);
end $$;

-- Which request a device's queued intent stands for: the same id with another body is refused for ever.
create table credit_intents (
  owner_id uuid not null,
  id text collate "C" not null check (length(id) <= 64),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (owner_id, id)
);
