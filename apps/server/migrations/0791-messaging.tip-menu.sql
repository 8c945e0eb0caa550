-- What a creator's tips in chat can be for, and which tips were for which item.
create table tip_menu_items (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  name text not null check (char_length(name) between 2 and 60),
  description text not null check (char_length(description) <= 160),
  credits integer not null check (credits between 5 and 10000),
  position smallint not null,
  updated_at timestamptz not null
);
create index tip_menu_items_by_profile on tip_menu_items (profile_id, position);

create table tip_menu_tips (
  message_id uuid primary key,
  -- The item may be gone since.
  item_id uuid not null,
  creator_id uuid not null,
  payer_id uuid not null,
  credits integer not null check (credits > 0),
  sent_at timestamptz not null
);
create index tip_menu_tips_by_item on tip_menu_tips (item_id);
create index tip_menu_tips_by_creator on tip_menu_tips (creator_id);
create index tip_menu_tips_by_payer on tip_menu_tips (payer_id);
