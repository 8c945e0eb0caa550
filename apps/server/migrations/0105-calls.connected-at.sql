-- What each side says of the connection was kept once and for all; now it is what it says at present, and when it last
-- said that they are connected. That is what shows how long a call carried something.
alter table calls
  add column caller_connected_at timestamptz,
  add column partner_connected_at timestamptz,
  -- Since when at least one of the two says so without a break.
  add column connected_since timestamptz;
update calls set
    caller_connected_at = case when caller_connected then caller_seen_at end,
    partner_connected_at = case when partner_connected then partner_seen_at end
  where ended_at is null;
