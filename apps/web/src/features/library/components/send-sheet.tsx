import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { keepPicked } from '../../../lib/helpers/picked-files.ts';
import { go } from '../../../lib/router.tsx';
import { useFailure } from '../../../lib/use-failure.ts';
import { type LibraryFile, prepareFiles } from '../api.ts';
import { PeopleChoice } from './people-choice.tsx';

/** Chooses the recipient of files; the price is set in their chat. */
export function SendSheet({ files, onClose }: { files: readonly LibraryFile[]; onClose(): void }) {
  const fail = useFailure();
  const [to, setTo] = useState<string>();
  const [busy, setBusy] = useState(false);
  const open = async () => {
    if (!to) return;
    setBusy(true);
    try {
      keepPicked(to, await prepareFiles(files));
      go({ to: '/chat/:id', params: { id: to } });
    } catch (error) {
      fail(error);
      setBusy(false);
    }
  };
  return (
    <Sheet
      open
      onClose={onClose}
      locked={busy}
      title={<Trans>Send in a chat</Trans>}
      intro={<Trans>Next you set a price, or send it free.</Trans>}
      actions={
        <Button
          size="lg"
          variant="primary"
          disabled={!to}
          busy={busy}
          busyLabel={<Trans>Preparing</Trans>}
          onClick={() => void open()}
        >
          <Trans>Open the chat</Trans>
        </Button>
      }
    >
      <PeopleChoice
        legend={<Trans>Send to</Trans>}
        already={[]}
        chosen={to ? [to] : []}
        onChange={(ids) => setTo(ids.at(-1))}
      />
    </Sheet>
  );
}
