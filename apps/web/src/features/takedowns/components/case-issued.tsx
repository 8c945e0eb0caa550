import { Trans, useLingui } from '@lingui/react/macro';
import Copy from 'lucide-react/icons/copy';
import { useEffect, useRef } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { copyText } from '../../../lib/helpers/copy-text.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import type { CaseKeys } from '../api.ts';

/** Number and PIN of a new case; the PIN is shown here and nowhere else. */
export function CaseIssued({ caseNumber, pin }: CaseKeys) {
  const { t } = useLingui();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    scrollTo(0, 0);
  }, []);
  async function copy(): Promise<void> {
    if (await copyText(`${caseNumber} ${pin}`)) toast({ title: t`Copied` });
    else toastError(t`Error`, t`Your browser does not allow copying. Write them down.`);
  }
  return (
    <>
      <p className="text-muted text-sm">
        <Trans>Your case</Trans>
      </p>
      <h1 ref={heading} tabIndex={-1} className="num mt-2 text-[clamp(2rem,9.6vw,2.75rem)] tracking-[-0.04em]">
        {caseNumber}
      </h1>
      <div className="mt-4 flex flex-wrap items-end gap-4">
        <p>
          <span className="block text-faint text-meta">
            <Trans>PIN, shown once</Trans>
          </span>
          <span className="num mt-1 block text-[1.875rem] tracking-[0.24em]">{pin}</span>
        </p>
        <Button size="sm" icon={<Copy size={18} />} onClick={() => void copy()}>
          <Trans>Copy both</Trans>
        </Button>
      </div>
    </>
  );
}
