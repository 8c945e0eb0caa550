-- True after a new password for an account whose passkey was young: alone it opens nothing until it has followed the password.
alter table passkeys add column needs_password boolean not null default false;

-- A try to sign in by a passkey alone ends every challenge of its browser.
create index passkey_challenges_by_subject on passkey_challenges (subject);
