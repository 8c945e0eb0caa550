-- What chargebacks took of a creator's sales that still clear.
create index charge_back_takes_of_creator on charge_back_takes (profile_id, group_id) where taken > 0;
