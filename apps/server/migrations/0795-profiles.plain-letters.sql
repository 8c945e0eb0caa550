-- Names with letters that few keyboards have (Tshivenda, Sepedi, Afrikaans) are found by the plain ones. The expression is
-- that of `search-store.ts`.
create index profiles_by_plain_name on profiles
  using gin (translate(lower(display_name), 'ḓḽṋṱṅšêëôöîïûüèéáà', 'dlntnseeooiiuueeaa') gin_trgm_ops);
