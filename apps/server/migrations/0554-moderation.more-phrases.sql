-- Threats, blackmail, and pressure to pay outside the site, in English and Afrikaans. isiZulu and isiXhosa wait for
-- native readers. All are reported and none is refused, since each is also said in innocence.
insert into listed_phrases (id, phrase, language, effect, rule, added_at)
select gen_random_uuid(), phrase, language, 'report', rule, now()
from (values
  ('i will expose you', 'en', 'threats'), ('i will leak your pictures', 'en', 'threats'),
  ('i will leak your videos', 'en', 'threats'), ('leak your pictures', 'en', 'threats'),
  ('send it to your family', 'en', 'threats'), ('show it to your family', 'en', 'threats'),
  ('tell your boss everything', 'en', 'threats'), ('tell your family everything', 'en', 'threats'),
  ('pay or i post it', 'en', 'threats'), ('pay or i share it', 'en', 'threats'),
  ('pay me or i will', 'en', 'threats'), ('i know where you live', 'en', 'threats'),
  ('i know where you work', 'en', 'threats'), ('i recorded you', 'en', 'threats'),
  ('you owe me pictures', 'en', 'threats'), ('you have no choice', 'en', 'threats'),
  ('pay me outside vlam', 'en', 'fraud'), ('pay outside the app', 'en', 'fraud'),
  ('pay me in crypto', 'en', 'fraud'), ('send me bitcoin', 'en', 'fraud'),
  ('send me a gift card', 'en', 'fraud'), ('send me a voucher', 'en', 'fraud'),
  ('send a voucher first', 'en', 'fraud'), ('send me an ewallet', 'en', 'fraud'),
  ('send me your card number', 'en', 'fraud'), ('send me your bank details', 'en', 'fraud'),
  ('send me your otp', 'en', 'fraud'), ('pay a deposit first', 'en', 'fraud'),
  ('deposit before we meet', 'en', 'fraud'),
  ('ek sal jou blootstel', 'af', 'threats'), ('ek stuur dit vir jou familie', 'af', 'threats'),
  ('ek vertel jou familie alles', 'af', 'threats'), ('ek vertel jou baas alles', 'af', 'threats'),
  ('betaal of ek plaas dit', 'af', 'threats'), ('betaal of ek deel dit', 'af', 'threats'),
  ('ek weet waar jy woon', 'af', 'threats'), ('ek weet waar jy werk', 'af', 'threats'),
  ('ek het jou afgeneem', 'af', 'threats'), ('jy het geen keuse nie', 'af', 'threats'),
  ('betaal my buite vlam', 'af', 'fraud'), ('betaal buite die app', 'af', 'fraud'),
  ('betaal eers n deposito', 'af', 'fraud'), ('stuur vir my n geskenkkaart', 'af', 'fraud'),
  ('stuur vir my jou kaartnommer', 'af', 'fraud'), ('stuur vir my jou bankbesonderhede', 'af', 'fraud'),
  ('stuur vir my jou otp', 'af', 'fraud'), ('betaal my met kripto', 'af', 'fraud')
) as more (phrase, language, rule)
on conflict (phrase) do nothing;
