-- The tab with which each side takes part, under an id made by that tab; events of any other tab are ignored.
alter table calls rename column caller_page to caller_tab_id;
alter table calls rename column partner_page to partner_tab_id;

-- Accepted calls, and the sum of their ringing times in milliseconds.
alter table call_settings rename column taken to accepted_calls;
alter table call_settings rename column taken_ms to accept_wait_ms;
alter table call_settings rename constraint call_settings_taken_check to call_settings_accepted_calls_check;
alter table call_settings rename constraint call_settings_taken_ms_check to call_settings_accept_wait_ms_check;
-- Sort value of the list: mean rating, as if there were five more ratings of four stars.
alter table call_settings rename column standing to rating_score;

alter table call_givings rename to call_tips_and_gifts;
alter table call_tips_and_gifts rename constraint call_givings_pkey to call_tips_and_gifts_pkey;
alter table call_tips_and_gifts rename constraint call_givings_call_id_fkey to call_tips_and_gifts_call_id_fkey;
alter table call_tips_and_gifts rename constraint call_givings_kind_check to call_tips_and_gifts_kind_check;
alter table call_tips_and_gifts rename constraint call_givings_credits_check to call_tips_and_gifts_credits_check;
alter table call_tips_and_gifts rename constraint call_givings_check to call_tips_and_gifts_check;
