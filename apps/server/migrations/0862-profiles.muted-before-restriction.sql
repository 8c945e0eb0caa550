-- Whether the creator had muted the thread before: lifting the restriction leaves such a mute.
alter table profile_restrictions add column was_muted boolean not null default false;
