-- What somebody asked to start now was asked for at this price: whole credits, or cents of rand. Older rows know none.
alter table consents
  add column price integer check (price >= 0),
  add column currency text collate "C" check (currency in ('credits', 'cents')),
  add constraint consents_price_has_currency check ((price is null) = (currency is null));
