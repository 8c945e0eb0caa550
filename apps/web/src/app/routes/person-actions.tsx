import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorView, ProfileView } from '@vlam/contract/profiles';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import Flame from 'lucide-react/icons/flame';
import MessageCircle from 'lucide-react/icons/message-circle';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant, buttonStyle } from '../../components/ui/button.tsx';
import { IconButton } from '../../components/ui/icon-button.tsx';
import { MoreButton } from '../../features/profiles/components/person-bar.tsx';
import { formatRand } from '../../lib/format.ts';
import { Link } from '../../lib/router.tsx';
import type { PersonSheet } from './person-sheet.ts';

/** Callbacks of the buttons on a person's screen. */
export interface PersonCallbacks {
  open(sheet: PersonSheet): void;
  flame(): void;
  /** True when the viewer has sent a flame today. */
  flamed: boolean;
}

interface ActionsProps {
  person: ProfileView;
  callbacks: PersonCallbacks;
}

const wide = 'max-lg:px-2! max-xs:px-1! max-xs:text-sm lg:min-h-11! lg:text-sm';
const first = `flex-[1_1_6.2em] max-xs:basis-[5.8em] lg:flex-none ${wide}`;
const second = `flex-[1.22_1_8em] max-xs:flex-[4_1_8.5em] lg:flex-none ${wide}`;

/** Three buttons in one row; ember marks the main one: subscribe or send a flame, and message once that is done. */
export function PersonActions({ person, callbacks }: ActionsProps) {
  if (person.isOwn) return <OwnActions isCreator={person.creator !== null} />;
  const { creator, relation } = person;
  const subscription = relation?.subscription;
  const subscribed = subscription != null && !subscription.trial;
  const done = creator ? subscribed || !creator.sellsSubscriptions : callbacks.flamed || relation?.matched === true;
  return (
    <div data-slot="toast-free" className="flex flex-wrap items-center gap-2">
      <Message id={person.id} variant={done ? 'primary' : 'quiet'} isCreator={creator !== null} />
      {creator ? (
        <Subscribe {...{ creator, subscription }} onOpen={() => callbacks.open('subscribe')} />
      ) : (
        <SendFlame callbacks={callbacks} />
      )}
      {creator ? (
        <FlameIcon callbacks={callbacks} />
      ) : (
        <MoreButton
          variant="filled"
          name={person.displayName}
          onOpen={() => callbacks.open('more')}
          className="max-lg:size-12!"
        />
      )}
    </div>
  );
}

function OwnActions({ isCreator }: { isCreator: boolean }) {
  return (
    <div className="flex flex-wrap gap-2">
      {isCreator ? (
        <Link to="/create" className={buttonStyle({ variant: 'bone', className: first })}>
          <Trans>Create</Trans>
        </Link>
      ) : null}
      <Link to="/profile" className={buttonStyle({ className: first })}>
        <Trans>Edit profile</Trans>
      </Link>
    </div>
  );
}

function Message({ id, variant, isCreator }: { id: string; variant: ButtonVariant; isCreator: boolean }) {
  return (
    <Link to="/chat/:id" params={{ id }} className={buttonStyle({ variant, className: first })}>
      <MessageCircle size={18} strokeWidth={1.75} aria-hidden className="max-xs:hidden" />
      {isCreator ? <Trans>Message</Trans> : <Trans>Chat</Trans>}
    </Link>
  );
}

function Subscribe({
  creator: { subscriptionPrice, sellsSubscriptions },
  subscription,
  onOpen,
}: {
  creator: CreatorView;
  subscription: NonNullable<ProfileView['relation']>['subscription'] | undefined;
  onOpen(): void;
}) {
  const price = formatRand(subscriptionPrice);
  const trial = subscription?.trial;
  if (subscription && !trial)
    return sellsSubscriptions && subscription.higherTier === 'open' ? (
      <Button className={second} onClick={onOpen}>
        <Trans>Upgrade</Trans>
      </Button>
    ) : (
      <Still>
        <Check size={18} aria-hidden className="text-online" />
        <Trans>Subscribed</Trans>
      </Still>
    );
  if (!sellsSubscriptions)
    return (
      <Still>
        <Trans>No subscriptions</Trans>
      </Still>
    );
  return (
    <Button variant="primary" className={second} onClick={onOpen}>
      {trial ? <Trans>Continue at {price}</Trans> : <Trans>Subscribe {price}</Trans>}
    </Button>
  );
}

/** What cannot be pressed. */
const Still = ({ children }: { children: ReactNode }) => (
  <button type="button" disabled className={buttonStyle({ className: clsx(second, 'hover:bg-surface-2') })}>
    {children}
  </button>
);

function SendFlame({ callbacks }: { callbacks: PersonCallbacks }) {
  return (
    <Button
      variant={callbacks.flamed ? 'quiet' : 'primary'}
      className={second}
      disabled={callbacks.flamed}
      icon={<Flame size={18} strokeWidth={1.75} aria-hidden className="max-xs:hidden" />}
      onClick={callbacks.flame}
    >
      {callbacks.flamed ? <Trans>Flame sent</Trans> : <Trans>Send Flame</Trans>}
    </Button>
  );
}

function FlameIcon({ callbacks }: { callbacks: PersonCallbacks }) {
  const { t } = useLingui();
  return (
    <IconButton
      label={callbacks.flamed ? t`Flame sent` : t`Send Flame`}
      aria-pressed={callbacks.flamed}
      disabled={callbacks.flamed}
      onClick={callbacks.flame}
      className="max-lg:size-12! bg-ember-soft text-on-ember-soft hover:bg-ember-soft! hover:inset-ring hover:inset-ring-ember-line"
    >
      <Flame size={20} strokeWidth={1.75} fill={callbacks.flamed ? 'currentColor' : 'none'} />
    </IconButton>
  );
}
