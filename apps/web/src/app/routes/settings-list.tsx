import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { privacyScore } from '@vlam/contract/rules/privacy-score';
import { clsx } from 'clsx';
import Bell from 'lucide-react/icons/bell';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CreditCard from 'lucide-react/icons/credit-card';
import Download from 'lucide-react/icons/download';
import Gauge from 'lucide-react/icons/gauge';
import IdCard from 'lucide-react/icons/id-card';
import Languages from 'lucide-react/icons/languages';
import LifeBuoy from 'lucide-react/icons/life-buoy';
import Moon from 'lucide-react/icons/moon';
import Pencil from 'lucide-react/icons/pencil';
import Receipt from 'lucide-react/icons/receipt';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Signature from 'lucide-react/icons/signature';
import UserRound from 'lucide-react/icons/user-round';
import VenetianMask from 'lucide-react/icons/venetian-mask';
import Video from 'lucide-react/icons/video';
import type { ReactNode } from 'react';
import { usePaymentMethods } from '../../components/pay/pay-with.tsx';
import { Avatar } from '../../components/ui/avatar.tsx';
import { securityQuery } from '../../features/identity/security-api.ts';
import { ownProfileQuery } from '../../features/profiles/own-api.ts';
import { queryOf } from '../../lib/api.ts';
import { browserSavesData, readCookie } from '../../lib/device.ts';
import { disguiseStore } from '../../lib/disguise.ts';
import { disguises } from '../../lib/disguise-list.ts';
import { incognitoStore, inEffect } from '../../lib/incognito.ts';
import { languageNames, languageStore } from '../../lib/language.ts';
import { Link } from '../../lib/router.tsx';
import { useCurrentUser } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { themeStore } from '../../lib/theme.ts';

export type SettingsName =
  | 'account'
  | 'privacy'
  | 'disguise'
  | 'notifications'
  | 'payments'
  | 'statement'
  | 'calls'
  | 'language'
  | 'theme'
  | 'data'
  | 'app'
  | 'identity'
  | 'consents'
  | 'help';

/** Every setting with its state; `current` is the one that is open beside it. */
export function SettingsList({ current }: { current: SettingsName | null }) {
  const { t } = useLingui();
  const user = useCurrentUser();
  const row = (name: SettingsName) => ({ current: name === current });
  return (
    <>
      <Person />
      <nav aria-label={t`Settings`} className="mt-4 grid gap-5 xl:gap-4">
        <ul>
          <Row {...row('account')} to="/account" icon={UserRound} label={<Trans>Account and security</Trans>}>
            <AccountState />
          </Row>
          <Row {...row('privacy')} to="/privacy" icon={ShieldCheck} label={<Trans>Privacy</Trans>}>
            <PrivacyState />
          </Row>
          <Row {...row('disguise')} to="/disguise" icon={VenetianMask} label={<Trans>Disguise</Trans>}>
            <DisguiseState />
          </Row>
          <Row
            {...row('notifications')}
            to="/settings/:part"
            params={{ part: 'notifications' }}
            icon={Bell}
            label={<Trans>Notifications</Trans>}
          >
            <NotificationState />
          </Row>
        </ul>
        <ul>
          <Row
            {...row('payments')}
            to="/settings/:part"
            params={{ part: 'payments' }}
            icon={CreditCard}
            label={<Trans>Payments</Trans>}
          >
            <PaymentState />
          </Row>
          <Row {...row('statement')} to="/statement" icon={Receipt} label={<Trans>Statement and receipts</Trans>} />
          {user?.creator ? (
            <Row
              {...row('calls')}
              to="/settings/:part"
              params={{ part: 'calls' }}
              icon={Video}
              label={<Trans>Calls</Trans>}
            >
              <CallState />
            </Row>
          ) : null}
        </ul>
        <ul>
          <Row
            {...row('language')}
            to="/settings/:part"
            params={{ part: 'language' }}
            icon={Languages}
            label={<Trans>Language</Trans>}
          >
            {languageNames[useStore(languageStore)]}
          </Row>
          <Row
            {...row('theme')}
            to="/settings/:part"
            params={{ part: 'theme' }}
            icon={Moon}
            label={<Trans>Theme</Trans>}
          >
            <ThemeState />
          </Row>
          <Row {...row('data')} to="/data" icon={Gauge} label={<Trans>Data</Trans>}>
            {readCookie('saver') === '1' || browserSavesData() ? <Trans>Saver on</Trans> : <Trans>Saver off</Trans>}
          </Row>
          <Row {...row('app')} to="/pwa" icon={Download} label={<Trans>App on this device</Trans>} />
        </ul>
        <ul>
          <Row {...row('identity')} to="/identity" icon={IdCard} label={<Trans>Your identity</Trans>} />
          <Row {...row('consents')} to="/consents" icon={Signature} label={<Trans>Your consent</Trans>} />
          <Row {...row('help')} to="/legal" icon={LifeBuoy} label={<Trans>Help and legal</Trans>} />
        </ul>
      </nav>
    </>
  );
}

function Person() {
  const { t } = useLingui();
  const user = useCurrentUser();
  const { data: profile } = useQuery(ownProfileQuery);
  if (!user) return null;
  return (
    <div className="mt-4 flex items-center gap-4">
      <Avatar src={user.profileImageUrl} size={56} />
      <div className="min-w-0 flex-1">
        <p className="d4 wrap-anywhere">{profile?.displayName ?? `${user.firstName} ${user.lastName}`}</p>
        <p className="wrap-anywhere text-meta text-muted">{profile?.location ?? user.email}</p>
      </div>
      <Link
        to="/profile"
        aria-label={t`Edit your profile`}
        className="press inline-flex size-11 shrink-0 items-center justify-center rounded-pill bg-surface-2 hover:bg-surface-3"
      >
        <Pencil size={20} strokeWidth={1.75} aria-hidden />
      </Link>
    </div>
  );
}

type Target =
  | {
      to:
        | '/account'
        | '/privacy'
        | '/disguise'
        | '/statement'
        | '/data'
        | '/pwa'
        | '/identity'
        | '/consents'
        | '/legal';
    }
  | { to: '/settings/:part'; params: { part: SettingsName } };

type RowProps = Target & {
  icon: typeof Bell;
  label: ReactNode;
  current: boolean;
  /** Its state, in a word or two. */
  children?: ReactNode;
};

function Row({ icon: Icon, label, current, children, ...target }: RowProps) {
  return (
    <li className="border-line border-t first:border-t-0">
      <Link
        {...target}
        aria-current={current ? 'page' : undefined}
        className={clsx(
          'flex min-h-15 items-center gap-3 py-2 xl:-mx-3 xl:min-h-13 xl:rounded-sm xl:px-3',
          current ? 'bg-surface-2' : 'hover:text-ember-text',
        )}
      >
        <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 font-semibold">{label}</span>
        <span className="min-w-0 max-w-[50%] text-right text-muted text-sm">{children}</span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-faint" />
      </Link>
    </li>
  );
}

function AccountState() {
  const { data } = useQuery(securityQuery);
  if (!data) return null;
  const keys = data.passkeys.length;
  if (keys > 0) return <Plural value={keys} one="# passkey" other="# passkeys" />;
  return data.codesSince ? <Trans>Codes on</Trans> : <Trans>Password</Trans>;
}

function PrivacyState() {
  const score = privacyScore(inEffect(useStore(incognitoStore)));
  const { t } = useLingui();
  return (
    <span
      role="img"
      aria-label={t`Privacy score: ${score} out of 100`}
      className={clsx('tabular-nums', score >= 60 && 'text-online')}
    >
      {score}
    </span>
  );
}

function DisguiseState() {
  const { i18n } = useLingui();
  const { isEnabled, selectedDisguise } = useStore(disguiseStore);
  return isEnabled && selectedDisguise ? i18n._(disguises[selectedDisguise].name) : <Trans>Off</Trans>;
}

function NotificationState() {
  const { data } = useQuery(queryOf('notificationPreferences'));
  if (!data) return null;
  if (data.quietHours) return <Trans>Quiet from {data.quietHours.from}</Trans>;
  return data.push.thisDevice ? <Trans>Push on</Trans> : <Trans>In Vlam only</Trans>;
}

function PaymentState() {
  const { data } = usePaymentMethods();
  const [first] = data ?? [];
  if (!data) return null;
  return first ? `${first.brand} ${first.lastFour ?? ''}` : <Trans>No card</Trans>;
}

function CallState() {
  const { data } = useQuery(queryOf('getCallSettings'));
  if (!data) return null;
  return data.available ? <Trans>{data.creditsPerMinute} credits a minute</Trans> : <Trans>Off</Trans>;
}

function ThemeState() {
  const theme = useStore(themeStore);
  return theme === 'dark' ? <Trans>Dark</Trans> : theme === 'light' ? <Trans>Light</Trans> : <Trans>Auto</Trans>;
}
