import { DisputeList } from '../../features/administration/components/dispute-list.tsx';
import { DeliveredFiles } from './delivered-files.tsx';

/** Disputed requests, with the delivery as both sides see it. */
export function Disputes() {
  return <DisputeList renderFile={(delivery, title) => <DeliveredFiles delivery={delivery} title={title} />} />;
}
