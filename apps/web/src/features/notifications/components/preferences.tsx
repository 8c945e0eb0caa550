import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import {
  alwaysInApp,
  type NotificationChannel,
  type NotificationTopic,
  notificationChannels,
} from '@vlam/contract/rules/notifications';
import { RadioRows } from '../../../components/ui/choice.tsx';
import { ErrorState } from '../../../components/ui/error-state.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { Loading, SkeletonRows } from '../../../components/ui/skeleton.tsx';
import { messageOf, queryOf } from '../../../lib/api.ts';
import { toastError } from '../../../lib/toast.ts';
import { type Preferences as PreferencesView, useSetPreferences } from '../api.ts';
import { topicLabels } from '../notification-text.tsx';
import { PushSwitch } from './push-switch.tsx';
import { QuietHours } from './quiet-hours.tsx';

/** Topics by channel, quiet hours and the email summary. */
export function Preferences() {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(queryOf('notificationPreferences'));
  const save = useSetPreferences({ onError: (failure) => toastError(t`That was not saved`, messageOf(failure)) });
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Loading label={t`Loading preferences`} className="mt-5">
        <SkeletonRows count={8} />
      </Loading>
    );
  return (
    <div className="max-w-[720px]">
      <Section title={<Trans>On this device</Trans>} className="mt-6!">
        <PushSwitch />
      </Section>
      <Section title={<Trans>Notify me about</Trans>}>
        {data.digest === 'off' ? (
          <p id="email-off" className="mb-3 text-muted text-sm">
            <Trans>
              Email is off: you chose no summary below. Its boxes are grey and keep what you ticked until you do.
            </Trans>
          </p>
        ) : null}
        <Matrix
          topics={data.topics}
          sendsMail={data.digest !== 'off'}
          onChange={(topic, channel, on) => save.mutate({ topics: [{ topic, [channel]: on }] })}
        />
        <p className="mt-3 text-muted text-sm">
          <Trans>
            Safety and account are always in the list. Email means the summary below; a device tells you only where you
            turned it on.
          </Trans>
        </p>
      </Section>
      <Section title={<Trans>Quiet hours</Trans>}>
        <QuietHours value={data.quietHours} onChange={(quietHours) => save.mutate({ quietHours })} />
      </Section>
      <Section title={<Trans>Summary by email</Trans>}>
        <RadioRows
          legend={<Trans>How often</Trans>}
          hideLegend
          value={data.digest}
          onChange={(digest) => save.mutate({ digest })}
          options={[
            { value: 'off', label: t`Never` },
            { value: 'daily', label: t`Every day`, description: t`At eight, if there is anything you have not seen` },
            { value: 'weekly', label: t`Once a week` },
          ]}
        />
        <p className="mt-2 text-muted text-sm">
          <Trans>The mail says how much there is and nothing of what it is.</Trans>
        </p>
      </Section>
    </div>
  );
}

/** Table of topics and channels; each checkbox is labelled by its row and column. */
function Matrix({
  topics,
  sendsMail,
  onChange,
}: {
  topics: PreferencesView['topics'];
  /** False when the email summary is off. */
  sendsMail: boolean;
  onChange(topic: NotificationTopic, channel: NotificationChannel, on: boolean): void;
}) {
  const { t, i18n } = useLingui();
  const channelNames = { inApp: t`In Vlam`, push: t`Device`, email: t`Email` };
  return (
    <table className="w-full table-fixed border-collapse">
      <thead>
        <tr className="text-faint text-meta">
          <th scope="col" className="w-auto pb-2 text-left font-semibold">
            <Trans>About</Trans>
          </th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col" className="w-14 pb-2 text-center font-semibold sm:w-20">
              {channelNames[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {topics.map((row) => {
          const { name, about } = topicLabels[row.topic];
          return (
            <tr key={row.topic} className="border-line border-t">
              <th scope="row" className="py-2.5 pr-2 text-left font-normal">
                <span className="block font-semibold">{i18n._(name)}</span>
                <span className="block text-meta text-muted max-sm:hidden">{i18n._(about)}</span>
              </th>
              {notificationChannels.map((channel) => (
                <td key={channel} className="text-center">
                  <label className="inline-flex size-11 items-center justify-center">
                    <span className="sr-only">
                      {i18n._(name)}: {channelNames[channel]}
                    </span>
                    <input
                      type="checkbox"
                      checked={row[channel]}
                      aria-describedby={channel === 'email' && !sendsMail ? 'email-off' : undefined}
                      disabled={
                        channel === 'email' ? !sendsMail : channel === 'inApp' && alwaysInApp.includes(row.topic)
                      }
                      onChange={(event) => onChange(row.topic, channel, event.target.checked)}
                      className="size-6 accent-ink disabled:opacity-50"
                    />
                  </label>
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
