create index profiles_by_city on profiles (city);
