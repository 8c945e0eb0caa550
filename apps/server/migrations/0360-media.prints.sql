-- Perceptual hashes of ready pictures: of the whole and of sections, so that a cropped copy is recognised.
create table media_prints (
  media_id uuid primary key references media on delete cascade,
  prints bit(256)[] not null
);

-- Hashes of pictures that must not be published again.
create table blocked_prints (
  print bit(256) not null,
  -- Bits in which a picture may differ and still match.
  max_distance smallint not null check (max_distance between 0 and 60),
  created_at timestamptz not null default now()
);
