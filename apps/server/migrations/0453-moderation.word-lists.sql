-- Phrases that are refused or reported in texts others read and in searches.
create table listed_phrases (
  id uuid primary key,
  -- As compared: lower case, words with one space between them.
  phrase text collate "C" not null check (length(phrase) between 2 and 60),
  language text collate "C" not null check (language in ('en', 'af', 'zu', 'xh', 'any')),
  effect text collate "C" not null check (effect in ('refuse', 'report')),
  rule text collate "C" not null check (length(rule) between 2 and 40),
  added_by uuid references accounts (id) on delete set null,
  added_at timestamptz not null
);
create unique index listed_phrases_once on listed_phrases (phrase);

-- Texts in which one was found, for 90 days.
create table phrase_matches (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  phrase text collate "C" not null,
  effect text collate "C" not null check (effect in ('refuse', 'report')),
  rule text collate "C" not null,
  operation text collate "C" not null check (length(operation) between 1 and 60),
  content text not null check (length(content) between 1 and 300),
  found_at timestamptz not null
);
-- The same text again, from a form that is sent twice, is one match.
create unique index phrase_matches_once on phrase_matches (account_id, phrase, operation, md5(content));
create index phrase_matches_by_phrase on phrase_matches (phrase, found_at);

-- Meetings for money. Native speakers have to read the lists in their languages.
insert into listed_phrases (id, phrase, language, effect, rule, added_at)
select gen_random_uuid(), phrase, language, effect, 'paid_meetings', now()
from (values
  ('ppm', 'any', 'refuse'), ('ppmeet', 'any', 'refuse'),
  ('pay per meet', 'en', 'refuse'), ('paid meet', 'en', 'refuse'), ('paid meets', 'en', 'refuse'),
  ('cash meet', 'en', 'refuse'), ('cash meets', 'en', 'refuse'), ('meet for cash', 'en', 'refuse'),
  ('incall', 'en', 'refuse'), ('outcall', 'en', 'refuse'), ('incalls', 'en', 'refuse'), ('outcalls', 'en', 'refuse'),
  ('book me', 'en', 'report'), ('rate per hour', 'en', 'report'), ('hourly rate', 'en', 'report'),
  ('overnight rate', 'en', 'report'), ('sugar baby', 'en', 'report'), ('sugar daddy', 'en', 'report'),
  ('betaal per ontmoeting', 'af', 'refuse'), ('kontant vir ontmoeting', 'af', 'refuse'),
  ('bespreek my', 'af', 'report'), ('tarief per uur', 'af', 'report'), ('uurtarief', 'af', 'report'),
  ('khokha sihlangane', 'zu', 'report'), ('imali ngaphambi kokuhlangana', 'zu', 'report'),
  ('intengo ngehora', 'zu', 'report'),
  ('hlawula sidibane', 'xh', 'report'), ('imali phambi kokudibana', 'xh', 'report'),
  ('ixabiso ngeyure', 'xh', 'report')
) as first (phrase, language, effect);
