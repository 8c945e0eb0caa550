-- A creator's pictures and clips, shared with chosen people.
create table albums (
  id uuid primary key,
  profile_id uuid not null references profiles on delete cascade,
  title text not null check (length(title) between 1 and 60),
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create index albums_by_owner on albums (profile_id, changed_at desc);

create table album_files (
  album_id uuid not null references albums on delete cascade,
  position smallint not null,
  -- A row of its own for this album.
  media_id uuid not null unique references media,
  primary key (album_id, media_id)
);

create table album_people (
  album_id uuid not null references albums on delete cascade,
  profile_id uuid not null references profiles on delete cascade,
  shared_at timestamptz not null,
  primary key (album_id, profile_id)
);
create index album_people_by_person on album_people (profile_id, shared_at desc);
