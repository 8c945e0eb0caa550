import { Trans, useLingui } from '@lingui/react/macro';
import type { NotificationTopic } from '@vlam/contract/rules/notifications';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { Link } from '../../../lib/router.tsx';
import { topicLabels } from '../notification-text.tsx';
import { PushSwitch } from './push-switch.tsx';

const topics: readonly NotificationTopic[] = ['messages', 'likes', 'subscriptions', 'tips', 'live'];

/** Push switch of the installed app, and the topics it covers. */
export function PwaAlerts() {
  const { i18n } = useLingui();
  return (
    <>
      <div className="mt-4">
        <PushSwitch />
      </div>
      <Section title={<Trans>Your notifications</Trans>} className="mt-7! lg:mt-9!">
        <ul>
          {topics.map((topic) => {
            const { name, about } = topicLabels[topic];
            return (
              <li key={topic} className="border-line border-t py-3 first:border-t-0">
                <p className="font-semibold">{i18n._(name)}</p>
                <p className="text-muted text-sm">{i18n._(about)}</p>
              </li>
            );
          })}
        </ul>
        <Link to="/notifications" search={{ tab: 'preferences' }} className={buttonStyle({ className: 'mt-3' })}>
          <Trans>Choose what you hear of</Trans>
        </Link>
      </Section>
    </>
  );
}
