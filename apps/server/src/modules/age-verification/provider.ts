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

/** 'twoCenturies' needs a review; 'refused' gives no further reason. */
export type AgeVerdict = IdNumberVerdict | 'refused';

/** Port for stronger checks: a bureau, the population register, a document reader. */
export interface AgeProvider {
  /** Stored with each proof. */
  readonly method: string;
  /** Must not log its input. Rejects only when the provider cannot be reached. */
  check(evidence: AgeEvidence): Promise<AgeVerdict>;
}
