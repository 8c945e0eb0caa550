import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mutesQuery, useMute } from '../../lib/mute.ts';

export interface MuteRowProps {
  person: { id: string; displayName: string };
  className: string;
  /** Draws the row's text. */
  children?: (text: ReactNode) => ReactNode;
  onChosen(): void;
}

/** Mutes a person, or lifts it; waits until it is known which. */
export function MuteRow({ person, className, children = (text) => text, onChosen }: MuteRowProps) {
  const { data } = useQuery(mutesQuery);
  const mute = useMute();
  const { displayName } = person;
  const isMuted = data?.some(({ id }) => id === person.id) === true;
  return (
    <button
      type="button"
      className={className}
      disabled={mute.isPending}
      onClick={() => {
        onChosen();
        mute.mutate({ person, muted: !isMuted });
      }}
    >
      {children(isMuted ? <Trans>Unmute {displayName}</Trans> : <Trans>Mute {displayName}</Trans>)}
    </button>
  );
}
