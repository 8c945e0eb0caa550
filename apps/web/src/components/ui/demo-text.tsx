import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/api.ts';

/** What the mark of a demo says; one that other machines reach has passwords everybody knows. */
export function DemoText() {
  const isOpen = useQuery(queryOf('publicSettings')).data?.openDemo === true;
  return isOpen ? <Trans>Open demo: anyone can sign in</Trans> : <Trans>Demo data</Trans>;
}
