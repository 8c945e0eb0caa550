import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { tipMenuSize } from '@vlam/contract/rules/tip-menu';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { queryOf } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { type MenuItem, useOrderMenu } from './tip-menu-api.ts';
import { TipMenuSheet } from './tip-menu-sheet.tsx';

/** What tips can be for: adds, changes, orders and removes items. */
export function TipMenu() {
  const { data } = useQuery(queryOf('ownTipMenu'));
  const [opened, setOpened] = useState<MenuItem | 'new' | null>(null);
  const order = useOrderMenu();
  if (!data) return null;
  const { items } = data;
  const move = (index: number, by: 1 | -1) => {
    const ids = items.map(({ id }) => id);
    const [id] = ids.splice(index, 1);
    if (id) order.mutate(ids.toSpliced(index + by, 0, id));
  };
  return (
    <section className="mt-10">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="d4">
          <Trans>Tip menu</Trans>
        </h2>
        {items.length < tipMenuSize ? (
          <Button size="sm" onClick={() => setOpened('new')}>
            <Trans>Add</Trans>
          </Button>
        ) : null}
      </div>
      <p className="text-faint text-meta">
        <Trans>What a tip can be for. It stands on your page and where people send a tip.</Trans>
      </p>
      <ul className="mt-2">
        {items.map((item, index) => (
          <Row
            key={item.id}
            item={item}
            busy={order.isPending}
            onEdit={() => setOpened(item)}
            onUp={index > 0 ? () => move(index, -1) : null}
            onDown={index < items.length - 1 ? () => move(index, 1) : null}
          />
        ))}
      </ul>
      {opened ? <TipMenuSheet item={opened === 'new' ? null : opened} onClose={() => setOpened(null)} /> : null}
    </section>
  );
}

interface RowProps {
  item: MenuItem;
  busy: boolean;
  onEdit(): void;
  onUp: (() => void) | null;
  onDown: (() => void) | null;
}

function Row({ item: { name, description, credits, tips }, busy, onEdit, onUp, onDown }: RowProps) {
  const { t } = useLingui();
  return (
    <li data-slot="menu-row" className="flex items-center gap-1 border-line border-b py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        {description ? <p className="wrap-anywhere text-muted text-sm">{description}</p> : null}
        <p className="mt-0.5 flex items-center gap-1 text-faint text-meta">
          <CreditToken className="text-gold" />
          <span className="num text-gold">{formatNumber(credits)}</span>
          {tips > 0 ? (
            <span>
              · <Plural value={tips} one="# tip" other="# tips" />
            </span>
          ) : null}
        </p>
      </div>
      <IconButton label={t`Move ${name} up`} disabled={busy || !onUp} onClick={() => onUp?.()}>
        <ArrowUp size={20} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t`Move ${name} down`} disabled={busy || !onDown} onClick={() => onDown?.()}>
        <ArrowDown size={20} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t`Change ${name}`} onClick={onEdit}>
        <Pencil size={20} strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}
