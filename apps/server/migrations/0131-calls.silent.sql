-- It rings at its caller's alone: the one who is called has muted them. It takes up that one's line no more than it is
-- heard.
alter table calls add column silent boolean not null default false;
