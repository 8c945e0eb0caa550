import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ProfileView } from '@vlam/contract/profiles';
import { tipRangeCents } from '@vlam/contract/social-tips';
import Ban from 'lucide-react/icons/ban';
import BellOff from 'lucide-react/icons/bell-off';
import BookHeart from 'lucide-react/icons/book-heart';
import Gift from 'lucide-react/icons/gift';
import HandCoins from 'lucide-react/icons/hand-coins';
import Inbox from 'lucide-react/icons/inbox';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import Share2 from 'lucide-react/icons/share-2';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import type { ReactNode } from 'react';
import { CallRow } from '../../components/ui/call-button.tsx';
import { MuteRow } from '../../components/ui/mute-row.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { sheetRow } from '../../components/ui/sheet-row.ts';
import { useFollow } from '../../features/social/use-follow.ts';
import { queryOf } from '../../lib/api.ts';
import { formatRand } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import type { PersonSheet } from './person-sheet.ts';

interface PersonMoreProps {
  person: ProfileView;
  open: boolean;
  onOpen(sheet: PersonSheet | null): void;
}

interface RowProps {
  icon: ReactNode;
  children: ReactNode;
  /** Price, or number of followers. */
  aside?: ReactNode;
}

const RowContent = ({ icon, children, aside }: RowProps) => (
  <>
    {icon}
    <span className="min-w-0 flex-1 font-semibold">{children}</span>
    {aside ? <span className="text-right text-faint text-sm">{aside}</span> : null}
  </>
);

/** All other actions on a person: call, tip, gift, request, follow, share, report, mute, block. */
export function PersonMore({ person, open, onOpen }: PersonMoreProps) {
  const { displayName, creator } = person;
  const close = () => onOpen(null);
  return (
    <Sheet open={open} onClose={close} title={displayName}>
      {creator ? <CreatorRows person={person} onOpen={onOpen} /> : null}
      <button type="button" className={sheetRow} onClick={() => onOpen('share')}>
        <RowContent icon={<Share2 size={20} aria-hidden />}>
          <Trans>Share</Trans>
        </RowContent>
      </button>
      <button type="button" className={sheetRow} onClick={() => onOpen('report')}>
        <RowContent icon={<OctagonAlert size={20} aria-hidden />}>
          <Trans>Report</Trans>
        </RowContent>
      </button>
      <MuteRow person={person} className={sheetRow} onChosen={close}>
        {(text) => <RowContent icon={<BellOff size={20} aria-hidden />}>{text}</RowContent>}
      </MuteRow>
      <button type="button" className={`${sheetRow} text-danger`} onClick={() => onOpen('block')}>
        <RowContent icon={<Ban size={20} aria-hidden />}>
          <Trans>Block {displayName}</Trans>
        </RowContent>
      </button>
    </Sheet>
  );
}

function CreatorRows({ person, onOpen }: Omit<PersonMoreProps, 'open'>) {
  const { t } = useLingui();
  const { id, creator } = person;
  const { data: terms } = useQuery(queryOf('getRequestTerms', { params: { id } }));
  const follow = useFollow(person);
  const following = person.relation?.following === true;
  const FollowIcon = following ? UserRoundCheck : UserRoundPlus;
  return (
    <>
      <CallRow profileId={id} />
      <button type="button" className={sheetRow} onClick={() => onOpen('tip')}>
        <RowContent icon={<HandCoins size={20} aria-hidden />} aside={t`from ${formatRand(tipRangeCents.min / 100)}`}>
          <Trans>Send Tip</Trans>
        </RowContent>
      </button>
      <Link to="/gifts" search={{ to: id }} className={sheetRow}>
        <RowContent icon={<Gift size={20} aria-hidden />}>
          <Trans>Send Gift</Trans>
        </RowContent>
      </Link>
      {creator?.sellsSubscriptions ? (
        <button type="button" className={sheetRow} onClick={() => onOpen('give')}>
          <RowContent icon={<BookHeart size={20} aria-hidden />}>
            <Trans>Give a subscription</Trans>
          </RowContent>
        </button>
      ) : null}
      {terms?.mayRequest ? (
        <Link to="/requests" search={{ creator: id }} className={sheetRow}>
          <RowContent icon={<Inbox size={20} aria-hidden />}>
            <Trans>Make Request</Trans>
          </RowContent>
        </Link>
      ) : null}
      <button
        type="button"
        className={sheetRow}
        disabled={follow.isPending}
        onClick={() => {
          onOpen(null);
          follow.toggle();
        }}
      >
        <RowContent
          icon={<FollowIcon size={20} aria-hidden />}
          aside={<Plural value={creator?.followerCount ?? 0} one="# follows" other="# follow" />}
        >
          {following ? <Trans>Unfollow</Trans> : <Trans>Follow</Trans>}
        </RowContent>
      </button>
    </>
  );
}
