-- When the sweep found that an old ready file is still referenced.
alter table media rename column kept_at to found_in_use_at;
