insert into retention_rules (id, position, mode, days, basis, worker) values
  ('phrase_match', 30, 'sweep', null, 'Ninety days: texts in which a listed phrase was found', 'moderation.forget-phrase-matches');
