-- People of each city are counted from the index alone.
drop index profiles_online;
create index profiles_online on profiles (last_seen_at desc) include (city, awaiting_age_check)
  where hidden_at is null and not incognito;
