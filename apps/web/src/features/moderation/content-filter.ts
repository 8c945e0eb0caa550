import type { ListedContent } from '@vlam/contract/content-rules';
import { classifications } from '@vlam/contract/rules/classification';
import { listedStates } from '@vlam/contract/rules/content-states';

/** What of all content is listed. */
export interface ContentFilter {
  q?: string;
  state?: ListedContent['state'];
  classification?: ListedContent['classification'];
  /** Profile id of a creator. */
  profile?: string;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the address; what the list does not know is left out. */
export function readContentFilter(params: URLSearchParams): ContentFilter {
  const q = params.get('q')?.trim().slice(0, 100);
  const state = listedStates.find((each) => each === params.get('state'));
  const classification = classifications.find((each) => each === params.get('classification'));
  const profile = params.get('profile');
  return {
    ...(q ? { q } : {}),
    ...(state ? { state } : {}),
    ...(classification ? { classification } : {}),
    ...(profile && uuid.test(profile) ? { profile } : {}),
  };
}

const addresses = {
  all: '/admin/content',
  review: '/admin/content/pending',
  flagged: '/admin/content/flagged',
} as const;

/** Shows a filter where it belongs: what waits or is held back in its queue, everything else in the list of all. */
export function placeOfFilter(filter: ContentFilter): {
  to: (typeof addresses)[keyof typeof addresses];
  search: ContentFilter;
} {
  const { q, state, classification, profile } = filter;
  if (q || profile || !state || state === 'published') return { to: addresses.all, search: filter };
  return { to: addresses[state], search: classification ? { classification } : {} };
}
