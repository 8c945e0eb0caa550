import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LegalPage, OperatorFact } from '@vlam/contract/rules/legal';

export const pageTitles: Record<LegalPage, MessageDescriptor> = {
  terms: msg`Terms of use`,
  privacy: msg`Privacy`,
  rules: msg`Community rules`,
  creators: msg`Creator agreement`,
  refunds: msg`Refunds`,
  cookies: msg`Cookies`,
  company: msg`Who runs this`,
  records: msg`18+ and records`,
};

export const pageLeads: Record<LegalPage, MessageDescriptor> = {
  terms: msg`What you agree to when you use Vlam`,
  privacy: msg`What is known about you, why, and how to see or erase it`,
  rules: msg`What is not allowed, and what follows`,
  creators: msg`What creators and the operator owe each other`,
  refunds: msg`When you get your money back`,
  cookies: msg`What is kept in your browser`,
  company: msg`The information section 43 of the ECT Act asks for`,
  records: msg`Everyone here is an adult, and who keeps the proof`,
};

export const factLabels: Record<OperatorFact, MessageDescriptor> = {
  companyName: msg`Full name of the company`,
  legalStatus: msg`Legal status`,
  registrationNumber: msg`Registration number`,
  vatNumber: msg`VAT number`,
  streetAddress: msg`Street address, where legal papers are received`,
  phone: msg`Telephone number`,
  email: msg`Email address`,
  memberships: msg`Self-regulatory bodies it belongs to, with their contacts`,
  codeOfConduct: msg`Codes of conduct it subscribes to, and where to read them`,
  disputeResolution: msg`Alternative dispute resolution`,
  officeBearers: msg`Names of the office bearers`,
  informationOfficer: msg`Information officer`,
  informationOfficerEmail: msg`Email of the information officer`,
  complianceOfficer: msg`Compliance officer`,
  fpbRegistration: msg`Registration with the Film and Publication Board`,
  recordsCustodian: msg`Who keeps the proof of age and consent`,
  recordsAddress: msg`Where the proof is kept`,
};
