import { Trans, useLingui } from '@lingui/react/macro';
import Flame from 'lucide-react/icons/flame';
import { go } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { Avatar } from './avatar.tsx';
import { Sheet } from './sheet.tsx';
import { SheetFoot } from './sheet-foot.tsx';

export interface MatchSheetProps {
  person: { id: string; displayName: string; avatarUrl?: string } | null;
  onClose(): void;
}

/** The two avatars move together once. */
const avatarTransition = 'transition-[translate] duration-(--dur-4) ease-spring';

/** Shown when two members have sent each other a flame; offers to send a message. */
export function MatchSheet({ person, onClose }: MatchSheetProps) {
  const { t } = useLingui();
  const user = useCurrentUser();
  const name = person?.displayName ?? '';
  return (
    <Sheet
      open={person !== null}
      onClose={onClose}
      title={<Trans>It's mutual</Trans>}
      intro={<Trans>You and {name} sent each other a flame. A chat is open for the two of you.</Trans>}
      actions={
        <SheetFoot
          onCancel={onClose}
          cancel={<Trans>Later</Trans>}
          action={t`Say hello to ${name}`}
          onConfirm={() => person && go({ to: '/chat/:id', params: { id: person.id } })}
        />
      }
    >
      <div className="flex items-center justify-center py-4">
        <Avatar
          src={user?.profileImageUrl}
          size={96}
          className={`${avatarTransition} -mr-3 starting:-translate-x-10`}
        />
        <span className="z-1 flex size-12 items-center justify-center rounded-pill bg-ember text-on-ember ring-4 ring-surface-1">
          <Flame size={24} fill="currentColor" />
        </span>
        <Avatar src={person?.avatarUrl} size={96} className={`${avatarTransition} -ml-3 starting:translate-x-10`} />
      </div>
    </Sheet>
  );
}
