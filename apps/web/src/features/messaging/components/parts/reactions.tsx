import { useLingui } from '@lingui/react/macro';
import type { MessageView } from '../../types.ts';
import { ReactionGlyph } from './reaction-glyph.tsx';

interface ReactionsProps {
  reactions: MessageView['reactions'];
  otherId: string;
  name: string;
}

/** Reactions on the lower edge of a message. */
export function Reactions({ reactions, otherId, name }: ReactionsProps) {
  const { t } = useLingui();
  return (
    <span className="-mt-3 mx-2 flex gap-0.5 rounded-pill bg-surface-3 px-1.5 py-1 ring-2 ring-bg">
      {reactions.map(({ profileId, emoji }) => (
        <ReactionGlyph key={profileId} emoji={emoji} by={profileId === otherId ? name : t`you`} />
      ))}
    </span>
  );
}
