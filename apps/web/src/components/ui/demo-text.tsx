import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/api.ts';

/** Text of the demo mark; a demo reachable by other machines warns that its passwords are public. */
export function DemoText() {
  const isOpen = useQuery(queryOf('publicSettings')).data?.openDemo === true;
  return isOpen ? <Trans>Open demo: anyone can sign in</Trans> : <Trans>Demo data</Trans>;
}
