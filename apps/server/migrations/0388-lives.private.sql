alter table lives
  -- The request that a private show is for, and the only member who may watch it besides its creator.
  add column request_id uuid,
  add column requester_id uuid references profiles on delete cascade,
  drop constraint lives_audience_check,
  add constraint lives_audience_check check (audience in ('tickets', 'subscribers', 'free', 'private')),
  drop constraint replay_for_holders_of_tickets,
  add constraint replay_for_holders check (replay <> 'holders' or audience in ('tickets', 'private')),
  add constraint private_for_a_request check (num_nonnulls(request_id, requester_id) = case audience when 'private' then 2 else 0 end);
create unique index lives_of_request on lives (request_id) where request_id is not null;
create index lives_of_requester on lives (requester_id) where requester_id is not null;
