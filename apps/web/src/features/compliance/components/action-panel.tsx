import { Trans } from '@lingui/react/macro';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../../components/ui/button.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { Link } from '../../../lib/router.tsx';
import { useStore } from '../../../lib/store.ts';
import type { ComplianceStatus } from '../api.ts';

/** What the creator has to do next; nothing where nothing is to do. */
export function ActionPanel({ status }: { status: ComplianceStatus }) {
  const language = useStore(languageStore);
  const { action, nextRenewalDate, registration } = status;
  const day = nextRenewalDate ? formatDate(`${nextRenewalDate}T12:00:00Z`, language) : '';
  const texts: Record<NonNullable<typeof action>, { text: ReactNode; button: ReactNode }> = {
    register: {
      text: (
        <Trans>
          Register with the Film and Publication Board before you publish anything classified X18. Until then it stays a
          draft.
        </Trans>
      ),
      button: <Trans>Register</Trans>,
    },
    correct: {
      text: <Trans>Your registration was refused: {registration?.reason}. Correct it and send it again.</Trans>,
      button: <Trans>Correct it</Trans>,
    },
    renew: {
      text: <Trans>Your registration ends on {day}. Renew it, or what is rated X18 becomes a draft again.</Trans>,
      button: <Trans>Renew</Trans>,
    },
    add_certificate: {
      text: <Trans>Add your certificate as a PDF or a picture, so that it is at hand when the Board asks.</Trans>,
      button: <Trans>Add the certificate</Trans>,
    },
  };
  if (!action) return null;
  return (
    <section className="rounded-[28px] bg-warning-soft p-5">
      <h2 className="d4 flex items-center gap-2 text-warning">
        <TriangleAlert size={20} aria-hidden className="shrink-0" />
        <Trans>Action required</Trans>
      </h2>
      <p className="mt-2 wrap-anywhere">{texts[action].text}</p>
      <Link to="/fpb-registration" className={buttonStyle({ variant: 'primary', className: 'mt-4' })}>
        {texts[action].button}
      </Link>
    </section>
  );
}
