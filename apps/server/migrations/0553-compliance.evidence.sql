-- What a decision rests on, as its statement of reasons says. Rows of before have what their action always rests on.
alter table staff_decisions add column evidence text collate "C"
  check (evidence in ('item', 'account', 'documents', 'payments'));
