import { Trans } from '@lingui/react/macro';
import EyeOff from 'lucide-react/icons/eye-off';
import ListFilter from 'lucide-react/icons/list-filter';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { HoldBackSheet } from '../../../components/ui/hold-back-sheet.tsx';
import { Sheet } from '../../../components/ui/sheet.tsx';
import { sheetRow } from '../../../components/ui/sheet-row.ts';
import { Link } from '../../../lib/router.tsx';
import type { ListedContent } from '../api.ts';

/** What staff do with a published item: see it on its creator's page, list the creator's others, or hold it back. */
export function ListedItemSheet({ item, onClose }: { item: ListedContent; onClose(): void }) {
  const [isHolding, setHolding] = useState(false);
  const { id, displayName } = item.profile;
  if (isHolding) return <HoldBackSheet contentId={item.id} onClose={onClose} />;
  return (
    <Sheet open onClose={onClose} title={item.title} intro={<Trans>Published by {displayName}</Trans>}>
      <Link to="/profile/:id" params={{ id }} className={sheetRow}>
        <UserRound size={20} aria-hidden />
        <span className="min-w-0 flex-1 font-semibold">
          <Trans>Open the page of {displayName}</Trans>
        </span>
      </Link>
      <Link to="/admin/content" search={{ profile: id }} onClick={onClose} className={sheetRow}>
        <ListFilter size={20} aria-hidden />
        <span className="min-w-0 flex-1 font-semibold">
          <Trans>List all items of {displayName}</Trans>
        </span>
      </Link>
      {item.isOwn ? (
        <p className="border-line border-t py-4 text-muted text-sm">
          <Trans>This is your own item. Another member of staff decides about it.</Trans>
        </p>
      ) : (
        <button type="button" onClick={() => setHolding(true)} className={sheetRow}>
          <EyeOff size={20} aria-hidden />
          <span className="min-w-0 flex-1 font-semibold">
            <Trans>Hold it back</Trans>
          </span>
        </button>
      )}
    </Sheet>
  );
}
