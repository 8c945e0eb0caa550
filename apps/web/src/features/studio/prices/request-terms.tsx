import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestOffer, RequestTerms as Terms } from '@vlam/contract/request-terms';
import { requestMenuSize } from '@vlam/contract/rules/request-terms';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import { useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { api, keyOf, queryOf } from '../../../lib/api.ts';
import { formatNumber } from '../../../lib/format.ts';
import { toast } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { RequestOfferSheet } from './request-offer-sheet.tsx';
import { RequestTermsSheet } from './request-terms-sheet.tsx';

type Wanted = Parameters<typeof api.setRequestTerms>[0]['body'];

/** Saves the terms as a whole. */
function useSaveTerms(onDone: () => void) {
  const { t } = useLingui();
  const client = useQueryClient();
  const fail = useFailure();
  return useMutation({
    mutationFn: (body: Wanted) => api.setRequestTerms({ body }),
    onSuccess: (terms) => {
      client.setQueryData(keyOf('ownRequestTerms'), terms);
      toast({ title: t`Saved` });
      onDone();
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: keyOf('ownRequestTerms') });
      fail(error);
    },
  });
}

/** Whom a creator takes requests from, from which price, and the menu of what they make. */
export function RequestTerms() {
  const { data } = useQuery(queryOf('ownRequestTerms'));
  const [opened, setOpened] = useState<RequestOffer | 'new' | 'terms' | null>(null);
  const close = () => setOpened(null);
  const save = useSaveTerms(close);
  if (!data) return null;
  const { offers } = data;
  const put = (next: readonly Wanted['offers'][number][]) => save.mutate({ ...data, offers: [...next] });
  const moveUp = (index: number) => {
    const moved = offers[index];
    if (moved) put(offers.toSpliced(index, 1).toSpliced(index - 1, 0, moved));
  };
  return (
    <section className="mt-10">
      <div className="flex min-h-11 items-center justify-between gap-3">
        <h2 className="d4">
          <Trans>Requests</Trans>
        </h2>
        {offers.length < requestMenuSize ? (
          <Button size="sm" onClick={() => setOpened('new')}>
            <Trans>Add</Trans>
          </Button>
        ) : null}
      </div>
      <TermsRow terms={data} onChange={() => setOpened('terms')} />
      <ul>
        {offers.map((offer, index) => (
          <OfferRow
            key={offer.id}
            offer={offer}
            busy={save.isPending}
            onUp={index > 0 ? () => moveUp(index) : null}
            onEdit={() => setOpened(offer)}
          />
        ))}
      </ul>
      {opened === 'terms' ? (
        <RequestTermsSheet
          terms={data}
          busy={save.isPending}
          onSave={(change) => save.mutate({ ...data, ...change })}
          onClose={close}
        />
      ) : opened ? (
        <RequestOfferSheet
          offer={opened === 'new' ? null : opened}
          busy={save.isPending}
          onSave={(offer) =>
            put(opened === 'new' ? [...offers, offer] : offers.map((one) => (one.id === opened.id ? offer : one)))
          }
          onRemove={opened === 'new' ? null : () => put(offers.filter((one) => one.id !== opened.id))}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

function TermsRow({ terms: { openTo, minimum }, onChange }: { terms: Terms; onChange(): void }) {
  const { t } = useLingui();
  return (
    <div className="flex items-center gap-1 border-line border-b py-2.5">
      <p className="min-w-0 flex-1 text-muted text-sm">
        {openTo === 'subscribers' ? (
          <Trans>From Diamond members and your subscribers, from {minimum} credits.</Trans>
        ) : (
          <Trans>From Diamond members, from {minimum} credits.</Trans>
        )}
      </p>
      <IconButton label={t`Change who may ask`} onClick={onChange}>
        <Pencil size={20} strokeWidth={1.75} />
      </IconButton>
    </div>
  );
}

interface OfferRowProps {
  offer: RequestOffer;
  busy: boolean;
  onUp: (() => void) | null;
  onEdit(): void;
}

function OfferRow({ offer: { title, delivers, credits, days }, busy, onUp, onEdit }: OfferRowProps) {
  const { t } = useLingui();
  return (
    <li data-slot="menu-row" className="flex items-center gap-1 border-line border-b py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{title}</p>
        <p className="wrap-anywhere text-muted text-sm">{delivers}</p>
        <p className="mt-0.5 flex items-center gap-1 text-faint text-meta">
          <CreditToken />
          <span className="num text-gold">{formatNumber(credits)}</span>
          <span>
            · <Plural value={days} one="within # day" other="within # days" />
          </span>
        </p>
      </div>
      <IconButton label={t`Move ${title} up`} disabled={busy || !onUp} onClick={() => onUp?.()}>
        <ArrowUp size={20} strokeWidth={1.75} />
      </IconButton>
      <IconButton label={t`Change ${title}`} onClick={onEdit}>
        <Pencil size={20} strokeWidth={1.75} />
      </IconButton>
    </li>
  );
}
