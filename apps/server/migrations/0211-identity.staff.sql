-- The few accounts that are told of reports and disputes.
create index accounts_staff on accounts (role) where role in ('moderator', 'admin');
