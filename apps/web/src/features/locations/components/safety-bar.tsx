import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { extensions } from '@vlam/contract/rules/meeting';
import { clsx } from 'clsx';
import Clock from 'lucide-react/icons/clock';
import { Button } from '../../../components/ui/button.tsx';
import { menuRow } from '../../../components/ui/menu-row.ts';
import { Popover } from '../../../components/ui/popover.tsx';
import { queryOf } from '../../../lib/api.ts';
import { copyText } from '../../../lib/helpers/copy-text.ts';
import { toast, toastError } from '../../../lib/toast.ts';
import { useFailure } from '../../../lib/use-failure.ts';
import { type SafetyPlan, useCancelPlan, useCheckIn } from '../api.ts';
import { useDateFormats } from '../labels.ts';

/** Running safety plans, always visible; one tap checks in. */
export function SafetyBar() {
  const { t } = useLingui();
  const { data } = useQuery({ ...queryOf('listSafetyPlans'), staleTime: 30_000, refetchOnWindowFocus: true });
  const plans = data?.filter(({ state }) => state === 'open' || state === 'overdue' || state === 'alerted') ?? [];
  if (plans.length === 0) return null;
  return (
    <section aria-label={t`Your shared plans`} className="mt-5 grid gap-2">
      {plans.map((plan) => (
        <PlanBar key={plan.id} plan={plan} />
      ))}
    </section>
  );
}

function PlanBar({ plan }: { plan: SafetyPlan }) {
  const { t } = useLingui();
  const dates = useDateFormats();
  const fail = useFailure();
  const { contactName } = plan;
  const checkIn = useCheckIn({
    onSuccess: (after) =>
      toast(
        after.state === 'safe'
          ? { title: t`Good to have you back`, text: t`${contactName} sees that you are safe.` }
          : { title: t`More time`, text: t`Check in by ${dates.full(after.backBy)}.` },
      ),
    onError: fail,
  });
  const cancel = useCancelPlan({
    onSuccess: () => toast({ title: t`No longer shared` }),
    onError: fail,
  });
  const isOverdue = plan.state !== 'open';
  const busy = checkIn.isPending || cancel.isPending;
  const copy = () =>
    copyText(plan.shareUrl).then((copied) =>
      copied
        ? toast({ title: t`Link copied`, text: t`It works for ${contactName} without an account.` })
        : // Stays until it is dismissed, so that it can be copied by hand.
          toastError(t`Your browser didn't allow copying`, plan.shareUrl),
    );
  return (
    <div
      data-plan={plan.state}
      className={clsx(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-5 py-4',
        isOverdue ? 'bg-warning-soft' : 'bg-surface-1',
      )}
    >
      <Clock size={20} aria-hidden className={clsx('shrink-0', isOverdue ? 'text-warning' : 'text-muted')} />
      <div className="min-w-0 flex-[1_1_200px]">
        <p className="wrap-anywhere font-semibold">
          {plan.state === 'alerted' ? (
            <Trans>{contactName} was notified that you have not checked in</Trans>
          ) : plan.state === 'overdue' ? (
            <Trans>Are you back?</Trans>
          ) : (
            plan.title
          )}
        </p>
        <p className={clsx('text-sm', isOverdue ? 'text-ink' : 'text-muted')}>
          {plan.state === 'alerted' ? (
            <Trans>Tell them that you are safe.</Trans>
          ) : (
            <Trans>
              Back by {dates.full(plan.backBy)}. If not, {contactName} is notified.
            </Trans>
          )}
        </p>
      </div>
      <div className="flex flex-1 gap-2 sm:flex-none">
        <Button
          size="sm"
          variant="bone"
          className="flex-1"
          busy={checkIn.isPending}
          busyLabel={<Trans>Checking in</Trans>}
          disabled={busy}
          onClick={() => checkIn.mutate({ id: plan.id })}
        >
          <Trans>I'm safe</Trans>
        </Button>
        <Popover
          label={t`More for this plan`}
          trigger={plan.state === 'alerted' ? <Trans>More</Trans> : <Trans>More time</Trans>}
          triggerClassName="press min-h-11 rounded-pill bg-surface-2 px-4 font-semibold text-sm hover:bg-surface-3"
          className="w-56"
        >
          {(close) => (
            <>
              {plan.state === 'alerted'
                ? null
                : extensions.map((minutes) => (
                    <button
                      key={minutes}
                      type="button"
                      className={menuRow}
                      disabled={busy}
                      onClick={() => {
                        close();
                        checkIn.mutate({ id: plan.id, extendMinutes: minutes });
                      }}
                    >
                      {minutes < 60 ? (
                        <Trans>{minutes} minutes more</Trans>
                      ) : minutes === 60 ? (
                        <Trans>An hour more</Trans>
                      ) : (
                        <Trans>Two hours more</Trans>
                      )}
                    </button>
                  ))}
              <button
                type="button"
                className={menuRow}
                onClick={() => {
                  close();
                  void copy();
                }}
              >
                <Trans>Copy the link</Trans>
              </button>
              <button
                type="button"
                className={clsx(menuRow, 'text-danger')}
                disabled={busy}
                onClick={() => {
                  close();
                  cancel.mutate(plan.id);
                }}
              >
                <Trans>Stop sharing</Trans>
              </button>
            </>
          )}
        </Popover>
      </div>
    </div>
  );
}
