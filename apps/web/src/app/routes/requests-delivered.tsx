import { Trans, useLingui } from '@lingui/react/macro';
import { buttonStyle } from '../../components/ui/button.tsx';
import { RateStars } from '../../components/ui/rate-stars.tsx';
import { Sheet } from '../../components/ui/sheet.tsx';
import { type ContentRequestView, useRateRequest } from '../../features/requests/api.ts';
import { messageOf } from '../../lib/api.ts';
import { Link } from '../../lib/router.tsx';
import { toastError } from '../../lib/toast.ts';
import { DeliveredFiles } from './delivered-files.tsx';

/** A delivery, shown to both sides of the request. */
export function Delivered({ request, onClose }: { request: ContentRequestView; onClose(): void }) {
  const { title, creator, delivery, liveId } = request;
  if (liveId)
    return (
      <Sheet open onClose={onClose} title={title} intro={<Trans>By {creator.displayName}</Trans>}>
        <p className="text-muted">
          <Trans>The show was yours alone, and so is its replay while it is kept.</Trans>
        </p>
        <Link to="/live/:id" params={{ id: liveId }} className={`${buttonStyle({ variant: 'primary' })} mt-4`}>
          <Trans>To the show</Trans>
        </Link>
        {request.isOwn ? <Rate request={request} /> : null}
      </Sheet>
    );
  if (!delivery) return null;
  return (
    <Sheet open onClose={onClose} title={title} intro={<Trans>By {creator.displayName}</Trans>}>
      <DeliveredFiles delivery={delivery} title={title} />
      {delivery.message ? <p className="mt-4 text-muted">“{delivery.message}”</p> : null}
      {request.isOwn ? <Rate request={request} /> : null}
    </Sheet>
  );
}

function Rate({ request: { id, rating } }: { request: ContentRequestView }) {
  const { t } = useLingui();
  const rate = useRateRequest(id, (error) =>
    toastError(t`Error`, messageOf(error) ?? t`Your stars did not arrive. Try again.`),
  );
  return (
    <RateStars
      title={<Trans>How is it?</Trans>}
      given={rating}
      rate={rate}
      className="mt-4 border-line border-t pt-4"
    />
  );
}
