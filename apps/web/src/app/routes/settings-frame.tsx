import { Trans } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import type { ReactNode } from 'react';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { Link } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { SettingsList, type SettingsName } from './settings-list.tsx';

/** From this width the list of settings stays beside the one that is open. */
export const besideList = '(min-width: 1280px)';

interface SettingsFrameProps {
  current: SettingsName;
  title: ReactNode;
  children: ReactNode;
}

/**
 * One part of the settings: beside their list on wide windows, else with a link back to it. Before the age check, when
 * only some parts can be opened, without either.
 */
export function SettingsFrame({ current, title, children }: SettingsFrameProps) {
  const isOpen = useCurrentUser()?.requiresAgeVerification === false;
  const wide = useMediaQuery(besideList) && isOpen;
  const part = (
    <div className="min-w-0">
      {wide || !isOpen ? null : (
        <Link
          to="/settings"
          className="-ml-1 -mb-3 inline-flex min-h-11 items-center gap-2 px-1 font-semibold text-muted text-sm hover:text-ink"
        >
          <ArrowLeft size={18} aria-hidden />
          <Trans>Settings</Trans>
        </Link>
      )}
      <PageTitle size="d3">{title}</PageTitle>
      {children}
    </div>
  );
  if (!wide) return part;
  return (
    <div className="grid grid-cols-[300px_minmax(0,1fr)] gap-16">
      <div>
        <p className="d2 pt-4">
          <Trans>Settings</Trans>
        </p>
        <SettingsList current={current} />
      </div>
      {part}
    </div>
  );
}
