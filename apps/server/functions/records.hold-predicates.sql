-- Whether something may not be deleted, because a legal hold covers the account it is about. One whose time is over counts until
-- the nightly job finds it: the database has no clock of the program's, and some hours more harm no one.
create or replace function is_account_held(account uuid) returns boolean language sql stable as $$
  select exists (select from legal_holds where subject_type = 'account' and subject_id = account
    and ended_at is null and over_at is null)
$$;

create or replace function is_profile_held(profile uuid) returns boolean language sql stable as $$
  select exists (select from profiles where profiles.id = profile and is_account_held(profiles.account_id))
$$;

-- The owner's account is held, a held person was shown the file, or it belongs to a takedown case that is held.
create or replace function is_file_held(file uuid, owner uuid) returns boolean language sql stable as $$
  select is_account_held(owner)
    or exists (select from held_rows where reference = file)
    or exists (select from takedown_files as found join legal_holds as hold
      on hold.subject_type = 'takedown' and hold.subject_id = found.case_id
        and hold.ended_at is null and hold.over_at is null
      where found.media_id = file)
$$;

create or replace function is_folder_held(key text) returns boolean language sql stable as $$
  select exists (select from media where storage_key = key and is_file_held(media.id, media.owner_id))
    or exists (select from held_rows where folder = key)
$$;
