import { Trans } from '@lingui/react/macro';
import { type FigurePeriod, figurePeriods } from '@vlam/contract/rules/fans-figures';
import { StudioParts } from '../../features/studio/components/studio-parts.tsx';
import { Figures } from '../../features/studio/figures/figures.tsx';
import { go, useSearchParam } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { CreatorRequired } from '../creator-required.tsx';
import { ScreenLoading } from '../screen-loading.tsx';

/** Who came to a creator's page, and what became of it; `?period=` is a choice of days. */
export function Route() {
  const user = useCurrentUser();
  const asked = useSearchParam('period');
  if (!user) return <ScreenLoading />;
  if (!user.creator)
    return (
      <CreatorRequired
        text={<Trans>The studio is for those who publish. Name a category and a price, and it opens.</Trans>}
      />
    );
  const period = (Object.keys(figurePeriods) as FigurePeriod[]).find((each) => each === asked) ?? 'month';
  return (
    <>
      <StudioParts here="/studio/figures" />
      <Figures
        period={period}
        onPeriod={(next) =>
          go({ to: '/studio/figures', search: next === 'month' ? {} : { period: next }, replace: true })
        }
      />
    </>
  );
}
