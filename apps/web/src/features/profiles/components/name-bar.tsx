import { Avatar } from '../../../components/ui/avatar.tsx';
import { Back, type BarProps, MoreButton, Share } from './person-bar.tsx';

/** The bar with the name, after the picture has scrolled out of view. */
export function NameBar({ name, avatar, isOnline, onShare, onMore }: BarProps & { avatar: string; isOnline: boolean }) {
  return (
    <div className="fixed inset-x-0 top-0 z-25 flex h-14 items-center gap-2 bg-bg px-1 lg:hidden">
      <Back variant="plain" />
      <Avatar src={avatar} size={32} online={isOnline} />
      <b className="line-clamp-2 min-w-0 flex-1 pl-1 font-semibold text-[min(1rem,5vw)] leading-tight wrap-anywhere">
        {name}
      </b>
      <Share variant="plain" onShare={onShare} />
      {onMore ? <MoreButton variant="plain" name={name} onOpen={onMore} /> : null}
    </div>
  );
}
