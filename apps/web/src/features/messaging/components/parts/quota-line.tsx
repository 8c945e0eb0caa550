import { Trans } from '@lingui/react/macro';
import { Link } from '../../../../lib/router.tsx';
import type { Conversation } from '../../types.ts';

/**
 * Free messages left today and the cost per message after them; members with a quota also read that replies are free.
 */
export function QuotaLine({ quota, name }: { quota: Conversation['quota']; name: string }) {
  const { left, perDay, costPerMessage } = quota;
  if (perDay === null) return null;
  if (left === null)
    return (
      <p className="border-line border-t px-4 py-2 text-faint text-meta lg:px-6" role="status">
        <Trans>Your answers to {name} are free</Trans>
      </p>
    );
  return (
    <div className="flex min-h-13 items-center justify-between gap-3 border-line border-t pr-2 pl-4 text-meta text-muted lg:pr-4 lg:pl-6">
      <span role="status">
        {left > 0 ? (
          <Trans>
            <b className="text-ink">
              {left} of {perDay}
            </b>{' '}
            free messages left today
          </Trans>
        ) : (
          <Trans>
            No free messages left today. <b className="whitespace-nowrap text-ink">{costPerMessage} credits</b> each
          </Trans>
        )}
      </span>
      <Link to="/vip" className="inline-flex min-h-11 shrink-0 items-center px-2 font-semibold text-ember-text">
        <Trans>See VIP</Trans>
      </Link>
    </div>
  );
}
