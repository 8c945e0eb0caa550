-- What an account's mails and pushes look like before they are opened: the id of a disguise, or null for the product's name.
alter table accounts add column cover text;

-- The sender's name that a mail was written with; null for the configured one.
alter table outgoing_mail add column sender_name text;
