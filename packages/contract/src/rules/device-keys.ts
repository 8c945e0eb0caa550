/**
 * Names in local storage of what belongs to the device and not to the person: disguise and what was written in it, lock,
 * incognito, dismissed banners. Theme and language are cookies.
 */
export const deviceKeys = [
  'appDisguiseSettings',
  'biometricAuthSettings',
  'incognitoSettings',
  'tools',
  'pwa-prompt-dismissed',
  'push-offer-answered',
  'location-declined',
];
