import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  type LiveAudience,
  type LiveCategory,
  liveAudiences,
  liveCategories,
  liveClassifications,
} from '@vlam/contract/lives';
import { defaultTicketCredits, type LiveReplay, liveReplayMs, liveReplays } from '@vlam/contract/rules/lives';
import { creatorPriceRange } from '@vlam/contract/rules/split';
import type { TierNumber } from '@vlam/contract/rules/subscription-tiers';
import { useState } from 'react';
import { CreditField, creditsOf } from '../../../components/pay/credit-field.tsx';
import { FromTier } from '../../../components/pay/from-tier.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { RadioRows, Segment } from '../../../components/ui/choice.tsx';
import { DateTimeFields } from '../../../components/ui/date-time-fields.tsx';
import { Field } from '../../../components/ui/field.tsx';
import { Select } from '../../../components/ui/select.tsx';
import { TextInput } from '../../../components/ui/text-input.tsx';
import { type Answer, api, fieldErrorsOf, keyOf } from '../../../lib/api.ts';
import { nextQuarterHour, toIsoTime } from '../../../lib/johannesburg-time.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { audienceLabels, categoryLabels, replayLabels } from '../labels.ts';
import { usePlannedTime } from '../planned-time.ts';

type Started = Answer<'startLive'>;

/** What a show is called, when it is, who may watch and what it costs. */
export function StartForm({ ready, onStarted }: { ready: boolean; onStarted(started: Started): void }) {
  const client = useQueryClient();
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [startsAt, setStartsAt] = useState(() => nextQuarterHour(new Date(), 60));
  const plannedTime = usePlannedTime();
  const { t, i18n } = useLingui();
  const fail = useFailure();
  const [title, setTitle] = useState('');
  const [audience, setAudience] = useState<LiveAudience>('tickets');
  const [price, setPrice] = useState(String(defaultTicketCredits));
  const [category, setCategory] = useState<LiveCategory>('talk');
  const [rating, setRating] = useState<(typeof liveClassifications)[number]>('18');
  const [goal, setGoal] = useState('');
  const [goalCredits, setGoalCredits] = useState('');
  const [fromTier, setFromTier] = useState<TierNumber>(1);
  const hasTickets = audience === 'tickets';
  const isFree = audience === 'free';
  const [chosenReplay, setReplay] = useState<LiveReplay | null>(null);
  const replays = liveReplays.filter((value) => hasTickets || value !== 'holders');
  const [firstReplay = 'none'] = hasTickets ? replays : ['none' as const];
  const replay = chosenReplay && replays.includes(chosenReplay) ? chosenReplay : firstReplay;
  const days = liveReplayMs / 86_400_000;
  const body = () => ({
    ...{ title, category, audience, classification: rating, replay },
    ...(hasTickets ? { ticketCredits: creditsOf(price) } : {}),
    ...(isFree || fromTier === 1 ? {} : { fromTier }),
    ...(goal.trim() && goalCredits ? { goal: { title: goal, credits: creditsOf(goalCredits) } } : {}),
  });
  const start = useMutation({
    mutationFn: () => api.startLive({ body: body() }),
    onSuccess: onStarted,
    onError: fail,
  });
  const plan = useMutation({
    mutationFn: () => api.planLive({ body: { ...body(), startsAt: toIsoTime(startsAt) ?? '' } }),
    onSuccess: ({ plannedFor }) => {
      const { day, time } = plannedTime(plannedFor ?? '');
      toast({ title: t`Your show is announced`, text: t`${day} at ${time}` });
      setTitle('');
      return client.invalidateQueries({ queryKey: keyOf('listLives') });
    },
    onError: fail,
  });
  const isLater = when === 'later';
  const sent = isLater ? plan : start;
  const errors: Partial<Record<string, string>> = fieldErrorsOf(sent.error);
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if ((ready || isLater) && !sent.isPending) sent.mutate();
      }}
    >
      <Field label={<Trans>Title</Trans>} error={errors.title}>
        <TextInput
          name="title"
          maxLength={120}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
      </Field>
      <div>
        <p className="mb-1.5 font-semibold text-sm">
          <Trans>When</Trans>
        </p>
        <Segment
          label={t`When`}
          options={[
            { value: 'now', label: t`Now` },
            { value: 'later', label: t`Later` },
          ]}
          value={when}
          onChange={setWhen}
        />
      </div>
      {isLater ? (
        <DateTimeFields value={startsAt} onChange={setStartsAt} daysAhead={6} error={errors.startsAt} />
      ) : null}
      <RadioRows<LiveAudience>
        legend={<Trans>Who may watch</Trans>}
        options={liveAudiences.map((value) => ({
          value,
          label: i18n._(audienceLabels[value].name),
          description: i18n._(audienceLabels[value].about),
        }))}
        value={audience}
        onChange={setAudience}
      />
      {isFree ? null : <FromTier value={fromTier} onChange={setFromTier} />}
      {hasTickets ? (
        <CreditField
          name="ticketCredits"
          label={<Trans>Price of a ticket</Trans>}
          range={creatorPriceRange}
          value={price}
          onChange={setPrice}
          error={errors.ticketCredits}
          help={<Trans>Goes back if the show fails or has less than five minutes of picture.</Trans>}
        />
      ) : null}
      <Field label={<Trans>Category</Trans>}>
        <Select
          name="category"
          value={category}
          options={liveCategories.map((value) => ({ value, label: i18n._(categoryLabels[value]) }))}
          onChange={(event) => setCategory(event.currentTarget.value as LiveCategory)}
        />
      </Field>
      <div>
        <p className="mb-1.5 font-semibold text-sm">
          <Trans>Rated</Trans>
        </p>
        <Segment
          label={t`Rated`}
          options={liveClassifications.map((value) => ({ value, label: value }))}
          value={rating}
          onChange={setRating}
        />
      </div>
      <Field
        label={<Trans>Who may watch it again</Trans>}
        help={<Trans>For {days} days after the show. You can remove the replay at any time.</Trans>}
        error={errors.replay}
      >
        <Select
          name="replay"
          value={replay}
          options={replays.map((value) => ({
            value,
            label: i18n._(replayLabels[value][hasTickets ? 'withTickets' : 'withoutTickets']),
          }))}
          onChange={(event) => setReplay(event.currentTarget.value as LiveReplay)}
        />
      </Field>
      <Field label={<Trans>A goal for tips and gifts</Trans>} aside={<Trans>Optional</Trans>}>
        <TextInput name="goal" maxLength={80} value={goal} onChange={(event) => setGoal(event.currentTarget.value)} />
      </Field>
      {goal.trim() ? (
        <CreditField
          name="goalCredits"
          label={<Trans>Credits of the goal</Trans>}
          range={creatorPriceRange}
          value={goalCredits}
          onChange={setGoalCredits}
        />
      ) : null}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        full
        disabled={!(isLater ? toIsoTime(startsAt) : ready) || title.trim() === ''}
        busy={sent.isPending}
        busyLabel={isLater ? <Trans>Announcing</Trans> : <Trans>Beginning</Trans>}
      >
        {isLater ? <Trans>Announce the show</Trans> : <Trans>Go live</Trans>}
      </Button>
    </form>
  );
}
