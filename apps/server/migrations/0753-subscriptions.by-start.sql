-- A creator's subscribers, the newest first.
create index subscriptions_by_start on subscriptions (creator_id, started_at desc, subscriber_id desc);
