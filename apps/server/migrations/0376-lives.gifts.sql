-- The show that a gift was sent in.
alter table gifts_sent add column live_id uuid;

alter table live_messages
  add column gift_id text collate "C" check (length(gift_id) between 1 and 40),
  drop constraint live_messages_kind_check,
  drop constraint tips_are_paid,
  add constraint live_messages_kind_check check (kind in ('text', 'tip', 'gift')),
  -- A gift's ledger key is the gift's own.
  add constraint tips_are_paid check (
    case kind
      when 'tip' then num_nonnulls(account_id, key, sale_id) = 3 and gift_id is null and credits > 0
      when 'gift' then num_nonnulls(sale_id, gift_id) = 2 and num_nulls(account_id, key) = 2 and credits > 0
      else num_nonnulls(account_id, key, sale_id, gift_id) = 0 and credits = 0
    end);
