import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import Crown from 'lucide-react/icons/crown';
import Gift from 'lucide-react/icons/gift';
import Images from 'lucide-react/icons/images';
import MapPin from 'lucide-react/icons/map-pin';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import Sparkles from 'lucide-react/icons/sparkles';
import Store from 'lucide-react/icons/store';
import Users from 'lucide-react/icons/users';
import Video from 'lucide-react/icons/video';
import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useRef } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { Stat } from '../../components/ui/stat.tsx';
import { Tag, type TagTone } from '../../components/ui/tag.tsx';
import { queryOf } from '../../lib/api.ts';
import { formatNumber } from '../../lib/format.ts';
import { showModal } from '../../lib/modals.ts';
import { Link } from '../../lib/router.tsx';
import { useBackCloses } from '../../lib/use-back-closes.ts';

type Feature =
  | '/creators'
  | '/video-chat'
  | '/vip'
  | '/gifts'
  | '/ai-matching'
  | '/locations'
  | '/marketplace'
  | '/library'
  | '/pwa';
interface Entry {
  to: Feature;
  icon: ReactNode;
  label: string;
  premium: boolean;
  tag: string | null;
  tone: TagTone;
}

/** All features beyond the feed on one screen, with current figures. */
export function PremiumMenu({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const { data: samples } = useQuery(queryOf('testProfiles'));
  const { data: counters } = useQuery(queryOf('discoveryCounters'));
  const { data: figures } = useQuery(queryOf('platformFigures'));
  useEffect(() => (dialog.current ? showModal(dialog.current) : undefined), []);
  useBackCloses(true, () => dialog.current?.close());

  const entries: Entry[] = [
    {
      to: '/creators',
      icon: <Users size={20} />,
      label: t`All creators`,
      premium: false,
      tag: null,
      tone: 'neutral',
    },
    {
      to: '/video-chat',
      icon: <Video size={20} />,
      label: t`Live Video Chat`,
      premium: true,
      tag: t`HOT`,
      tone: 'ember',
    },
    {
      to: '/vip',
      icon: <Crown size={20} />,
      label: t`VIP Membership`,
      premium: true,
      tag: t`EXCLUSIVE`,
      tone: 'neutral',
    },
    {
      to: '/gifts',
      icon: <Gift size={20} />,
      label: t`Virtual Gifts`,
      premium: false,
      tag: t`POPULAR`,
      tone: 'neutral',
    },
    {
      to: '/ai-matching',
      icon: <Sparkles size={20} />,
      label: t`AI Smart Matching`,
      premium: true,
      tag: t`AI`,
      tone: 'neutral',
    },
    {
      to: '/locations',
      icon: <MapPin size={20} />,
      label: t`Location Features`,
      premium: false,
      tag: t`LOCAL`,
      tone: 'neutral',
    },
    {
      to: '/marketplace',
      icon: <Store size={20} />,
      label: t`Content Marketplace`,
      premium: false,
      tag: t`NEW`,
      tone: 'online',
    },
    {
      to: '/library',
      icon: <Images size={20} />,
      label: t`Your library`,
      premium: false,
      tag: null,
      tone: 'neutral',
    },
    {
      to: '/pwa',
      icon: <MonitorSmartphone size={20} />,
      label: t`PWA Features`,
      premium: false,
      tag: null,
      tone: 'neutral',
    },
  ];

  return (
    <dialog
      ref={dialog}
      aria-labelledby="premium-title"
      onClose={onClose}
      className="rise m-0 h-dvh max-h-none w-full max-w-none overflow-y-auto overscroll-contain border-0 bg-bg p-0 text-ink"
    >
      <div className="mx-auto max-w-[1120px] px-(--gutter) pb-16">
        <div className="flex h-(--bar-top) items-center justify-end">
          <IconButton label={t`Close`} variant="filled" onClick={() => dialog.current?.close()}>
            <X size={20} />
          </IconButton>
        </div>
        <h2 id="premium-title" className="d2">
          <Trans>Premium features</Trans>
        </h2>
        {counters && figures ? (
          <dl className="mt-7 grid grid-cols-[2fr_3fr] *:nth-[-n+2]:pb-5 *:even:border-line-strong *:even:border-l *:even:pl-5 md:flex md:gap-x-7 md:*:pb-0 md:*:border-line-strong md:*:pl-7 md:*:not-first:border-l md:*:first:pl-0">
            <Stat label={<Trans>Active users</Trans>} value={formatNumber(counters.online)} />
            {figures.liveCalls === 0 ? null : (
              <Stat label={<Trans>Live calls</Trans>} value={formatNumber(figures.liveCalls)} />
            )}
            <Stat label={<Trans>Gifts sent</Trans>} value={formatNumber(figures.giftsSent)} />
            {figures.satisfaction === null ? null : (
              <Stat label={<Trans>Satisfaction</Trans>} value={`${figures.satisfaction}%`} />
            )}
          </dl>
        ) : null}
        <ul className="mt-8 grid gap-x-12 md:grid-cols-2">
          {entries.map((entry) => (
            <li key={entry.to} className="border-line border-t md:[&:nth-child(-n+2)]:border-t-0 first:border-t-0">
              <Link
                to={entry.to}
                onClick={() => dialog.current?.close()}
                className="flex min-h-17 items-center gap-4 py-2 hover:text-ember-text"
              >
                <span className="flex size-11 shrink-0 items-center justify-center rounded-field bg-surface-2 text-muted">
                  {entry.icon}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{entry.label}</span>
                  <span className="block text-faint text-meta">
                    {entry.premium ? <Trans>Premium</Trans> : <Trans>Free</Trans>}
                  </span>
                </span>
                {entry.tag ? <Tag tone={entry.tone}>{entry.tag}</Tag> : null}
              </Link>
            </li>
          ))}
        </ul>
        {samples && samples.length > 0 ? (
          <section className="mt-10">
            <h3 className="d3">
              <Trans>Test profiles</Trans>
            </h3>
            <ul className="mt-3 grid gap-x-12 md:grid-cols-2">
              {samples.map((sample) => (
                <li key={sample.id}>
                  <Link
                    to="/profile/:id"
                    params={{ id: sample.id }}
                    onClick={() => dialog.current?.close()}
                    className="flex min-h-17 items-center gap-4 py-2 hover:text-ember-text"
                  >
                    <Avatar src={sample.portraits.avatar} size={48} />
                    <span className="min-w-0">
                      <span className="block font-semibold">{sample.displayName}</span>
                      <span className="block text-faint text-meta">{sample.location}</span>
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </dialog>
  );
}
