alter table ledger_transfers rename constraint first_leg_says_why to first_leg_has_intent;

-- The first day that is not in the daily sums.
alter table earnings_marks rename to earnings_watermarks;
alter table earnings_watermarks rename constraint earnings_marks_pkey to earnings_watermarks_pkey;

-- Sales paid with credits whose payment was charged back, and the credits recovered from their creators.
alter table charge_back_takes rename to chargeback_recoveries;
alter table chargeback_recoveries rename column taken to recovered;
alter table chargeback_recoveries rename constraint charge_back_takes_pkey to chargeback_recoveries_pkey;
alter table chargeback_recoveries rename constraint charge_back_takes_spent_check to chargeback_recoveries_spent_check;
alter table chargeback_recoveries rename constraint charge_back_takes_taken_check to chargeback_recoveries_recovered_check;
alter index charge_back_takes_of_group rename to chargeback_recoveries_of_group;
alter index charge_back_takes_of_pair rename to chargeback_recoveries_of_pair;
alter index charge_back_takes_of_creator rename to chargeback_recoveries_of_creator;
