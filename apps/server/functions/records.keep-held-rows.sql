-- The account a removed row is about, by what its column names.
create or replace function accounts_of_row(kind text, named uuid) returns setof uuid language sql stable as $$
  select named where kind = 'account'
  union select account_id from profiles where kind = 'profile' and id = named
  union select owner.account_id from conversations as thread
    join profiles as owner on owner.id in (thread.low_id, thread.high_id) where kind = 'thread' and thread.id = named
  union select owner_id from media where kind = 'file' and id = named
  union select account_id from held_rows where kind in ('file', 'attachment') and reference = named
  union select owner.account_id from content_items as item
    join profiles as owner on owner.id = item.profile_id where kind = 'item' and item.id = named
  union select owner.account_id from lives
    join profiles as owner on owner.id = lives.creator_id where kind = 'live' and lives.id = named
$$;

create or replace function keep_copy(of_table text, removed jsonb, about text[]) returns void language sql as $$
  insert into held_rows (table_name, account_id, content)
    select distinct of_table, who, removed - array['token_hash', 'p256dh', 'auth']
      from unnest(about) as argument
        cross join lateral accounts_of_row(split_part(argument, ':', 1), (removed ->> split_part(argument, ':', 2))::uuid) as who
      where is_account_held(who)
$$;

-- For deletions, also those by a reference that cascades. The arguments name columns as `kind:column`.
create or replace function keep_held_rows() returns trigger language plpgsql as $$
begin
  if exists (select from legal_holds where subject_type = 'account' and ended_at is null and over_at is null) then
    perform keep_copy(tg_table_name, to_jsonb(removed), tg_argv) from removed;
  end if;
  return null;
end $$;

-- For a row that is emptied instead.
create or replace function keep_held_text() returns trigger language plpgsql as $$
begin
  perform keep_copy(tg_table_name, to_jsonb(old), tg_argv);
  return null;
end $$;

create or replace trigger keep_held_text after update of content, deleted_at on messages for each row
  when (old.content is distinct from new.content or old.media_id is distinct from new.media_id)
  execute function keep_held_text('profile:sender_id', 'thread:conversation_id');

create or replace trigger keep_held_rows after delete on age_verifications referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on album_files referencing old table as removed
  for each statement execute function keep_held_rows('file:media_id');
create or replace trigger keep_held_rows after delete on album_people referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on albums referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on blocks referencing old table as removed
  for each statement execute function keep_held_rows('profile:blocker_id', 'profile:blocked_id');
create or replace trigger keep_held_rows after delete on comments referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on content_files referencing old table as removed
  for each statement execute function keep_held_rows('item:content_id', 'file:media_id');
create or replace trigger keep_held_rows after delete on content_people referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id', 'item:content_id');
create or replace trigger keep_held_rows after delete on content_saves referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on conversations referencing old table as removed
  for each statement execute function keep_held_rows('profile:low_id', 'profile:high_id');
create or replace trigger keep_held_rows after delete on cravings referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on event_attendances referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on external_identities referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on fan_list_members referencing old table as removed
  for each statement execute function keep_held_rows('profile:fan_id');
create or replace trigger keep_held_rows after delete on fan_lists referencing old table as removed
  for each statement execute function keep_held_rows('profile:creator_id');
create or replace trigger keep_held_rows after delete on fan_notes referencing old table as removed
  for each statement execute function keep_held_rows('profile:creator_id', 'profile:fan_id');
create or replace trigger keep_held_rows after delete on flame_matches referencing old table as removed
  for each statement execute function keep_held_rows('profile:low_id', 'profile:high_id');
create or replace trigger keep_held_rows after delete on flames referencing old table as removed
  for each statement execute function keep_held_rows('profile:sender_id', 'profile:recipient_id');
create or replace trigger keep_held_rows after delete on follows referencing old table as removed
  for each statement execute function keep_held_rows('profile:follower_id', 'profile:creator_id');
create or replace trigger keep_held_rows after delete on interest_posts referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on likes referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on live_reminders referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on live_segments referencing old table as removed
  for each statement execute function keep_held_rows('live:live_id');
create or replace trigger keep_held_rows after delete on live_viewers referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on media referencing old table as removed
  for each statement execute function keep_held_rows('account:owner_id');
create or replace trigger keep_held_rows after delete on media_captions referencing old table as removed
  for each statement execute function keep_held_rows('file:media_id');
create or replace trigger keep_held_rows after delete on message_attachments referencing old table as removed
  for each statement execute function keep_held_rows('account:owner_account_id', 'attachment:attachment_id');
create or replace trigger keep_held_rows after delete on message_preferences referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on identity_documents referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on messages referencing old table as removed
  for each statement execute function keep_held_rows('profile:sender_id', 'thread:conversation_id');
create or replace trigger keep_held_rows after delete on moods referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on notification_devices referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on notifications referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on passkeys referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on payment_methods referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on photo_checks referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on phrase_matches referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on profile_acquaintances referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on profile_handles referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on profile_photos referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on profile_restrictions referencing old table as removed
  for each statement execute function keep_held_rows('profile:creator_id', 'profile:fan_id');
create or replace trigger keep_held_rows after delete on hidden_contacts referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on safety_contacts referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on safety_plans referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on request_offers referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on saved_replies referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on sessions referencing old table as removed
  for each statement execute function keep_held_rows('account:account_id');
create or replace trigger keep_held_rows after delete on subscription_offer_uses referencing old table as removed
  for each statement execute function keep_held_rows('profile:subscriber_id', 'profile:creator_id');
create or replace trigger keep_held_rows after delete on tip_menu_items referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on subscription_offers referencing old table as removed
  for each statement execute function keep_held_rows('profile:creator_id');
create or replace trigger keep_held_rows after delete on subscription_terms referencing old table as removed
  for each statement execute function keep_held_rows('profile:creator_id');
create or replace trigger keep_held_rows after delete on subscription_tiers referencing old table as removed
  for each statement execute function keep_held_rows('profile:creator_id');
create or replace trigger keep_held_rows after delete on tonight_requests referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
create or replace trigger keep_held_rows after delete on travel_plans referencing old table as removed
  for each statement execute function keep_held_rows('profile:profile_id');
