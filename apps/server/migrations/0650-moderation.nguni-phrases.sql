-- Threats, blackmail, and pressure to pay outside the site, in isiZulu and isiXhosa. All are reported and none is
-- refused: a moderator reads each match, and staff correct the list at /admin/words. Native speakers have to read it.
insert into listed_phrases (id, phrase, language, effect, rule, added_at)
select gen_random_uuid(), phrase, language, 'report', rule, now()
from (values
  ('ngiyazi lapho uhlala khona', 'zu', 'threats'), ('ngiyazi ukuthi uhlalaphi', 'zu', 'threats'),
  ('ngiyazi lapho usebenza khona', 'zu', 'threats'), ('ngiyazi ukuthi usebenzaphi', 'zu', 'threats'),
  ('ngizokudalula', 'zu', 'threats'), ('ngizosabalalisa izithombe zakho', 'zu', 'threats'),
  ('ngizofaka izithombe zakho', 'zu', 'threats'), ('ngizothumela umndeni wakho izithombe', 'zu', 'threats'),
  ('ngizotshela umndeni wakho', 'zu', 'threats'), ('ngizotshela umqashi wakho', 'zu', 'threats'),
  ('ngizotshela wonke umuntu', 'zu', 'threats'), ('khokha noma ngizokudalula', 'zu', 'threats'),
  ('khokha noma ngizosabalalisa', 'zu', 'threats'), ('ngikuqophile', 'zu', 'threats'),
  ('awunakukhetha', 'zu', 'threats'), ('ngizokubulala', 'zu', 'threats'), ('ngizokushaya', 'zu', 'threats'),
  ('khokha ngaphandle kwe vlam', 'zu', 'fraud'), ('khokha ngaphandle kwe app', 'zu', 'fraud'),
  ('ngithumelele i ewallet', 'zu', 'fraud'), ('ngithumelele ivawusha', 'zu', 'fraud'),
  ('ngithumelele ikhadi lesipho', 'zu', 'fraud'), ('ngithumelele i bitcoin', 'zu', 'fraud'),
  ('ngithumelele inombolo yekhadi lakho', 'zu', 'fraud'), ('ngithumelele imininingwane yebhange', 'zu', 'fraud'),
  ('ngithumelele i otp', 'zu', 'fraud'), ('khokha idiphozithi kuqala', 'zu', 'fraud'),
  ('ndiyazi apho uhlala khona', 'xh', 'threats'), ('ndiyazi ukuba uhlala phi', 'xh', 'threats'),
  ('ndiyazi apho usebenza khona', 'xh', 'threats'), ('ndiyazi ukuba usebenza phi', 'xh', 'threats'),
  ('ndiza kukubhenca', 'xh', 'threats'), ('ndizakukubhenca', 'xh', 'threats'),
  ('ndiza kusasaza iifoto zakho', 'xh', 'threats'), ('ndiza kufaka iifoto zakho', 'xh', 'threats'),
  ('ndiza kuthumela iifoto zakho kusapho', 'xh', 'threats'), ('ndiza kuxelela usapho lwakho', 'xh', 'threats'),
  ('ndiza kuxelela umqeshi wakho', 'xh', 'threats'), ('ndiza kuxelela wonke umntu', 'xh', 'threats'),
  ('hlawula okanye ndiza kukubhenca', 'xh', 'threats'), ('hlawula okanye ndiza kusasaza', 'xh', 'threats'),
  ('ndikurekhodile', 'xh', 'threats'), ('awunakhetho', 'xh', 'threats'), ('ndiza kukubulala', 'xh', 'threats'),
  ('ndiza kukubetha', 'xh', 'threats'),
  ('hlawula ngaphandle kwe vlam', 'xh', 'fraud'), ('hlawula ngaphandle kwe app', 'xh', 'fraud'),
  ('ndithumelele i ewallet', 'xh', 'fraud'), ('ndithumelele ivawutsha', 'xh', 'fraud'),
  ('ndithumelele ikhadi lesipho', 'xh', 'fraud'), ('ndithumelele i bitcoin', 'xh', 'fraud'),
  ('ndithumelele inombolo yekhadi lakho', 'xh', 'fraud'), ('ndithumelele iinkcukacha zebhanki', 'xh', 'fraud'),
  ('ndithumelele i otp', 'xh', 'fraud'), ('hlawula idiphozithi kuqala', 'xh', 'fraud')
) as more (phrase, language, rule)
on conflict (phrase) do nothing;
