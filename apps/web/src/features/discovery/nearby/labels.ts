import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { HeatLevel } from '@vlam/contract/rules/heat';
import type { NearbyFilter } from './filter.ts';

export const relationshipFilterLabels: Record<NearbyFilter['relationship'], MessageDescriptor> = {
  all: msg`All`,
  single: msg`Single`,
  married: msg`Married`,
  open: msg`Open`,
  discreet: msg`Discreet`,
};

export const ageRangeLabels: Record<NearbyFilter['ageRange'], MessageDescriptor> = {
  all: msg`All ages`,
  '18-25': msg`18-25`,
  '26-35': msg`26-35`,
  '36-45': msg`36-45`,
  '46+': msg`46+`,
};

export const heatLabels: Record<HeatLevel, MessageDescriptor> = {
  cool: msg`Cool`,
  warm: msg`Warm`,
  hot: msg`Hot`,
  blazing: msg`Blazing`,
};
