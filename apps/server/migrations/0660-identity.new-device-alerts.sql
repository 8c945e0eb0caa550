-- Whether the owner is mailed about a sign-in from a browser that never signed in to the account.
alter table accounts add column tells_new_device boolean not null default true;
