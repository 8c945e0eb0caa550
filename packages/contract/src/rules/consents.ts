/** What a depicted person agrees to. A changed wording gets a new number. */
export const consentWording = {
  number: 1,
  text: 'I am in this picture and 18 or older. I agree that it is published and sold on Vlam. I can take this back at any time.',
} as const;

/** Days to answer a request for consent. */
export const consentDays = 14;
