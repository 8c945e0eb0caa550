import { Trans, useLingui } from '@lingui/react/macro';
import type { ProfileView } from '@vlam/contract/profiles';
import { scoreBandOf } from '@vlam/contract/rules/matching';
import { useDistance } from '../../components/ui/person-labels.tsx';
import { type Figure, Figures } from '../../features/profiles/components/figures.tsx';
import { GlassBar } from '../../features/profiles/components/person-bar.tsx';
import { PersonHero } from '../../features/profiles/components/person-hero.tsx';
import { PersonTags } from '../../features/profiles/components/person-tags.tsx';
import { formatAnswerTime, formatDate } from '../../lib/format.ts';
import { PersonActions } from './person-actions.tsx';
import type { PageProps } from './person-creator.tsx';
import { PersonSaid } from './person-said.tsx';

/** A member's screen: place, match and flame. */
export function FanPage({ person, callbacks, bar, actionsRef }: PageProps) {
  const { bio, mood } = person;
  return (
    <div className="grid lg:grid-cols-[420px_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-14">
      <PersonHero person={person} banner={false} bar={<GlassBar {...bar} />} />
      <div className="lg:col-start-2">
        <PersonTags person={person} variant="plain" className="mt-2" />
        <div className="mt-4">
          <FanFigures person={person} />
        </div>
        <div ref={actionsRef} className="mt-4">
          <PersonActions person={person} callbacks={callbacks} />
        </div>
        {person.relation?.matched ? (
          <p className="mt-3 text-ember-text text-sm">
            <Trans>It's mutual: you have sent each other a flame.</Trans>
          </p>
        ) : null}
        {bio ? <p className="mt-4 max-w-130 break-words text-button/[1.6]! text-muted">{bio}</p> : null}
        <PersonSaid person={person} />
        {mood ? (
          <section className="mt-6">
            <h2 className="d4">
              <Trans>Mood today</Trans>
            </h2>
            <p className="mt-2 break-words text-button/[1.6]! text-muted">{mood}</p>
          </section>
        ) : null}
      </div>
    </div>
  );
}

const scoreInk = { green: 'text-online', yellow: 'text-warning', orange: 'text-heat-hot', red: 'text-danger' } as const;

function FanFigures({ person }: { person: ProfileView }) {
  const { t } = useLingui();
  const distance = useDistance()(person);
  const { match, responseTime, stats } = person;
  const figures: Figure[] = [];
  if (distance) figures.push({ value: distance, label: t`away` });
  if (match)
    figures.push({
      value: <span className={scoreInk[scoreBandOf(match.score)]}>{match.score}</span>,
      label: t`match`,
    });
  if (responseTime !== null) figures.push({ value: formatAnswerTime(responseTime), label: t`answers` });
  else if (stats.responseRate !== null) figures.push({ value: `${stats.responseRate}%`, label: t`replies` });
  figures.push({ value: formatDate(person.createdAt).slice(-4), label: t`since` });
  return <Figures figures={figures} />;
}
