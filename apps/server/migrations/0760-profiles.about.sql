-- What a member says of themselves on their page, each optional. `hidden_fields` are the ones that only they see; an
-- orientation is among them until they take it out.
alter table profiles
  add column pronouns text check (length(pronouns) between 1 and 30),
  add column orientation text collate "C" check (length(orientation) between 1 and 40),
  add column prompts jsonb not null default '[]' check (jsonb_typeof(prompts) = 'array'),
  add column hidden_fields text[] not null default '{orientation}';

-- An orientation is special personal information (POPIA s26): it is kept by a yes of its own.
alter table account_consents
  drop constraint account_consents_kind_check,
  add constraint account_consents_kind_check check (kind in ('terms', 'special', 'orientation'));
