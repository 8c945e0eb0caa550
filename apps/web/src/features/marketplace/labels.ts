import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export const bundleCategoryLabels: Record<string, MessageDescriptor> = {
  all: msg`All`,
  lingerie: msg`Lingerie`,
  beach: msg`Beach`,
  fitness: msg`Fitness`,
  glamour: msg`Glamour`,
  artistic: msg`Artistic`,
};

export const priceFilterLabels: Record<string, MessageDescriptor> = {
  all: msg`Any price`,
  'under-200': msg`Under 200`,
  '200-300': msg`200-300`,
  'over-300': msg`Over 300`,
};
