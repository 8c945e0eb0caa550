/** Which sheet is open over a person's page. */
export type PersonSheet = 'more' | 'subscribe' | 'give' | 'tip' | 'share' | 'report' | 'block';
