import { Trans } from '@lingui/react/macro';
import ChartColumn from 'lucide-react/icons/chart-column';
import House from 'lucide-react/icons/house';
import Plus from 'lucide-react/icons/plus';
import UserRound from 'lucide-react/icons/user-round';
import { Bar, MessagesTab, type NavigationProps, Tab } from './bottom-nav.tsx';

/** The bar of phones for creators: nearby people and credits are on the feed and in their menu. */
export function CreatorBar({ pathname, badges }: NavigationProps) {
  // The studio is reached from the dashboard.
  const place = pathname.startsWith('/studio') ? '/dashboard' : pathname;
  return (
    // Its longest word fits at 320 px.
    <Bar columns="grid-cols-[1fr_1.1fr_1fr_1.2fr_1fr]">
      <Tab to="/" pathname={place} icon={<House size={24} />} label={<Trans>Feed</Trans>} />
      <MessagesTab pathname={place} badges={badges} />
      <Tab
        to="/create"
        pathname={place}
        icon={
          <span className="flex h-[26px] w-10 items-center justify-center rounded-[10px] bg-ink text-bg">
            <Plus size={18} strokeWidth={2.5} className="!text-bg" />
          </span>
        }
        label={<Trans>Create</Trans>}
      />
      <Tab to="/dashboard" pathname={place} icon={<ChartColumn size={24} />} label={<Trans>Dashboard</Trans>} />
      <Tab to="/profile" pathname={place} icon={<UserRound size={24} />} label={<Trans>Profile</Trans>} />
    </Bar>
  );
}
