-- What is charged for, for example `subscription:<subscriber>:<creator>`.
alter table charge_claims rename column thing to item;
alter table charge_claims rename constraint charge_claims_thing_check to charge_claims_item_check;
