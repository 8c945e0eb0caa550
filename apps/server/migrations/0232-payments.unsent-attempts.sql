-- Who claimed an attempt: a claim whose answer was lost is given up by its own claimer, who knows that nothing was sent.
alter table payment_attempts add column claim_id uuid;
alter table payment_attempts drop constraint payment_attempts_proof_check;
alter table payment_attempts add constraint payment_attempts_proof_check check (proof in ('provider', 'staff', 'unsent'));
