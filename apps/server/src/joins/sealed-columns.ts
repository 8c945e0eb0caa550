import type { SealedColumn, SealedRow } from '../platform/sealed-columns.ts';

const idOf = ({ id = '' }: SealedRow): string => id;
/** A purpose that is the same for every row. */
const of = (purpose: string) => () => purpose;

const byId = (table: string, column: string, purpose: string, more: Partial<SealedColumn> = {}): SealedColumn => ({
  ...{ table, column, key: ['id'], purpose: of(purpose), context: idOf },
  ...more,
});

/** Documents of a member are sealed with a key of the account, for their own id. */
const ofAccount = (table: string, column: string, what: string, more: Partial<SealedColumn> = {}): SealedColumn =>
  byId(table, column, '', {
    also: ['account_id'],
    purpose: (row) => `${what} of ${row.account_id}`,
    isLarge: true,
    ...more,
  });

const ageProof = (column: string, what: string): SealedColumn => ({
  ...{ table: 'age_verifications', column, key: ['account_id'] },
  purpose: (row) => `age proof of ${row.account_id}`,
  context: (row) => `${row.account_id} ${what}`,
});

const accountNumber = {
  column: 'account_number_sealed',
  purpose: (row: SealedRow) => `bank account of ${row.profile_id}`,
  context: (row: SealedRow) => `${row.profile_id} account number`,
};

const ofCase = (row: SealedRow): string => row.case_id ?? '';

/** Every column that holds sealed values, with the words its module seals them with: `npm run keys:rotate` seals them anew. */
export const sealedColumns: readonly SealedColumn[] = [
  byId('outgoing_mail', 'body_sealed', 'mail bodies'),
  ageProof('id_number_sealed', 'id number'),
  ageProof('date_of_birth_sealed', 'birth date'),
  ageProof('document_number_sealed', 'document number'),
  { table: 'totp_factors', column: 'sealed_secret', key: ['account_id'], ...forAccount('authenticator secrets') },
  { table: 'safety_contacts', column: 'sealed', key: ['account_id'], ...forAccount('safety contacts sealed') },
  byId('safety_plans', 'sealed', 'safety plans'),
  byId('payment_events', 'method_sealed', 'payment events', { context: (row) => `${row.id} method` }),
  byId('payment_events', 'raw_sealed', 'payment events', { context: (row) => `${row.id} raw` }),
  byId('payment_methods', 'token_sealed', 'payment tokens'),
  { table: 'payout_accounts', key: ['profile_id'], ...accountNumber },
  { table: 'payouts', key: ['id'], also: ['profile_id'], ...accountNumber },
  {
    ...{ table: 'report_messages', column: 'sealed', key: ['report_id', 'message_id'] },
    purpose: of('evidence of reports'),
    context: (row) => `${row.report_id} ${row.message_id}`,
  },
  byId('content_people', 'sealed', 'consent records'),
  byId('content_people', 'name_sealed', 'names in consent records', {
    also: ['content_id'],
    context: (row) => `${row.content_id} name`,
  }),
  byId('information_requests', 'email_sealed', 'information requests'),
  byId('information_messages', 'sealed', 'information requests', {
    also: ['request_id'],
    context: (row) => row.request_id ?? '',
  }),
  byId('takedown_cases', 'contact_sealed', 'takedown cases'),
  byId('takedown_events', 'sealed', 'takedown cases', { also: ['case_id'], context: ofCase }),
  byId('takedown_statements', 'reason_sealed', 'takedown cases', { also: ['case_id'], context: ofCase }),
  byId('takedown_statements', 'answer_sealed', 'takedown cases', { also: ['case_id'], context: ofCase }),
  byId('film_board_registrations', 'answers_sealed', 'film-board registrations'),
  byId('film_board_registrations', 'certificate_pdf', 'film-board certificates', { isLarge: true }),
  byId('data_exports', 'file_sealed', 'own exports', {
    also: ['account_id'],
    context: (row) => `${row.id} ${row.account_id}`,
    isLarge: true,
  }),
  ofAccount('creator_agreements', 'document_sealed', 'creator agreement'),
  ofAccount('identity_documents', 'document_sealed', 'identity document'),
  ofAccount('photo_checks', 'selfie_sealed', 'selfie', { also: ['profile_id'], accountOfProfile: true }),
];

/** What is sealed for browsers and stored nowhere: it is over within the hour. */
export const sealedOutside: readonly string[] = [
  'cursors of people',
  'leaving notes',
  'suspended members',
  'suspension notes',
];

function forAccount(purpose: string): Pick<SealedColumn, 'purpose' | 'context'> {
  return { purpose: of(purpose), context: (row) => row.account_id ?? '' };
}
