-- A search by one to three letters reads the creators with the most subscribers among those whose name, or last name,
-- begins with them. The expressions are those of `search-store.ts`.
create index creators_by_first_letter on profiles (left(lower(display_name), 1), subscriber_count desc, id)
  where category is not null and hidden_at is null;
create index creators_by_first_letter_of_last_name on profiles
  (left(lower(substring(display_name from '[^ ]*$')), 1), subscriber_count desc, id)
  where category is not null and hidden_at is null;
create index creators_by_two_letters on profiles (left(lower(display_name), 2), subscriber_count desc, id)
  where category is not null and hidden_at is null;
create index creators_by_two_letters_of_last_name on profiles
  (left(lower(substring(display_name from '[^ ]*$')), 2), subscriber_count desc, id)
  where category is not null and hidden_at is null;
create index creators_by_three_letters on profiles (left(lower(display_name), 3), subscriber_count desc, id)
  where category is not null and hidden_at is null;
create index creators_by_three_letters_of_last_name on profiles
  (left(lower(substring(display_name from '[^ ]*$')), 3), subscriber_count desc, id)
  where category is not null and hidden_at is null;
