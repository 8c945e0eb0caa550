/*
 * Posts a batch of intents, in order, in one statement and one commit.
 *
 * Accounts are passed once each, sorted by id; missing accounts of members are created. Intents refer to accounts by
 * position (0: none). A payment takes from `sources` first and from `reserves` last. With a fee target, that account
 * gets the platform's share and the payee theirs, rounded to the nearest whole unit, half upwards. What a reserve pays
 * the payee goes to the reserve target, if any; together with a fee target this is a creator's held share
 * (`earnings_holds`). `previous_keys` and `previous_once` refer to the nearest earlier intent of the batch with the same
 * key, or for the same one-time purpose.
 *
 * Where another creator referred the payee (`creator_referrals`), that creator's share goes to them from the fee target, as
 * a group of its own under the sale's id. It is a percentage of what the source paid, and at most what the source paid of
 * the fee: credits that were given away bring none, and the platform's part of a sale never falls below zero. Nobody earns
 * a share of what they pay themselves, and a suspended referrer earns none; their months run all the same.
 *
 * Returns one code per intent (p posted; r retry: same key, same intent; o owned: done earlier under another key; c
 * conflict: same key, other intent; i insufficient), the groups of retries, and the balances of the member's two
 * accounts after each intent. For one-time purposes a changed price does not make another intent.
 *
 * Unless `careful`, it neither checks for retries nor creates accounts (owners, kinds and currencies are not read): a
 * retry violates a unique index, and a missing account or a refusal returns null. Then nothing was posted, and the
 * caller repeats the call with `careful`.
 */
create or replace function ledger_post(
  account_ids uuid[], account_owners uuid[], account_kinds text[], account_currencies text[],
  ids uuid[], owners uuid[], keys uuid[], kinds text[], payees uuid[], refs text[], descriptions text[],
  amounts bigint[], sources integer[], reserves integer[], targets integer[], reserve_targets integer[], fee_targets integer[],
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
  share_percent integer;
  known_groups uuid[]; known_codes text[]; any_known boolean := false; any_retry boolean;
  codes "char"[] := array_fill('p'::"char", array[n]);
  posted_for_key integer[] := zeros; posted_for_purpose integer[] := zeros;
  after_wallet bigint[] := big_zeros; after_promotional bigint[] := big_zeros;
  -- First legs are at the position of their intent; further legs follow in a list.
  first_debit integer[] := zeros; first_credit integer[] := zeros; first_amount bigint[] := big_zeros;
  first_debit_after bigint[] := big_zeros; first_credit_after bigint[] := big_zeros;
  more_item integer[] := '{}'; more_leg integer[] := '{}'; more_debit integer[] := '{}'; more_credit integer[] := '{}';
  more_amount bigint[] := '{}'; more_debit_after bigint[] := '{}'; more_credit_after bigint[] := '{}';
  more integer := 0;
  held bigint[] := big_zeros; any_held boolean := false;
  same_key integer; same_purpose integer; amount bigint; fee bigint; payer integer; target integer; credited integer; in_source bigint;
  leg integer; part bigint; due bigint;
  -- Referral shares: per intent the referrer, their account and its position; positions follow those of the caller's accounts.
  all_ids uuid[] := account_ids; any_referral boolean; any_first boolean; referrers uuid[]; percents integer[]; share_accounts uuid[];
  share_positions integer[] := zeros; shares bigint[] := big_zeros;
  share_debit_after bigint[] := big_zeros; share_credit_after bigint[] := big_zeros;
  from_source bigint; fee_from_source bigint;
begin
  any_referral := exists (
    select from creator_referrals r where r.referred_id = any (payees) and r.ended_at is null);
  if any_referral then
    select array_agg(r.referrer_id order by i.n), array_agg(r.percent order by i.n), array_agg(r.account order by i.n),
        coalesce(bool_or(r.is_first), false), bool_or(r.referrer_id is not null)
      into referrers, percents, share_accounts, any_first, any_referral
      from unnest(owners, payees, fee_targets, at) with ordinality as i (owner, payee, fee, posted_at, n)
      left join lateral (
        select r.referrer_id, case when r.referrer_account_id = i.owner or exists (select from accounts barred
              where barred.id = r.referrer_account_id and barred.suspended_at is not null) then 0 else r.percent end as percent,
            earned.id as account, r.until is null as is_first
          from creator_referrals r
          join ledger_accounts taken on taken.id = account_ids[i.fee]
          join ledger_accounts earned on earned.id = ledger_account_id(r.referrer_id, 'earnings', taken.currency)
          where r.referred_id = i.payee and r.ended_at is null
            and (r.until is null or r.until > coalesce(i.posted_at, now()))
      ) as r on i.fee > 0;
  end if;
  -- In one order with the caller's accounts, as every other posting locks them.
  if any_referral then
    perform from ledger_accounts where id = any (account_ids || share_accounts) order by id for no key update;
  end if;

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
    insert into ledger_accounts (id, owner_id, kind, currency)
      select ledger_account_id(account_owners[i], account_kinds[i], account_currencies[i]), account_owners[i],
          account_kinds[i], account_currencies[i]
      from unnest(missing) as i where account_owners[i] is not null
      order by 1 on conflict do nothing;
  end loop;
  if locked is distinct from account_ids then raise exception 'unknown or unsorted ledger accounts'; end if;
  if any_referral then
    for i in 1..n loop
      if share_accounts[i] is not null then
        next := array_position(all_ids, share_accounts[i]);
        if next is null then
          all_ids := all_ids || share_accounts[i];
          balances := balances || (select a.balance from ledger_accounts a where a.id = share_accounts[i]);
          next := cardinality(all_ids);
        end if;
        share_positions[i] := next;
      end if;
    end loop;
  end if;

  select creator_percent into share_percent
    from revenue_shares where effective_from <= now() order by effective_from desc limit 1;

  if careful then
    -- Under the locks, earlier postings of these members are visible.
    select array_agg(coalesce(k.group_id, o.group_id) order by i.n), bool_or(k.group_id is not null or o.group_id is not null),
        array_agg(case when k.group_id is null then 'o' when k.kind = i.kind and k.reference = i.reference
          and (k.group_amount = i.amount or k.kind in ('unlock', 'daily_bonus', 'profile_bonus', 'first_purchase_bonus', 'vip_bonus')) and k.payee_id is not distinct from i.payee then 'r' else 'c' end order by i.n)
      into known_groups, any_known, known_codes
      from unnest(owners, keys, kinds, payees, refs, amounts) with ordinality as i (owner, key, kind, payee, reference, amount, n)
      left join lateral (
        select * from ledger_transfers t where t.owner_id = i.owner and t.key = i.key limit 1
      ) as k on true
      left join lateral (
        select t.group_id from ledger_transfers t
        where t.owner_id = i.owner and t.reference = i.reference and t.kind = i.kind and t.kind in ('unlock', 'daily_bonus', 'profile_bonus', 'first_purchase_bonus', 'vip_bonus') limit 1
      ) as o on true;
  end if;
  groups := coalesce(known_groups, array_fill(null::uuid, array[n]));
  any_retry := any_known;

  for i in 1..n loop
    same_key := 0;
    same_purpose := 0;
    if previous_keys[i] > 0 then
      same_key := posted_for_key[previous_keys[i]];
      posted_for_key[i] := same_key;
    end if;
    if previous_once[i] > 0 then
      same_purpose := posted_for_purpose[previous_once[i]];
      posted_for_purpose[i] := same_purpose;
    end if;
    if same_key > 0 then
      codes[i] := case when kinds[i] = kinds[same_key] and refs[i] = refs[same_key]
        and (amounts[i] = amounts[same_key] or previous_once[i] > 0) and payees[i] is not distinct from payees[same_key] then 'r' else 'c' end;
      groups[i] := ids[same_key];
      any_retry := true;
    elsif any_known and known_groups[i] is not null then
      codes[i] := known_codes[i];
    elsif same_purpose > 0 then
      codes[i] := 'o';
      groups[i] := ids[same_purpose];
      any_retry := true;
    else
      amount := amounts[i];
      payer := sources[i];
      in_source := balances[payer] - floors[payer];
      if in_source < amount
          and (reserves[i] = 0 or in_source + balances[reserves[i]] - floors[reserves[i]] < amount) then
        -- It may be a retry of an earlier payment, which must not be refused.
        if not careful then return; end if;
        codes[i] := 'i';
      else
        posted_for_key[i] := i;
        posted_for_purpose[i] := i;
        fee := case when fee_targets[i] > 0 then amount - (amount * share_percent + 50) / 100 else 0 end;
        -- The payee's share first, then the fee; each from the source while it lasts, then from the reserve.
        target := targets[i];
        due := amount - fee;
        if due = 0 then
          due := fee;
          fee := 0;
          target := fee_targets[i];
        end if;
        leg := 0;
        from_source := 0;
        fee_from_source := 0;
        while due > 0 loop
          if in_source >= due then
            part := due;
          elsif in_source > 0 then
            part := in_source;
          else
            payer := reserves[i];
            part := due;
          end if;
          credited := target;
          if payer = reserves[i] and target = targets[i] and reserve_targets[i] > 0 then
            credited := reserve_targets[i];
            if fee_targets[i] > 0 then
              held[i] := part;
              any_held := true;
            end if;
          end if;
          if payer = sources[i] then
            from_source := from_source + part;
            if target = fee_targets[i] then fee_from_source := fee_from_source + part; end if;
          end if;
          in_source := in_source - part;
          due := due - part;
          balances[payer] := balances[payer] - part;
          balances[credited] := balances[credited] + part;
          leg := leg + 1;
          if leg = 1 then
            first_debit[i] := payer;
            first_amount[i] := part;
            first_debit_after[i] := balances[payer];
            first_credit_after[i] := balances[credited];
            first_credit[i] := credited;
          else
            more := more + 1;
            more_item[more] := i;
            more_leg[more] := leg;
            more_debit[more] := payer;
            more_credit[more] := credited;
            more_amount[more] := part;
            more_debit_after[more] := balances[payer];
            more_credit_after[more] := balances[credited];
          end if;
          if due = 0 and fee > 0 then
            due := fee;
            fee := 0;
            target := fee_targets[i];
          end if;
        end loop;
        if share_positions[i] > 0 then
          part := least(fee_from_source, (from_source * percents[i] + 50) / 100);
          if part > 0 then
            balances[fee_targets[i]] := balances[fee_targets[i]] - part;
            balances[share_positions[i]] := balances[share_positions[i]] + part;
            shares[i] := part;
            share_debit_after[i] := balances[fee_targets[i]];
            share_credit_after[i] := balances[share_positions[i]];
          end if;
        end if;
      end if;
    end if;
    if wallets[i] > 0 then after_wallet[i] := balances[wallets[i]]; end if;
    if promotionals[i] > 0 then after_promotional[i] := balances[promotionals[i]]; end if;
  end loop;

  if not any_retry then groups := null; end if;
  statuses := array_to_string(codes, '');
  wallets_after := array_to_string(after_wallet, ',');
  promotionals_after := array_to_string(after_promotional, ',');

  insert into ledger_transfers (owner_id, group_id, leg, debit_account, credit_account, amount, debit_balance_after,
      credit_balance_after, created_at, key, kind, payee_id, reference, description, group_amount)
    select i.owner, i.id, 1, all_ids[i.debit], all_ids[i.credit], i.part, i.debit_after, i.credit_after,
        coalesce(i.posted_at, now()), i.key, i.kind, i.payee, i.reference, i.description, i.amount
      from unnest(ids, owners, keys, kinds, payees, refs, descriptions, amounts, at, first_credit, first_debit, first_amount,
          first_debit_after, first_credit_after)
        as i (id, owner, key, kind, payee, reference, description, amount, posted_at, credit, debit, part, debit_after,
          credit_after)
      where i.debit > 0
    union all
    select owners[m.item], ids[m.item], m.leg, all_ids[m.debit], all_ids[m.credit], m.amount, m.debit_after,
        m.credit_after, coalesce(at[m.item], now()), null, null, null, null, null, null
      from unnest(more_item, more_leg, more_debit, more_credit, more_amount, more_debit_after, more_credit_after)
        as m (item, leg, debit, credit, amount, debit_after, credit_after)
    union all
    select s.referrer, s.id, 1, all_ids[s.debit], all_ids[s.credit], s.amount, s.debit_after, s.credit_after,
        coalesce(s.posted_at, now()), s.id, 'referral', s.referrer, s.id::text, 'Referral share', s.amount
      from unnest(referrers, ids, fee_targets, share_positions, shares, share_debit_after, share_credit_after, at)
        as s (referrer, id, debit, credit, amount, debit_after, credit_after, posted_at)
      where s.amount > 0;

  if any_referral and any_first then
    perform from creator_referrals where referred_id = any (payees) and until is null order by account_id for update;
    update creator_referrals r set until = sold.first_at + make_interval(months => r.months)
      from (select i.payee, min(coalesce(i.posted_at, now())) as first_at
          from unnest(payees, fee_targets, first_debit, at) as i (payee, fee, debit, posted_at)
          where i.fee > 0 and i.debit > 0 group by 1) as sold
      where r.referred_id = sold.payee and r.until is null and r.ended_at is null;
  end if;
  if any_held then
    insert into earnings_holds (payer_id, group_id, profile_id, kind, reference, description, credits, remaining, held_at)
      select i.owner, i.id, i.payee, i.kind, i.reference, i.description, i.held, i.held, coalesce(i.posted_at, now())
        from unnest(ids, owners, kinds, payees, refs, descriptions, held, at)
          as i (id, owner, kind, payee, reference, description, held, posted_at)
        where i.held > 0;
  end if;
end $$;
