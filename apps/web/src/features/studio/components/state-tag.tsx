import { Trans } from '@lingui/react/macro';
import type { StudioState } from '@vlam/contract/rules/studio';
import Archive from 'lucide-react/icons/archive';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CalendarOff from 'lucide-react/icons/calendar-off';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import FilePen from 'lucide-react/icons/file-pen';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import Pin from 'lucide-react/icons/pin';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import type { ReactNode } from 'react';
import { Tag, type TagTone } from '../../../components/ui/tag.tsx';
import { serverTime } from '../../../lib/helpers/clock.ts';
import type { Post } from '../api.ts';
import { shortTime } from '../labels.ts';

type Look = { tone: TagTone; icon: ReactNode; label: ReactNode };

const looks: Record<Exclude<StudioState, 'published' | 'scheduled'>, Look> = {
  draft: { tone: 'neutral', icon: <FilePen />, label: <Trans>Draft</Trans> },
  processing: { tone: 'neutral', icon: <LoaderCircle />, label: <Trans>Processing</Trans> },
  review: { tone: 'warning', icon: <Eye />, label: <Trans>In review</Trans> },
  ended: { tone: 'neutral', icon: <CalendarOff />, label: <Trans>Ended</Trans> },
  archived: { tone: 'neutral', icon: <Archive />, label: <Trans>Archived</Trans> },
  flagged: { tone: 'danger', icon: <ShieldAlert />, label: <Trans>Held back</Trans> },
  removed: { tone: 'danger', icon: <EyeOff />, label: <Trans>Taken down</Trans> },
};

function lookOf({ state, pin, item }: Post): Look | null {
  const at = item.rules?.publishAt;
  if (state === 'published')
    return pin === null ? null : { tone: 'neutral', icon: <Pin />, label: <Trans>Pinned</Trans> };
  if (item.rules?.problem) return { tone: 'danger', icon: <CircleAlert />, label: <Trans>Not published</Trans> };
  if (state === 'scheduled')
    return {
      tone: 'warning',
      icon: <CalendarClock />,
      label: at ? shortTime(at, serverTime(Date.now())) : <Trans>Scheduled</Trans>,
    };
  return looks[state];
}

/** State of a post where it is not the usual one; `glass` over a picture. */
export function StateTag({ post, glass = false }: { post: Post; glass?: boolean }) {
  const look = lookOf(post);
  if (!look) return null;
  return (
    <Tag tone={glass ? 'glass' : look.tone} icon={look.icon}>
      {look.label}
    </Tag>
  );
}
