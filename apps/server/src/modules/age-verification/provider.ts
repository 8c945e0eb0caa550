import type { documentTypes } from '@vlam/contract/age-verification';
import type { IdNumberVerdict } from '@vlam/contract/rules/sa-id-number';

export interface AgeEvidence {
  idNumber: string;
  documentType: (typeof documentTypes)[number];
  documentNumber: string;
  /** YYYY-MM-DD; may not exist in the calendar. */
  birthDate: string;
  /** The calendar day in South Africa, YYYY-MM-DD. */
  today: string;
}

/** 'twoCenturies' waits for a person; 'refused' says no more than that. */
export type AgeVerdict = IdNumberVerdict | 'refused';

/** Where stronger checks plug in: a bureau, the population register, a document reader. */
export interface AgeProvider {
  /** Stored with each proof. */
  readonly method: string;
  /** Never logs what it is given. Rejects only when the provider cannot be reached. */
  check(evidence: AgeEvidence): Promise<AgeVerdict>;
}
