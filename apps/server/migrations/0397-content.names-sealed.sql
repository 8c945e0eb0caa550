-- The name of a person who is asked by a private link, sealed like the rest of their record; `name` is '-' then.
-- A job seals the rows that an earlier release wrote.
alter table content_people add column name_sealed bytea;
create index content_people_unsealed on content_people (id) where account_id is null and name_sealed is null;
