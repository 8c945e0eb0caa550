-- A file that a complaint holds back: nobody opens it while the rest of its row stays, so that it can be given back.
-- A frozen one is evidence: its bytes are not deleted either, and no member of staff opens it.
alter table media add column held text collate "C" check (held in ('hidden', 'frozen'));
create index media_held on media (id) where held is not null;
