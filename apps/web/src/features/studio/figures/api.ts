import type { FigurePeriod } from '@vlam/contract/rules/fans-figures';
import { type Answer, queryOf } from '../../../lib/api.ts';

export type CreatorFigures = Answer<'getCreatorFigures'>;

export const figuresQuery = (period: FigurePeriod) => ({
  ...queryOf('getCreatorFigures', { query: { period } }),
  placeholderData: (previous: CreatorFigures | undefined) => previous,
  refetchOnMount: 'always' as const,
});
