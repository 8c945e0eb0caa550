-- Captions of videos and sound, one file a language, as the server rewrote them.
create table media_captions (
  media_id uuid not null references media on delete cascade,
  language text collate "C" not null check (
    language in ('af', 'en', 'nr', 'nso', 'ss', 'st', 'tn', 'ts', 've', 'xh', 'zu', 'other')
  ),
  -- A folder of its own: it is replaced and removed without the recording.
  storage_key text not null,
  cue_count integer not null check (cue_count between 1 and 5000),
  added_at timestamptz not null,
  primary key (media_id, language)
);
-- Uses of a recording share its captions.
create index media_captions_by_folder on media_captions (storage_key);
