import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { FanSource } from '@vlam/contract/rules/fans-figures';

export const sourceLabels: Record<FanSource, MessageDescriptor> = {
  discovery: msg`Discovery`,
  search: msg`Search`,
  link: msg`A shared link`,
  feed: msg`The feed`,
  direct: msg`Straight to the page`,
  code: msg`A trial or code`,
};
