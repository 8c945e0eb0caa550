-- Verified means that staff looked at a document of this person. A proof of age, which creator_verified_at still keeps
-- (those creators publish without review), earned the badge until now and does so no longer.
alter table profiles add column identity_checked_at timestamptz;
update discovery_people set verified = false where verified;
