-- Up to three tiers of a creator, in order of price; a higher one opens all that a lower one opens. The first has the
-- price of the profile and the terms of subscription_terms; without a row it has no name of its own.
create table subscription_tiers (
  creator_id uuid not null references profiles on delete cascade,
  number smallint not null check (number between 1 and 3),
  name text not null,
  -- What it opens, in the creator's words.
  opens text not null default '',
  price_cents integer check (price_cents > 0),
  -- New people can choose it; those who have it keep it.
  is_open boolean not null default true,
  percent_off_3 smallint not null default 0 check (percent_off_3 between 0 and 50),
  percent_off_6 smallint not null default 0 check (percent_off_6 between 0 and 50),
  percent_off_12 smallint not null default 0 check (percent_off_12 between 0 and 50),
  primary key (creator_id, number),
  check ((number = 1) = (price_cents is null)),
  check (number > 1 or percent_off_3 + percent_off_6 + percent_off_12 = 0)
);

-- The tier that renews, at price_cents for term_months. What is open now is said by the periods.
alter table subscriptions add column tier smallint not null default 1 check (tier between 1 and 3);
-- Tier of the free trial.
alter table subscriptions add column trial_tier smallint not null default 1 check (trial_tier between 1 and 3);
-- Where the next paid period begins, while time of a lower tier waits behind it; null means paid_until.
alter table subscriptions add column renews_from timestamptz;

alter table subscription_periods add column tier smallint not null default 1 check (tier between 1 and 3);
-- Where the unused rest goes on, after a higher tier began in the middle of it; the time between is not its own.
alter table subscription_periods add column rest_from timestamptz;

alter table subscription_offers add column tier smallint not null default 1 check (tier between 1 and 3);
alter table subscription_gifts add column tier smallint not null default 1 check (tier between 1 and 3);

-- The lowest tier that opens a premium item, or a show and its replay to subscribers.
alter table content_items add column from_tier smallint not null default 1 check (from_tier between 1 and 3);
alter table lives add column from_tier smallint not null default 1 check (from_tier between 1 and 3);
