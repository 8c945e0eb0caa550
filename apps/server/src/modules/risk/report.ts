import type { RiskCaseDetail } from '@vlam/contract/risk';
import { csvRow } from '../../platform/csv.ts';
import { formatRand } from '../../platform/rand.ts';
import { describeSignal } from './describe-signal.ts';

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});
const at = (time: string | null): string => (time ? timeFormat.format(new Date(time)) : '');

/** A draft of what is reported to the Financial Intelligence Centre; staff complete it with identity and bank details. */
export function writeReport(detail: RiskCaseDetail, now: Date): string {
  const { member, frozen } = detail;
  return [
    ['Draft of a report of suspicious transactions (FICA section 29)'],
    ['Keep it confidential: it must not be shown or hinted at to the member'],
    ['Case', detail.number],
    ['Drawn up', at(now.toISOString())],
    ['Member', member.name ?? 'account closed', member.accountId],
    ['Opened', at(detail.openedAt)],
    ['Report before', at(detail.dueAt)],
    ['State', detail.state],
    ['Money held since', at(frozen?.since ?? null)],
    [],
    ['What was seen', 'First', 'Last'],
    ...detail.signals.map((signal) => [describeSignal(signal), at(signal.firstAt), at(signal.lastAt)]),
    [],
    ['Payouts', 'Amount', 'State', 'Asked for'],
    ...detail.payouts.map((payout) => [
      payout.id,
      formatRand(payout.amountCents),
      payout.status,
      at(payout.requestedAt),
    ]),
    [],
    ['Paid by', 'Account', 'Sales', 'Credits', 'Rand', 'Shares a device', 'Charged back', 'Last'],
    ...detail.payers.map((payer) => [
      payer.name ?? 'account closed',
      payer.accountId,
      payer.sales,
      payer.credits,
      formatRand(payer.cents),
      payer.sharesDevice ? 'yes' : 'no',
      payer.chargedBack,
      at(payer.lastAt),
    ]),
    [],
    ['Belongs together with', 'Account', 'By', 'Account made'],
    ...detail.related.map((each) => [each.name, each.accountId, each.via.join(', '), at(each.createdAt)]),
    [],
    ['When', 'What', 'By', 'Note'],
    ...detail.steps.map((step) => [at(step.at), step.kind, step.by ?? 'a program', step.text]),
  ]
    .map(csvRow)
    .join('');
}
