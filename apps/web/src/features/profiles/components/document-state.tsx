import { Trans } from '@lingui/react/macro';
import type { OwnIdentity } from '@vlam/contract/profiles-identity';
import { Suspense, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { formatDate } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyPart } from '../../../lib/styles.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useDocumentStep } from '../identity-api.ts';

const DocumentSheet = lazyPart(() => import('./document-sheet.tsx').then((module) => module.DocumentSheet));

type Props = Pick<OwnIdentity, 'document' | 'documentSeen'>;

/** What has become of the document that was sent last, in words. */
export function DocumentNote({ document, documentSeen }: Props) {
  const language = useStore(languageStore);
  const day = (at: string | null) => (at ? formatDate(at, language) : '');
  const { state, reason, sentAt, until, isDue } = document;
  if (state === 'waiting') return <Trans>Sent on {day(sentAt)}. Staff look at it and tell you here.</Trans>;
  if (state === 'refused')
    return (
      <span className="text-danger">
        <Trans>Not accepted: {reason}</Trans>
      </span>
    );
  if (documentSeen && isDue)
    return <Trans>Please send it again by {day(until)}. Your level falls to 1 after that.</Trans>;
  if (documentSeen) return <Trans>Counts until {day(until)}</Trans>;
  if (state === 'expired') return <Trans>Nobody looked at it in time, so it was deleted. Please send it again.</Trans>;
  if (state === 'accepted') return <Trans>The last look at it was too long ago. Please send it again.</Trans>;
  return <Trans>A person of Vlam looks at it. Send a picture of it here.</Trans>;
}

/** The button for what can be done about the document now; nothing while it counts and is not asked for. */
export function DocumentAction({ document, documentSeen }: Props) {
  const fail = useFailure();
  const step = useDocumentStep();
  const [isOpen, setIsOpen] = useState(false);
  if (document.state === 'waiting')
    return (
      <Button
        size="sm"
        variant="ghost"
        busy={step.isPending}
        busyLabel={<Trans>Deleting</Trans>}
        onClick={() => step.mutate({ step: 'withdraw' }, { onError: fail })}
      >
        <Trans>Take it back</Trans>
      </Button>
    );
  if (documentSeen && !document.isDue) return null;
  return (
    <>
      <Button size="sm" variant={documentSeen ? 'quiet' : 'primary'} onClick={() => setIsOpen(true)}>
        {document.state === 'none' ? <Trans>Send it</Trans> : <Trans>Send it again</Trans>}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <DocumentSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
