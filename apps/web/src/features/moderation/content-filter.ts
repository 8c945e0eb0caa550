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
