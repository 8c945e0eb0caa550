/** States of an application to be registered with the Film and Publication Board. */
export const registrationStates = ['pending', 'approved', 'refused', 'lapsed', 'withdrawn'] as const;
export type RegistrationState = (typeof registrationStates)[number];

/** The seven answers of the form, in order, each with its longest length. */
export const registrationLimits = {
  businessName: 120,
  registrationNumber: 40,
  contactPerson: 120,
  email: 254,
  phone: 30,
  businessAddress: 300,
  platformDescription: 1_000,
} as const;
export type RegistrationField = keyof typeof registrationLimits;
export const registrationFields = Object.keys(registrationLimits) as RegistrationField[];
export type RegistrationAnswers = Record<RegistrationField, string>;

/** Error of an empty answer. */
export const missingAnswer: Record<RegistrationField, string> = {
  businessName: 'Business name is required',
  registrationNumber: 'Registration number is required',
  contactPerson: 'Contact person is required',
  email: 'Please enter a valid email address',
  phone: 'Phone is required',
  businessAddress: 'Business address is required',
  platformDescription: 'Platform description is required',
};

/** Largest certificate as PDF, in bytes. */
export const maxCertificatePdfBytes = 5 * 1024 * 1024;

/**
 * Basic: every adult. Registered: a creator with an approved registration that holds today. X18: with the exemption of
 * section 24(3) of the Films and Publications Act 65 of 1996 as well.
 */
export const complianceLevels = ['Basic', 'Registered', 'X18'] as const;
export type ComplianceLevel = (typeof complianceLevels)[number];

/** Why an X18 item is not published. */
export const x18Refusal = 'X18 can be published only with an active Film and Publication Board registration';

/** What a creator has to do about their registration; null for nothing. */
export const complianceActions = ['register', 'correct', 'renew', 'add_certificate'] as const;
export type ComplianceAction = (typeof complianceActions)[number];

/** What staff do with an application or a registration. */
export const registrationDecisions = [
  'approve',
  'refuse',
  'withdraw',
  'propose_exemption',
  'confirm_exemption',
  'end_exemption',
] as const;
export type RegistrationDecision = (typeof registrationDecisions)[number];
