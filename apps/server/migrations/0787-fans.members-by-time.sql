-- People of an own list, those added last first.
create index fan_list_members_by_time on fan_list_members (list_id, added_at desc, fan_id desc);
