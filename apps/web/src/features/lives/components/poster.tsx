import { Portrait } from '../../../components/ui/avatar.tsx';
import type { LiveDetails } from '../api.ts';

/** The creator where no picture plays: tall on a phone, wide beside the chat. Only the one that shows is loaded. */
export function Poster({ live: { poster, creator } }: { live: LiveDetails }) {
  const { tall, wide } = poster ?? { tall: creator.portraitUrl, wide: creator.portraitUrl };
  const whole = 'absolute inset-0 size-full bg-transparent!';
  return (
    <>
      <Portrait src={tall} width={13} height={20} className={`${whole} lg:hidden`} />
      <Portrait src={wide} width={147} height={65} className={`${whole} object-right max-lg:hidden`} />
    </>
  );
}
