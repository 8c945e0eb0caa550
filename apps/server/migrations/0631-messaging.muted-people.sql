-- When a person was muted, for the list of muted people. Null for those muted before this was kept.
alter table conversation_members add column muted_at timestamptz;
create index conversation_members_muted on conversation_members (profile_id, muted_at desc) where muted;
