import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { MatchPreferences } from '@vlam/contract/matching';
import { matchAges, matchDistances, matchFactors, matchWeights } from '@vlam/contract/rules/matching';
import { useEffect, useRef, useState } from 'react';
import { SpecialConsent } from '../../../components/special-consent.tsx';
import { Switch } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Loading, Skeleton } from '../../../components/ui/skeleton.tsx';
import { Slider } from '../../../components/ui/slider.tsx';
import { messageOf, queryOf } from '../../../lib/api.ts';
import { interestNames } from '../../../lib/interest-names.ts';
import { toastError } from '../../../lib/toast.ts';
import { useSavePreferences } from '../api.ts';
import { factorLabels, goalLabels, lifestyleLabels } from '../labels.ts';
import { ChipSet } from './chip-set.tsx';

/** Changes are saved after this pause, in milliseconds. */
const debounceMs = 700;
/** Display time of "Saved", in milliseconds. */
const savedNoteMs = 3_500;

/** Match preferences and weights; every change is saved and recomputes the matches. */
export function Preferences() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('matchPreferences'));
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading preferences`} className="mt-6 grid gap-4">
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </Loading>
    );
  return <PreferencesForm stored={data} />;
}

function PreferencesForm({ stored }: { stored: MatchPreferences }) {
  const { t, i18n } = useLingui();
  const [preferences, setPreferences] = useState(stored);
  const save = useSavePreferences();
  const pendingSave = useRef<{ timer: ReturnType<typeof setTimeout>; send(): void } | null>(null);
  // A pending change is also sent when the screen is left before the pause ends.
  useEffect(
    () => () => {
      if (!pendingSave.current) return;
      clearTimeout(pendingSave.current.timer);
      pendingSave.current.send();
    },
    [],
  );
  function change(part: Partial<MatchPreferences>) {
    const next = { ...preferences, ...part };
    setPreferences(next);
    if (pendingSave.current) clearTimeout(pendingSave.current.timer);
    const send = () => {
      pendingSave.current = null;
      save.mutate(next, {
        onError: (error) => {
          toastError(t`Your preferences were not saved`, messageOf(error), {
            label: t`Try again`,
            act: () => save.mutate(next),
          });
        },
      });
    };
    pendingSave.current = { send, timer: setTimeout(send, debounceMs) };
  }
  const { ageRange, maxDistance, priorityFactors } = preferences;
  const formatAge = (age: number) => (age === matchAges.max ? t`${age}+` : String(age));
  const formatDistance = (distance: number) => t`${distance} km`;
  return (
    <div className="mt-4 grid gap-9 lg:max-w-[760px]">
      <Switch
        checked={preferences.enabled}
        onChange={(enabled) => change({ enabled })}
        label={<Trans>Smart matching</Trans>}
        description={<Trans>Off takes you out of everybody's matches at once.</Trans>}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <Slider
          label={<Trans>Youngest age</Trans>}
          {...matchAges}
          value={ageRange.min}
          format={formatAge}
          onChange={(min) => change({ ageRange: { min, max: Math.max(min, ageRange.max) } })}
        />
        <Slider
          label={<Trans>Oldest age</Trans>}
          {...matchAges}
          value={ageRange.max}
          format={formatAge}
          onChange={(max) => change({ ageRange: { min: Math.min(max, ageRange.min), max } })}
        />
        <Slider
          className="sm:col-span-2"
          label={<Trans>Maximum distance</Trans>}
          {...matchDistances}
          value={maxDistance}
          format={formatDistance}
          onChange={(value) => change({ maxDistance: value })}
        />
      </div>
      <SpecialConsent>
        <ChipSet
          legend={<Trans>Interests</Trans>}
          labels={interestNames}
          chosen={preferences.interests}
          onChange={(interests) => change({ interests })}
        />
        <ChipSet
          legend={<Trans>Relationship goals</Trans>}
          labels={goalLabels}
          chosen={preferences.relationshipGoals}
          onChange={(relationshipGoals) => change({ relationshipGoals })}
        />
      </SpecialConsent>
      <ChipSet
        legend={<Trans>Lifestyle</Trans>}
        labels={lifestyleLabels}
        chosen={preferences.lifestyle}
        onChange={(lifestyle) => change({ lifestyle })}
      />
      <section>
        <h2 className="d4">
          <Trans>What matters most</Trans>
        </h2>
        <p className="mt-1 text-muted text-sm">
          <Trans>A score is made of these four, by the weights you give them.</Trans>
        </p>
        <div className="mt-4 grid gap-6 sm:grid-cols-2">
          {matchFactors.map((factor) => (
            <Slider
              key={factor}
              label={i18n._(factorLabels[factor])}
              {...matchWeights}
              value={priorityFactors[factor]}
              format={String}
              onChange={(value) => change({ priorityFactors: { ...priorityFactors, [factor]: value } })}
            />
          ))}
        </div>
      </section>
      <SaveNote saving={save.isPending} savedAt={save.isSuccess ? save.submittedAt : 0} />
    </div>
  );
}

/** Floating note that a change is being saved or was saved. */
function SaveNote({ saving, savedAt }: { saving: boolean; savedAt: number }) {
  const { t } = useLingui();
  const [readAt, setReadAt] = useState(0);
  useEffect(() => {
    if (!savedAt) return;
    const timer = setTimeout(() => setReadAt(savedAt), savedNoteMs);
    return () => clearTimeout(timer);
  }, [savedAt]);
  const text = saving ? t`Saving` : savedAt > readAt ? t`Saved. Your matches are being computed again.` : null;
  return (
    <div
      role="status"
      className="pointer-events-none sticky bottom-[calc(var(--bar-bottom)+env(safe-area-inset-bottom)+16px)] z-1 -mt-9 flex h-0 items-end justify-center lg:bottom-6"
    >
      {text ? (
        <span className="rounded-pill bg-surface-3 px-4 py-2.5 text-sm shadow-pop inset-ring inset-ring-line">
          {text}
        </span>
      ) : null}
    </div>
  );
}
