-- An exemption from X18 is one creator's; a registration without a creator opens nothing.
alter table fpb_registrations
  add column profile_id uuid references profiles on delete cascade,
  add constraint fpb_registrations_of_creator unique (id, x18_active, profile_id);

alter table content_items
  -- A rating was lowered: the next publication waits for a moderator.
  add column needs_review boolean not null default false,
  drop constraint content_items_x18_registration,
  add constraint content_items_x18_registration foreign key (x18_registration_id, x18_lock, profile_id)
    references fpb_registrations (id, x18_active, profile_id) deferrable not valid;
alter table content_items validate constraint content_items_x18_registration;

alter table content_people
  -- When another file took the place of the one that was answered; the answer stays on record.
  add column replaced_at timestamptz,
  -- The answer to the earlier file.
  add column follows uuid references content_people on delete cascade;
create index content_people_by_earlier on content_people (follows) where follows is not null;
drop index content_people_once;
create unique index content_people_once on content_people (content_id, account_id) where replaced_at is null;
