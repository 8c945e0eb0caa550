import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { Button } from '../../../components/ui/button.tsx';
import { CreditToken } from '../../../components/ui/marks.tsx';
import { queryOf } from '../../../lib/api.ts';
import { useCreditTerms } from '../../../lib/credit-value.ts';
import { formatRand } from '../../../lib/format.ts';
import { type CreditPack, knownPacks } from '../packs.ts';

/** Each token stands for this many credits. */
const creditsPerToken = 50;

/** The four packs with their prices. The button opens the review; nothing is charged here. */
export function PackList({ onBuy }: { onBuy(pack: CreditPack): void }) {
  const { t } = useLingui();
  const name = useId();
  const { data: packs } = useQuery({ ...queryOf('listCreditPacks'), placeholderData: knownPacks });
  const terms = useCreditTerms();
  const [chosenId, setChosenId] = useState<CreditPack['id'] | null>(null);
  const packsOnSale = packs ?? knownPacks;
  const chosen =
    packsOnSale.find(({ id }) => id === chosenId) ?? packsOnSale.find(({ popular }) => popular) ?? packsOnSale[0];
  if (!chosen) return null;
  // As the review counts them: all that will arrive.
  const amount = chosen.credits + chosen.bonusCredits + (terms?.firstPurchaseBonus ?? 0);
  const price = formatRand(chosen.price);
  return (
    <>
      <fieldset aria-label={t`Credit packs`} className="grid gap-2 lg:grid-cols-4 lg:gap-3">
        {packsOnSale.map((pack) => (
          <Pack key={pack.id} pack={pack} name={name} checked={pack === chosen} onChoose={() => setChosenId(pack.id)} />
        ))}
      </fieldset>
      <div className="mt-4 flex flex-col gap-3 lg:flex-row-reverse lg:items-center lg:justify-between">
        <Button variant="primary" size="lg" className="w-full lg:w-auto lg:min-w-75" onClick={() => onBuy(chosen)}>
          {t`Buy ${amount} credits for ${price}`}
        </Button>
        <p className="text-faint text-sm">
          <Trans>
            Billed once, in rand, VAT included. No subscription. Unspent packs can be given back for 7 days.
          </Trans>
        </p>
      </div>
    </>
  );
}

interface PackProps {
  pack: CreditPack;
  name: string;
  checked: boolean;
  onChoose(): void;
}

function Pack({ pack, name, checked, onChoose }: PackProps) {
  const { savings } = pack;
  return (
    <label
      className={clsx(
        'press relative grid min-h-19 grid-cols-[24px_minmax(0,1fr)_auto] items-center gap-3.5 rounded-card px-3.5 py-3 xs:px-4.5',
        'lg:h-51 lg:grid-cols-[1fr_auto] lg:grid-rows-[auto_1fr_auto] lg:items-start lg:gap-0 lg:rounded-[24px] lg:p-5',
        'has-focus-visible:outline-2 has-focus-visible:outline-(--focus) has-focus-visible:outline-offset-2',
        checked ? 'bg-surface-2 inset-ring-2 inset-ring-ink' : 'bg-surface-1 hover:bg-surface-2',
      )}
    >
      {pack.popular ? (
        <span className="-translate-y-1/2 absolute top-0 left-14 inline-flex min-h-5 items-center rounded-pill bg-ink px-2.5 font-semibold text-bg text-micro lg:left-5">
          <Trans>Most popular</Trans>
        </span>
      ) : null}
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onChoose}
        className="size-6 appearance-none rounded-pill outline-none inset-ring-2 inset-ring-control checked:inset-ring-7 checked:inset-ring-ink lg:col-start-2 lg:row-start-1"
      />
      <span className="flex flex-wrap items-baseline gap-x-2 lg:col-start-1 lg:row-start-1">
        <span className="num text-[1.625rem] lg:text-[2.75rem]">{pack.credits}</span>
        {pack.bonusCredits > 0 ? (
          <span className="font-semibold text-gold text-sm">
            <Trans>+ {pack.bonusCredits} bonus</Trans>
          </span>
        ) : (
          <span className="sr-only">
            <Trans>credits</Trans>
          </span>
        )}
      </span>
      <Tokens pack={pack} />
      <span className="text-right lg:col-span-2 lg:row-start-3 lg:flex lg:items-center lg:justify-between">
        <span className="num block text-[1.375rem] lg:text-[1.625rem]">{formatRand(pack.price)}</span>
        <span className="mt-1 block whitespace-nowrap text-meta text-muted lg:mt-0">
          {savings > 0 ? <Trans>Save {savings}%</Trans> : <Trans>Starter</Trans>}
        </span>
      </span>
    </label>
  );
}

/** Size of a pack: a filled token per fifty credits bought, a ring per fifty bonus credits. */
function Tokens({ pack }: { pack: CreditPack }) {
  const bought = pack.credits / creditsPerToken;
  const tokens = Array.from({ length: bought + pack.bonusCredits / creditsPerToken }, (_, index) => index);
  return (
    <span aria-hidden className="col-span-2 row-start-2 hidden flex-wrap gap-1 self-center text-gold lg:flex">
      {tokens.map((index) =>
        index < bought ? (
          <CreditToken key={index} size={14} />
        ) : (
          <i key={index} className="size-3.5 rounded-pill opacity-75 inset-ring-[1.5px] inset-ring-gold" />
        ),
      )}
    </span>
  );
}
