import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { feedFilter } from '../../features/discovery/api.ts';
import { InterestForm } from '../../features/discovery/components/interest-form.tsx';
import { go } from '../../lib/router.tsx';
import { openHomeAt } from './home-below.tsx';

/** Posts an interest, which home shows for a day. */
export function Route() {
  return (
    <>
      <PageTitle
        lead={<Trans>Say what you are in the mood for. Others see it with your name and city for a day.</Trans>}
      >
        <Trans>Post Your Interest</Trans>
      </PageTitle>
      <InterestForm
        onPosted={() => {
          feedFilter.set({ kind: 'all', category: null });
          openHomeAt('activity');
          go({ to: '/' });
        }}
      />
    </>
  );
}
