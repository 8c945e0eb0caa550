import { Trans } from '@lingui/react/macro';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Security } from '../../features/identity/components/security/security.tsx';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { SignedIn } from '../signed-in.tsx';
import { besideList } from './settings-frame.tsx';
import { SettingsList } from './settings-list.tsx';

/** Where every setting is found, with its state. Wide windows show the first part beside the list. */
export function Route() {
  const wide = useMediaQuery(besideList);
  const list = (
    <>
      <PageTitle>
        <Trans>Settings</Trans>
      </PageTitle>
      <SettingsList current={wide ? 'account' : null} />
      <SignedIn />
    </>
  );
  if (!wide) return <div className="max-w-[640px]">{list}</div>;
  return (
    <div className="grid grid-cols-[300px_minmax(0,1fr)] gap-16">
      <div>{list}</div>
      <section className="min-w-0 pt-4">
        <h2 className="d3">
          <Trans>Account and security</Trans>
        </h2>
        <Security />
      </section>
    </div>
  );
}
