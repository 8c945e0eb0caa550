/** Points of each item. */
export const privacyPoints = 20;

export const privacyItems = ['incognito', 'clearOnExit', 'screenshots', 'stealth', 'autoDelete'] as const;
export type PrivacyItem = (typeof privacyItems)[number];
export type PrivacyLevel = 'Excellent' | 'Good' | 'Fair' | 'Poor';

/** From 0 to 100: twenty points for each item that is in effect. */
export const privacyScore = (inEffect: Readonly<Record<PrivacyItem, boolean>>): number =>
  privacyItems.filter((item) => inEffect[item]).length * privacyPoints;

export const privacyLevel = (score: number): PrivacyLevel =>
  score >= 80 ? 'Excellent' : score >= 60 ? 'Good' : score >= 40 ? 'Fair' : 'Poor';
