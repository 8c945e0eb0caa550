-- An erasure finds the rows of one member among everybody's, within the ten seconds that a statement may take.
create index comments_by_profile on comments (profile_id);
create index comments_removed on comments (content_id) where removed_at is not null;
create index bundles_of_creator on bundles (creator_id);
create index tips_by_account on tips (account_id);
create index earnings_holds_of_profile on earnings_holds (profile_id);
create index external_identities_by_account on external_identities (account_id);
create index outgoing_mail_by_recipient on outgoing_mail (recipient);
