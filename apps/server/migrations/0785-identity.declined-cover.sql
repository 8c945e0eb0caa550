-- The member said no to a disguise of mails and pushes: a device whose disguise is on gives the account none by itself.
alter table accounts add column cover_declined boolean not null default false;
