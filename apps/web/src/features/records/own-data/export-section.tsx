import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import Archive from 'lucide-react/icons/archive';
import { SaveButton } from '../../../components/save-button.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Section } from '../../../components/ui/page-title.tsx';
import { ProgressBar } from '../../../components/ui/progress-bar.tsx';
import { type Answer, keyOf } from '../../../lib/api.ts';
import { formatDate, formatTime } from '../../../lib/format.ts';
import { languageStore } from '../../../lib/language.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { useStore } from '../../../lib/store.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { useDataSource } from './source.ts';

type OwnData = Answer<'ownData'>;

/** A copy of everything stored: asked for, prepared, saved. */
export function ExportSection({ data }: { data: OwnData }) {
  const client = useQueryClient();
  const fail = useFailure();
  const { askExport, query } = useDataSource();
  const ask = useMutation({
    mutationFn: askExport,
    onSuccess: (next) => client.setQueryData(keyOf(query), next),
    onError: fail,
  });
  return (
    <Section title={<Trans>A copy of your data</Trans>} className="mt-6! lg:mt-8!">
      <p className="max-w-[60ch] text-muted">
        <Trans>
          One ZIP file with everything stored about you, as JSON: your account, page, messages that you wrote,
          purchases, places and settings. What others wrote to you is theirs and is not in it.
        </Trans>
      </p>
      <div className="mt-5">
        {data.export ? (
          <Prepared prepared={data.export} />
        ) : (
          <Button
            size="lg"
            icon={<Archive size={18} aria-hidden />}
            busy={ask.isPending}
            busyLabel={<Trans>Asking</Trans>}
            disabled={data.nextExportAt !== null}
            onClick={() => ask.mutate()}
          >
            <Trans>Prepare a copy</Trans>
          </Button>
        )}
        <NextCopy at={data.nextExportAt} />
      </div>
    </Section>
  );
}

function NextCopy({ at }: { at: string | null }) {
  const language = useStore(languageStore);
  if (!at) return null;
  return (
    <p className="mt-3 text-faint text-sm">
      <Trans>
        You can ask for another one on {formatDate(at, language)}, {formatTime(at)}.
      </Trans>
    </p>
  );
}

function Prepared({ prepared }: { prepared: NonNullable<OwnData['export']> }) {
  const { t } = useLingui();
  const language = useStore(languageStore);
  const { file, isSuspended } = useDataSource();
  if (prepared.state === 'preparing')
    return (
      <div role="status" className="max-w-[420px]">
        <p className="mb-2 text-sm">
          {isSuspended ? (
            <Trans>Preparing your copy. It is ready within a minute, mostly.</Trans>
          ) : (
            <Trans>Preparing your copy. You may leave this page; a mail tells you when it is ready.</Trans>
          )}
        </p>
        <ProgressBar value={prepared.done / prepared.tables} label={t`Preparing your copy`} tone="ember" />
      </div>
    );
  const kilobytes = formatNumber(Math.max(1, Math.round((prepared.byteSize ?? 0) / 1_000)));
  return (
    <>
      <SaveButton href={file} name="my-data.zip" size="lg">
        <Trans>Save your copy ({kilobytes} KB)</Trans>
      </SaveButton>
      {prepared.expiresAt ? (
        <p className="mt-3 text-muted text-sm">
          <Trans>
            It stays until {formatDate(prepared.expiresAt, language)}, {formatTime(prepared.expiresAt)}, and opens on
            this account only. It holds things you may not want others to read: keep it in a safe place.
          </Trans>
        </p>
      ) : null}
    </>
  );
}
