/** What one can complain of at the public desk; their times are data of the server. */
export const takedownClasses = ['image', 'minor', 'threat', 'impersonation', 'copyright', 'order', 'other'] as const;
export type TakedownClass = (typeof takedownClasses)[number];

/** Fingerprints of a case at most. */
export const maxFingerprints = 5;
/** Largest picture that the desk makes a fingerprint of, in bytes; it stays on the device. */
export const maxFingerprintedBytes = 40 * 1024 ** 2;
/** Milliseconds a moderator sees a piece of evidence at a time. */
export const evidenceShownMs = 10_000;
