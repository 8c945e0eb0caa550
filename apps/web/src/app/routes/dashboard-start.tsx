import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useState } from 'react';
import { Portrait } from '../../components/ui/avatar.tsx';
import { Button, buttonStyle } from '../../components/ui/button.tsx';
import { ErrorState } from '../../components/ui/error-state.tsx';
import { PageTitle, sectionLink } from '../../components/ui/page-title.tsx';
import { AccountSheet } from '../../features/payouts/components/account-sheet.tsx';
import { ownProfileQuery } from '../../features/profiles/own-api.ts';
import { isOwnPhoto } from '../../features/profiles/photo-check-api.ts';
import { type Answer, keyOf, queryOf } from '../../lib/api.ts';
import { formatRand } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { lazyPart } from '../../lib/styles.ts';
import { ScreenLoading } from '../screen-loading.tsx';
import { LazyBoundary } from '../shell/lazy-boundary.tsx';

const Welcome = lazyPart(() =>
  import('../../features/messaging/components/welcome-sheet.tsx').then((module) => module.WelcomeSheet),
);
const Handle = lazyPart(() =>
  import('../../features/profiles/components/handle-sheet.tsx').then((module) => module.HandleSheet),
);
const Share = lazyPart(() =>
  import('../../features/profiles/components/share-sheet.tsx').then((module) => module.ShareSheet),
);

/** Posts that make a page worth opening. */
const wantedPosts = 3;
/** A handle that a name suggests; empty where it has no Latin letters. */
const suggestedHandle = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.+|\.+$/g, '')
    .slice(0, 30);

type SheetName = 'welcome' | 'bank' | 'handle' | 'share';

interface Step {
  name: string;
  title: ReactNode;
  text: ReactNode;
  isDone: boolean;
  /** The word on its button while it is the next one. */
  action: ReactNode;
  opens: SheetName | '/create' | '/studio/prices' | 'photos';
}

/** The dashboard before the first earnings: what is left to do until a fan can buy. */
export function DashboardStart() {
  const user = useCurrentUser();
  const [sheet, setSheet] = useState<SheetName | null>(null);
  const close = () => setSheet(null);
  const client = useQueryClient();
  // Once it is chosen, it is there to be shared.
  const closeHandle = () =>
    setSheet(client.getQueryData<Answer<'ownHandle'>>(keyOf('ownHandle'))?.handle ? 'share' : null);
  const profile = useQuery(ownProfileQuery);
  const posts = useQuery({ ...queryOf('listStudioPosts', { query: { limit: '1' } }), refetchOnMount: 'always' });
  const welcome = useQuery(queryOf('welcomeMessage', { query: { audience: 'subscriber' } }));
  const bank = useQuery(queryOf('getPayoutAccount'));
  const { data: address } = useQuery(queryOf('ownHandle'));
  const failed = [profile, posts, welcome, bank].find(({ error, data }) => error && !data);
  if (failed) return <ErrorState heading="h1" error={failed.error} onRetry={() => void failed.refetch()} />;
  const own = profile.data;
  const counts = posts.data?.counts;
  if (!own || !counts || !welcome.data || !bank.data || !address || !user?.creator) return <ScreenLoading />;

  const up = counts.published + counts.scheduled + counts.review;
  const left = Math.max(0, wantedPosts - up);
  const price = formatRand(user.creator.subscriptionPrice);
  const steps: Step[] = [
    {
      ...{ name: 'picture', isDone: true, opens: 'photos', action: <Trans>Add a photo</Trans> },
      title: <Trans>Your picture</Trans>,
      text: isOwnPhoto(own.portraits.card) ? (
        <Trans>Your own photo</Trans>
      ) : (
        <Trans>Drawn from light until you add a photo</Trans>
      ),
    },
    {
      ...{ name: 'posts', isDone: left === 0, opens: '/create', action: <Trans>Add a post</Trans> },
      title: <Trans>Three posts</Trans>,
      text: up === 0 ? <Trans>What people see first</Trans> : <Plural value={left} one="# to go" other="# to go" />,
    },
    {
      ...{ name: 'price', isDone: true, opens: '/studio/prices', action: <Trans>Set your price</Trans> },
      title: <Trans>Your price</Trans>,
      text: user.creator.subscriptionPrice === 0 ? <Trans>A free page</Trans> : <Trans>{price} a month</Trans>,
    },
    {
      ...{ name: 'welcome', isDone: welcome.data.enabled, opens: 'welcome', action: <Trans>Write it</Trans> },
      title: <Trans>A welcome message</Trans>,
      text: <Trans>Sent to every new subscriber</Trans>,
    },
    {
      ...{ name: 'bank', isDone: bank.data.account !== null, opens: 'bank', action: <Trans>Add it</Trans> },
      title: <Trans>Bank account</Trans>,
      text: <Trans>So that we can pay you</Trans>,
    },
    {
      ...{ name: 'share', isDone: address.handle !== null, action: <Trans>Choose it</Trans> },
      opens: address.handle === null ? 'handle' : 'share',
      title: <Trans>Share your link</Trans>,
      text: address.handle === null ? <Trans>An address people can say, with a QR code</Trans> : `@${address.handle}`,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  const open = steps.filter(({ isDone }) => !isDone).length;
  return (
    <div data-slot="first-steps" className="grid gap-x-16 lg:grid-cols-[minmax(0,1fr)_380px]">
      <div className="relative mt-2 overflow-hidden rounded-card lg:order-1 lg:mt-6">
        <Portrait
          src={own.portraits.slab}
          width={520}
          height={800}
          eager
          className="h-56 w-full object-cover object-[50%_22%] lg:h-auto lg:object-center"
        />
        <p className="absolute right-4 bottom-3.5 left-4.5 text-on-picture [text-shadow:0_1px_10px_#000]">
          <span className="d4 wrap-anywhere block">
            {own.age === null ? own.displayName : `${own.displayName}, ${own.age}`}
          </span>
          <span className="wrap-anywhere text-meta">
            {address.handle === null ? own.location : `${location.host}/@${address.handle}`}
          </span>
        </p>
      </div>
      <div className="min-w-0 pb-8">
        <PageTitle>
          {open === 0 ? (
            <Trans>Ready for your first sale</Trans>
          ) : (
            <Plural value={open} one="# step to your first sale" other="# steps to your first sale" />
          )}
        </PageTitle>
        <ol className="mt-3">
          {steps.map((step, index) => (
            <StepRow key={step.name} step={step} number={index + 1} isNext={step === next} onSheet={setSheet} />
          ))}
        </ol>
        <p className="mt-4 text-faint text-meta">
          <Trans>Figures appear here with your first sale.</Trans>
        </p>
        <p className="flex flex-wrap gap-x-5">
          <Link to="/studio/figures" className={sectionLink}>
            <Trans>Who came to your page</Trans>
          </Link>
          <Link to="/studio/prices" className={sectionLink}>
            <Trans>Bring another creator</Trans>
          </Link>
        </p>
      </div>
      {sheet ? (
        <LazyBoundary close={close}>
          {sheet === 'welcome' ? <Welcome onClose={close} /> : null}
          {sheet === 'bank' ? <AccountSheet onClose={close} onSaved={close} /> : null}
          {sheet === 'handle' ? (
            <Handle own={address} suggested={suggestedHandle(own.displayName)} open onClose={closeHandle} />
          ) : null}
          {sheet === 'share' ? (
            <Share person={{ ...own, handle: address.handle }} inLight open onClose={close} />
          ) : null}
        </LazyBoundary>
      ) : null}
    </div>
  );
}

/** One row: what is done is grey and can still be opened; the next one alone has the ember. */
function StepRow({
  step: { name, title, text, isDone, action, opens },
  number,
  isNext,
  onSheet,
}: {
  step: Step;
  number: number;
  isNext: boolean;
  onSheet(sheet: SheetName): void;
}) {
  const { t } = useLingui();
  const inside = (
    <>
      <span className="w-12 shrink-0 text-left">
        {isDone ? (
          <Check size={20} strokeWidth={1.75} role="img" aria-label={t`Done`} className="text-online" />
        ) : (
          <span className="num text-faint text-xl">{number}</span>
        )}
      </span>
      <span className="min-w-0 flex-1 text-left">
        <span className={`block font-semibold ${isDone ? 'text-muted' : ''}`}>{title}</span>
        <span className="wrap-anywhere mt-0.5 block text-muted text-sm">{text}</span>
      </span>
      {isNext ? null : <ChevronRight size={20} strokeWidth={1.75} aria-hidden className="shrink-0" />}
    </>
  );
  const row = 'flex min-h-16 w-full min-w-0 flex-1 items-center py-2.5';
  const style = buttonStyle({ variant: 'primary', size: 'sm', className: 'shrink-0' });
  return (
    <li data-step={name} className="flex items-center gap-3 border-line not-first:border-t">
      {isNext ? <div className={row}>{inside}</div> : null}
      {opens === 'photos' ? (
        <Link to="/profile" search={{ photos: 'open' }} className={isNext ? style : row}>
          {isNext ? action : inside}
        </Link>
      ) : opens === '/create' ? (
        <Link to="/create" search={{ back: 'dashboard' }} className={isNext ? style : row}>
          {isNext ? action : inside}
        </Link>
      ) : opens === '/studio/prices' ? (
        <Link to={opens} className={isNext ? style : row}>
          {isNext ? action : inside}
        </Link>
      ) : isNext ? (
        <Button variant="primary" size="sm" className="shrink-0" onClick={() => onSheet(opens)}>
          {action}
        </Button>
      ) : (
        <button type="button" className={row} onClick={() => onSheet(opens)}>
          {inside}
        </button>
      )}
    </li>
  );
}
