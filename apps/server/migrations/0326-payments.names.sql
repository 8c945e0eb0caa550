alter table charged_back_cards rename column remembered_at to recorded_at;
