/** Percent of what members pay a referred creator that who referred them earns, out of the platform's part. */
export const referralPercent = 5;
/** Months from a referred creator's first sale in which their sales bring a share. */
export const referralMonths = 12;
/** A new account counts as referred when it becomes a creator's within so many days. */
export const referralDays = 60;
