/** Which sheet is open over a person's page. */
export type PersonSheet = 'more' | 'subscribe' | 'tip' | 'share' | 'report' | 'block';
