-- Runs of the encoding that began and gave no result: the program or its process was killed.
alter table media_streams add column unfinished_runs smallint not null default 0;
