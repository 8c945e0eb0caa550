-- A creator may stop selling subscriptions: no new one, and none renews. Null while they are sold.
alter table profiles add column subscriptions_stopped_at timestamptz;
create index profiles_stopped_selling on profiles (id) where subscriptions_stopped_at is not null;
