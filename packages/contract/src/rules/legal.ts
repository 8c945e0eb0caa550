/** Pages that the law, or fairness, asks for. */
export const legalPages = [
  'terms',
  'privacy',
  'rules',
  'creators',
  'refunds',
  'cookies',
  'company',
  'records',
] as const;
export type LegalPage = (typeof legalPages)[number];

/** What the operator says of itself. ECTA: Electronic Communications and Transactions Act 25 of 2002, section 43. */
export const operatorFacts = [
  'companyName',
  'legalStatus',
  'registrationNumber',
  'vatNumber',
  'streetAddress',
  'phone',
  'email',
  'memberships',
  'codeOfConduct',
  'disputeResolution',
  'officeBearers',
  'informationOfficer',
  'informationOfficerEmail',
  'complianceOfficer',
  'fpbRegistration',
  'recordsCustodian',
  'recordsAddress',
] as const;
export type OperatorFact = (typeof operatorFacts)[number];

/** The facts that each page names, in order. */
export const factsOfPage: Record<LegalPage, readonly OperatorFact[]> = {
  terms: ['companyName', 'registrationNumber', 'email', 'disputeResolution'],
  privacy: ['companyName', 'streetAddress', 'informationOfficer', 'informationOfficerEmail'],
  rules: ['email'],
  creators: ['companyName', 'registrationNumber', 'streetAddress', 'fpbRegistration'],
  refunds: ['companyName', 'email', 'phone'],
  cookies: ['informationOfficerEmail'],
  company: [
    'companyName',
    'legalStatus',
    'registrationNumber',
    'vatNumber',
    'officeBearers',
    'streetAddress',
    'phone',
    'email',
    'memberships',
    'codeOfConduct',
    'disputeResolution',
    'complianceOfficer',
    'fpbRegistration',
  ],
  records: ['companyName', 'recordsCustodian', 'recordsAddress'],
};
