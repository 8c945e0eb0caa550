-- `functions/identity.note-access-change.sql` creates these triggers under their new names.
drop trigger if exists account_standing_changed on accounts;
drop trigger if exists account_gone on accounts;
