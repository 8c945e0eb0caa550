-- Staff list whom an account referred, newest first; an account is not always its profile's.
create index creator_referrals_by_referrer_account on creator_referrals (referrer_account_id, signed_up_at desc);
