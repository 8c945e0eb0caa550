-- What was paid for later months of a subscription, by its order; the other kinds with a number are in ledger_by_reference.
create index ledger_holds_by_reference on ledger_transfers (reference, group_id) where kind = 'subscription_hold';
