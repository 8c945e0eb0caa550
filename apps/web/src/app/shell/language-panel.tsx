import { i18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import { api } from '../../lib/api.ts';
import { chooseLanguage, languageNames, languageStore, languages } from '../../lib/language.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { useStore } from '../../lib/store.ts';
import { toastError } from '../../lib/toast.ts';
import coverage from '../../locales/coverage.json' with { type: 'json' };

/** Push notifications are shown while the app is closed, so the worker gets their texts now. */
const sendPushText = () =>
  import('../../features/notifications/push-text.ts').then((module) => module.sendPushText()).catch(() => undefined);

/** How much of a language there is, and whether its speakers have read it. */
function Share({ of: { translated, reviewed } }: { of: { translated: number; reviewed: number } }) {
  return (
    <span lang={i18n.locale} className="block font-normal text-faint text-meta">
      {reviewed < 100 ? <Trans>{translated} %, in review</Trans> : <Trans>{translated} %</Trans>}
    </span>
  );
}

export function LanguagePanel({ close }: { close: () => void }) {
  const { t } = useLingui();
  const current = useStore(languageStore);
  const user = useCurrentUser();
  return (
    <>
      <ul>
        {languages.map((language) => (
          <li key={language}>
            <button
              type="button"
              lang={language}
              aria-pressed={language === current}
              onClick={() => {
                close();
                chooseLanguage(language).then(
                  () => {
                    sendPushText();
                    // Without it the mails stay as they are; the next sign-in says it again.
                    if (user) api.setAccountLanguage({ body: { language } }).catch(() => undefined);
                  },
                  () => toastError(t`Error`, t`This language could not be loaded. Check your connection.`),
                );
              }}
              className={clsx(
                'flex min-h-12 w-full items-center gap-3 rounded-sm px-3 py-1 text-button hover:bg-surface-2',
                language === current && 'font-semibold',
              )}
            >
              <span className="w-7 text-left font-semibold text-faint text-meta">{language.toUpperCase()}</span>
              <span className="flex-1 text-left">
                {languageNames[language]}
                {language in coverage ? <Share of={coverage[language as keyof typeof coverage]} /> : null}
              </span>
              {language === current ? <Check size={18} className="text-ember-line" /> : null}
            </button>
          </li>
        ))}
      </ul>
      <p className="px-3 pt-1 pb-2 text-faint text-meta">
        <Trans>What isn't translated yet reads in English.</Trans>
      </p>
    </>
  );
}
