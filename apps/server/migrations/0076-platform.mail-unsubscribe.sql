-- Where a mail's reader stops mails like it with one click (RFC 8058); null for mails that answer something.
alter table outgoing_mail add column unsubscribe_url text;
