import { Trans, useLingui } from '@lingui/react/macro';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useId, useState } from 'react';
import { Avatar } from '../../../components/ui/avatar.tsx';
import { Button, buttonStyle } from '../../../components/ui/button.tsx';
import { useDistance } from '../../../components/ui/person-labels.tsx';
import { Link } from '../../../lib/router.tsx';
import type { Match } from '../api.ts';
import { FactorBars } from './factor-bars.tsx';
import { Reasons } from './reasons.tsx';
import { Score } from './score.tsx';

interface MatchRowProps {
  match: Match;
  flamed: boolean;
  onFlame(match: Match): void;
}

/** A match below the first three; a button shows its reasons. */
export function MatchRow({ match, flamed, onFlame }: MatchRowProps) {
  const { t } = useLingui();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { person, compatibilityScore, bio } = match;
  const distance = useDistance()(person);
  return (
    <li className="border-line border-t py-4 first:border-t-0">
      <div className="flex items-center gap-3">
        <Avatar src={person.avatarUrl} size={56} online={person.isOnline} />
        <div className="min-w-0 flex-1">
          <Link
            to="/profile/:id"
            params={{ id: person.id }}
            className="-my-2.5 block wrap-anywhere py-2.5 font-semibold"
          >
            {person.age === null ? person.displayName : `${person.displayName}, ${person.age}`}
          </Link>
          <p className="wrap-anywhere text-meta text-muted">
            {distance ? `${person.location} · ${distance}` : person.location}
          </p>
        </div>
        <Score value={compatibilityScore} />
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={t`Why ${person.displayName} fits`}
          onClick={() => setOpen((shown) => !shown)}
          className="press -mr-2 grid size-11 shrink-0 place-items-center rounded-pill hover:bg-surface-2"
        >
          <ChevronDown size={20} className={open ? 'rotate-180 text-ink' : 'text-faint'} />
        </button>
      </div>
      {open ? (
        <div id={id} className="mt-3 grid gap-4 lg:grid-cols-2">
          <div>
            {bio ? <p className="mb-2 max-w-[60ch]">{bio}</p> : null}
            <Reasons reasons={match.matchReasons} />
            <div className="mt-3 flex gap-2">
              <Link to="/chat/:id" params={{ id: person.id }} className={buttonStyle({ size: 'sm' })}>
                <Trans>Chat</Trans>
              </Link>
              <Button size="sm" variant="connect" disabled={flamed} onClick={() => onFlame(match)}>
                {flamed ? <Trans>Flame sent</Trans> : <Trans>Send Flame</Trans>}
              </Button>
            </div>
          </div>
          <FactorBars factors={match.factors} />
        </div>
      ) : null}
    </li>
  );
}
