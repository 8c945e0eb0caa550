import { useLingui } from '@lingui/react/macro';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Share2 from 'lucide-react/icons/share-2';
import { BalancePill } from '../../../components/ui/balance-pill.tsx';
import { IconButton } from '../../../components/ui/icon-button.tsx';
import { go } from '../../../lib/router.tsx';
import { toast } from '../../../lib/toast.ts';

/** Back, share and balance on glass, over the picture of a detail screen. Phones only: wide screens keep the header. */
export function DetailBar({ title, balance }: { title: string; balance: number | undefined }) {
  const { t } = useLingui();
  const back = () => (history.length > 1 ? history.back() : go({ to: '/' }));
  const share = async () => {
    const url = `${location.origin}${location.pathname}`;
    if (typeof navigator.share === 'function') await navigator.share({ title, url }).catch(() => undefined);
    else {
      await navigator.clipboard.writeText(url);
      toast({ title: t`Link copied` });
    }
  };
  return (
    <div className="absolute inset-x-0 top-2 z-10 -mx-2 flex items-center justify-between lg:hidden">
      <IconButton look="glass" label={t`Back`} onClick={back}>
        <ArrowLeft size={20} />
      </IconButton>
      <div className="flex items-center gap-2">
        <IconButton look="glass" label={t`Share`} onClick={() => void share()}>
          <Share2 size={20} />
        </IconButton>
        {balance === undefined ? null : <BalancePill balance={balance} />}
      </div>
    </div>
  );
}
