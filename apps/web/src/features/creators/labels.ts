import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { PriceBand } from './filter.ts';

export const priceLabels: Record<'all' | PriceBand, MessageDescriptor> = {
  all: msg`Any price`,
  'up-to-50': msg`Up to R50`,
  '50-100': msg`R50 to R100`,
  '100-200': msg`R100 to R200`,
  'from-200': msg`R200 and more`,
};
