import { Trans } from '@lingui/react/macro';
import { Statement } from '../../features/payments/components/statement.tsx';
import { go, useSearchParams } from '../../lib/router.tsx';

/** All movements of the member's rand and credits; `?show=` narrows them, `?month=` names a month, or all. */
export function Route() {
  const asked = useSearchParams();
  return (
    <Statement
      title={<Trans>Statement</Trans>}
      show={asked.get('show')}
      month={asked.get('month')}
      onChange={({ show, month }) =>
        go({
          to: '/statement',
          search: { ...(show === 'all' ? {} : { show }), ...(month ? { month } : {}) },
          replace: true,
        })
      }
    />
  );
}
