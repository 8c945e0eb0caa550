-- People in the order of their names, as lists of a creator's people go through them.
create index profiles_by_shown_name on profiles ((lower(display_name) collate "C"), id) where hidden_at is null;
