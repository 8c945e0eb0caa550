import { Trans } from '@lingui/react/macro';
import type { ContentView } from '@vlam/contract/content';
import { Suspense, useState } from 'react';
import { ErrorBoundary } from '../../../components/ui/error-state.tsx';
import { menuRow } from '../../../components/ui/menu-row.ts';
import { SafetyMenu, type SafetyMenuProps } from '../../../components/ui/safety-menu.tsx';
import { hasPermission, useCurrentUser } from '../../../lib/session.ts';
import { lazyPart } from '../../../lib/styles.ts';

const HoldBackSheet = lazyPart(() =>
  import('../../../components/ui/hold-back-sheet.tsx').then((module) => module.HoldBackSheet),
);

/** Report and block; staff can hold a published item back. */
export function ItemMenu({ item, variant = 'plain' }: { item: ContentView } & Pick<SafetyMenuProps, 'variant'>) {
  const mayHold = hasPermission(useCurrentUser(), 'moderate_content');
  const [isHolding, setHolding] = useState(false);
  const stop = () => setHolding(false);
  return (
    <>
      <SafetyMenu
        person={{ id: item.profileId, displayName: item.profile.displayName }}
        target={{ type: 'content', id: item.id }}
        reportTitle={<Trans>Report this item</Trans>}
        variant={variant}
      >
        {mayHold
          ? (close) => (
              <button
                type="button"
                className={menuRow}
                onClick={() => {
                  close();
                  setHolding(true);
                }}
              >
                <Trans>Hold it back</Trans>
              </button>
            )
          : undefined}
      </SafetyMenu>
      {isHolding ? (
        <ErrorBoundary onFailure={stop}>
          <Suspense fallback={null}>
            <HoldBackSheet contentId={item.id} onClose={stop} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  );
}
