import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { dailyBonusCredits } from '@vlam/contract/credits';
import { useEffect } from 'react';
import { Avatar } from '../../components/ui/avatar.tsx';
import { buttonStyle } from '../../components/ui/button.tsx';
import { Section, sectionLink } from '../../components/ui/page-title.tsx';
import { useDistance } from '../../components/ui/person-labels.tsx';
import { LockPill } from '../../features/content/components/lock-pill.tsx';
import { Picture } from '../../features/content/components/picture.tsx';
import { tileLabel } from '../../features/content/labels.ts';
import { ConfirmEmail } from '../../features/credits/components/confirm-email.tsx';
import { useWelcomeBonus } from '../../features/credits/welcome-bonus.ts';
import { availableQuery, initialFilter } from '../../features/discovery/api.ts';
import { AuthPage, quietLink } from '../../features/identity/components/auth-page.tsx';
import { queryOf } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { useCurrentUser, useRefreshCurrentUser } from '../../lib/session.ts';

const peopleShown = 6;
const picturesShown = 4;

/** The end of the wizard: today's credits as the welcome, pictures they can open, and people near. */
export function WelcomeDone() {
  const user = useCurrentUser();
  const refresh = useRefreshCurrentUser();
  const isConfirmed = user?.emailVerified === true;
  const balance = useWelcomeBonus(isConfirmed);
  useEffect(() => {
    if (isConfirmed) return;
    // The link of the mail opens in another tab.
    const handleFocus = () => document.visibilityState === 'visible' && void refresh();
    document.addEventListener('visibilitychange', handleFocus);
    return () => document.removeEventListener('visibilitychange', handleFocus);
  }, [isConfirmed, refresh]);
  return (
    <AuthPage
      example="highveld"
      caption={
        <p className="d2">
          <Trans>Good to have you here.</Trans>
        </p>
      }
      corner={
        <Link to="/" className={quietLink}>
          <Trans>To the feed</Trans>
        </Link>
      }
    >
      {balance ? (
        <h1 tabIndex={-1} className="pt-2">
          <span className="num block text-[min(6.5rem,30vw)] text-gold leading-[.86]!">+{dailyBonusCredits}</span>
          <span className="d4 mt-3 block">
            <Trans>Welcome. Five credits are yours every day you come by.</Trans>
          </span>
        </h1>
      ) : (
        <h1 tabIndex={-1} className="d2 pt-2">
          <Trans>You are in.</Trans>
        </h1>
      )}
      {balance ? (
        <p className="mt-2 text-muted">
          <Trans>
            You have <Plural value={balance} one="# credit" other="# credits" /> to spend.
          </Trans>
        </p>
      ) : null}
      <ConfirmEmail />
      <Pictures balance={balance} />
      <People />
      <div className="mt-8 grid gap-2 pb-10 xs:grid-cols-2">
        <Link to="/nearby" className={buttonStyle({ variant: 'primary' })}>
          <Trans>People near you</Trans>
        </Link>
        <Link to="/creators" className={buttonStyle({ variant: 'bone' })}>
          <Trans>Creators</Trans>
        </Link>
      </div>
    </AuthPage>
  );
}

/** Pictures that these credits open; a tap leads to the sheet that asks for them. */
function Pictures({ balance }: { balance: number | null }) {
  const credits = Math.max(balance ?? 0, dailyBonusCredits);
  const { data } = useQuery(queryOf('affordablePictures', { query: { credits: String(credits) } }));
  if (!data || data.length === 0) return null;
  return (
    <Section
      title={balance ? <Trans>Open one with them</Trans> : <Trans>From five credits</Trans>}
      className="mt-8! lg:mt-8!"
    >
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {data.slice(0, picturesShown).map((item, index) => (
          <li key={item.id}>
            <Link
              to="/profile/:id"
              params={{ id: item.profileId }}
              search={{ item: item.id }}
              aria-label={`${tileLabel(item)}. ${item.profile.displayName}`}
              className="press relative isolate block aspect-[4/5] overflow-hidden rounded-md bg-surface-2 text-on-picture"
            >
              <Picture item={item} alt="" eager={index < 2} sizes="(min-width: 640px) 150px, calc(50vw - 20px)" />
              <LockPill item={item} />
              <span aria-hidden className="absolute right-3 bottom-2.5 left-3 truncate font-semibold text-sm">
                {item.profile.displayName}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function People() {
  const { t } = useLingui();
  const { data } = useQuery(availableQuery(initialFilter));
  const distance = useDistance();
  if (!data || data.length === 0) return null;
  return (
    <Section
      title={<Trans>Awake near you</Trans>}
      className="mt-8! lg:mt-8!"
      aside={
        <Link to="/nearby" className={sectionLink}>
          <Trans>All</Trans>
        </Link>
      }
    >
      <ul
        aria-label={t`People available right now`}
        className="bleed no-scrollbar flex gap-4 overflow-x-auto lg:mx-0 lg:px-0"
      >
        {data.slice(0, peopleShown).map((person) => (
          <li key={person.id}>
            <Link to="/profile/:id" params={{ id: person.id }} className="block w-18 text-center">
              <Avatar src={person.avatarUrl} size={72} />
              <span className="mt-1.5 block truncate font-semibold text-meta">{person.displayName}</span>
              <span className="block truncate text-faint text-micro">{distance(person)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
