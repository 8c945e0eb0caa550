import { useLingui } from '@lingui/react/macro';
import Image from 'lucide-react/icons/image';
import Inbox from 'lucide-react/icons/inbox';
import MessageCircle from 'lucide-react/icons/message-circle';
import Radio from 'lucide-react/icons/radio';
import Video from 'lucide-react/icons/video';
import { CreditPrice } from '../../../components/ui/credit-price.tsx';
import { creditCosts } from '../packs.ts';
import { CreditRow } from './credit-row.tsx';

/** Usual prices. A creator's own price is shown before each purchase. */
export function CreditUses() {
  const { t } = useLingui();
  const uses = [
    { icon: Image, title: t`Photo`, cost: creditCosts.photo },
    { icon: Video, title: t`Video`, cost: creditCosts.video },
    { icon: MessageCircle, title: t`Private chat message`, cost: creditCosts.message },
    { icon: Radio, title: t`Live show`, cost: creditCosts.liveShow },
    { icon: Inbox, title: t`Custom request`, cost: creditCosts.customRequest },
  ];
  return (
    <ul>
      {uses.map(({ icon: Icon, title, cost }) => (
        <CreditRow key={title} icon={<Icon size={20} strokeWidth={1.75} />} title={title}>
          <CreditPrice credits={cost} size="sm" className="shrink-0 justify-end" />
        </CreditRow>
      ))}
    </ul>
  );
}
