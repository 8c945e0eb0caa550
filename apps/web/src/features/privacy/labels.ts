import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PrivacyItem, PrivacyLevel } from '@vlam/contract/rules/privacy-score';

export const levelLabels: Record<PrivacyLevel, MessageDescriptor> = {
  Excellent: msg`Excellent`,
  Good: msg`Good`,
  Fair: msg`Fair`,
  Poor: msg`Poor`,
};

/** What would add the next points. */
export const nextSteps: Record<PrivacyItem, MessageDescriptor> = {
  incognito: msg`Next step: switch on Incognito.`,
  clearOnExit: msg`Next step: clear data on exit.`,
  screenshots: msg`Next step: block screenshots.`,
  stealth: msg`Next step: make notifications say nothing.`,
  autoDelete: msg`Next step: let messages delete themselves.`,
};
