import { Trans, useLingui } from '@lingui/react/macro';
import type { CreatorView, ProfileView } from '@vlam/contract/profiles';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import Flame from 'lucide-react/icons/flame';
import MessageCircle from 'lucide-react/icons/message-circle';
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
  const trial = subscription?.trial;
  const subscribed = subscription != null && !trial;
  const done = creator ? subscribed || !creator.sellsSubscriptions : callbacks.flamed || relation?.matched === true;
  return (
    <div data-slot="toast-free" className="flex flex-wrap items-center gap-2">
      <Message id={person.id} variant={done ? 'primary' : 'quiet'} isCreator={creator !== null} />
      {creator ? (
        <Subscribe
          {...{ creator, subscribed, trial }}
          movesUp={subscription?.higherTier === 'open'}
          onOpen={() => callbacks.open('subscribe')}
        />
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
  creator,
  subscribed,
  trial,
  movesUp,
  onOpen,
}: {
  creator: CreatorView;
  subscribed: boolean;
  /** Free days are running. */
  trial: boolean | undefined;
  /** A higher tier takes new people. */
  movesUp: boolean;
  onOpen(): void;
}) {
  const price = formatRand(creator.subscriptionPrice);
  if (!subscribed && !creator.sellsSubscriptions)
    return (
      <button type="button" disabled className={buttonStyle({ className: clsx(second, 'hover:bg-surface-2') })}>
        <Trans>No subscriptions</Trans>
      </button>
    );
  if (!subscribed)
    return (
      <Button variant="primary" className={second} onClick={onOpen}>
        {trial ? <Trans>Continue at {price}</Trans> : <Trans>Subscribe {price}</Trans>}
      </Button>
    );
  if (movesUp && creator.sellsSubscriptions)
    return (
      <Button className={second} onClick={onOpen}>
        <Trans>Upgrade</Trans>
      </Button>
    );
  return (
    <button type="button" disabled className={buttonStyle({ className: clsx(second, 'hover:bg-surface-2') })}>
      <Check size={18} aria-hidden className="text-online" />
      <Trans>Subscribed</Trans>
    </button>
  );
}

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
