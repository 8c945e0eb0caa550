-- A no agrees to nothing; those stored before that rule kept the scope that was asked for. They are few, and indexed.
update content_people set scope = '{}' where state = 'no' and scope <> '{}';
