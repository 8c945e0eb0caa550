import type { FlaggedPayment, OrderView, PaymentPurpose, paymentMethod } from '@vlam/contract/payments';
import * as z from 'zod/mini';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Jobs, JobTask } from '../../platform/jobs.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mailer } from '../../platform/mailer.ts';
import type { ModulePurpose, PaymentsPort, Purpose } from '../../platform/purpose.ts';
import type { ComplianceService } from '../compliance/service.ts';
import type { CreditsService } from '../credits/service.ts';
import type { IdentityService } from '../identity/service.ts';
import { type ChargeService, createChargeService } from './charges/charge-service.ts';
import { createRequery } from './charges/requery.ts';
import { type Checkout, createCheckout } from './checkout/checkout.ts';
import { createDebts } from './debts/debts.ts';
import { createFlagDecisions, type FlagDecisions } from './flags/flag-decisions.ts';
import { createFlags, type Flags } from './flags/flags.ts';
import { createFreezes, type Freezes } from './freezes/freezes.ts';
import { createLimits, type Limits } from './limits/limits.ts';
import { createMethodPurpose } from './methods/method-purpose.ts';
import { listMethods, removeMethod } from './methods/method-store.ts';
import { createVault } from './methods/vault.ts';
import { createBooking } from './orders/booking.ts';
import { findOwnOrder, listLasting, listOrders, sumPaid } from './orders/order-store.ts';
import { createRefunds } from './orders/refunds.ts';
import { toMethodView, toOrderView } from './orders/view.ts';
import { type CreditTerms, readCreditTerms } from './packs/credit-terms-store.ts';
import { createPackPurpose } from './packs/packs.ts';
import { createEventIntake } from './provider-events/intake.ts';
import type { PaymentProviderAdapter, WebhookRequest } from './providers/port.ts';
import { createReceipts, type Receipts } from './receipts/receipts.ts';
import { createRenewalCharges } from './renewals/renewals.ts';
import { createSecondPayments } from './second-payments/second-payments.ts';
import { createMemberStatement, type FindPeople, type MemberStatement } from './statement/statement.ts';

export type { Freezes } from './freezes/freezes.ts';
export { pauseOf } from './limits/limit-store.ts';
export type { PaymentProviderAdapter } from './providers/port.ts';
export type { FindPeople } from './statement/statement.ts';

const pageSize = 20;
const cursorFormat = z.tuple([z.uuid()]);

export interface PaymentsDependencies {
  config: Config;
  database: Database;
  clock: Clock;
  logger: Logger;
  jobs: Jobs;
  mailer: Mailer;
  identity: Pick<IdentityService, 'getAccount' | 'listAddresses' | 'originOf' | 'covers'>;
  credits: Pick<
    CreditsService,
    | 'postAll'
    | 'move'
    | 'transact'
    | 'balance'
    | 'recoverSpentCredits'
    | 'renewHolds'
    | 'sumLost'
    | 'listSuspectPairs'
    | 'memberStatement'
  >;
  compliance: Pick<ComplianceService, 'recordAction'>;
  purposeOf(name: ModulePurpose): Purpose;
  findPeople: FindPeople;
  /** Every provider with its secrets; `config.paymentProvider` names the one that takes new orders. */
  adapters: readonly PaymentProviderAdapter[];
}

type PageQuery = { cursor?: string | undefined; limit?: number | undefined };
type Page<Item> = { items: Item[]; nextCursor: string | null };

export interface PaymentsService
  extends PaymentsPort,
    Pick<Checkout, 'checkout' | 'buyPack'>,
    Pick<Limits, 'requireNoPause'> {
  creditTerms(accountId: string): Promise<CreditTerms>;
  /** Own orders, newest first. */
  listOrders(accountId: string, page: PageQuery): Promise<Page<OrderView>>;
  /** Cents an account has paid and kept, for staff. */
  sumPaid(accountId: string): Promise<number>;
  /** Throws `NOT_FOUND` unless the order is the account's own. */
  getOrder(accountId: string, orderId: string): Promise<OrderView>;
  /** Has an unspent pack's money returned. Throws `NOT_FOUND`, `CONFLICT` or `INSUFFICIENT_CREDITS`. */
  refund(accountId: string, orderId: string): Promise<{ order: OrderView; balance: number }>;
  /** The PDF of an own paid order. Throws `NOT_FOUND`. */
  receipt: Receipts['pdf'];
  listMethods(accountId: string): Promise<z.output<typeof paymentMethod>[]>;
  /** Throws `NOT_FOUND` unless the method is the account's own. */
  removeMethod(accountId: string, methodId: string): Promise<void>;
  limits: Pick<Limits, 'get' | 'set'>;
  /** What a member paid, spent and received. */
  statement: MemberStatement;
  /** For staff: payments to review, newest first. */
  listFlagged(page: PageQuery): Promise<Page<FlaggedPayment>>;
  countFlagged: Flags['count'];
  clearFlag: Flags['clear'];
  decisions: FlagDecisions;
  /** Accounts whose money staff hold. */
  freezes: Freezes;
  /**
   * Verifies a webhook and stores it for a job; returns the response body the provider expects. Throws `NOT_FOUND` for a
   * provider without secrets and `BAD_REQUEST` for an unverified webhook, of which nothing is stored.
   */
  receiveWebhook(provider: string, request: WebhookRequest): Promise<string>;
  tasks: JobTask[];
}

/** Payments in rand: orders, provider events, receipts, limits. Knows what is sold only as purposes. */
export function createPaymentsService(deps: PaymentsDependencies): PaymentsService {
  const { config, database, clock, logger, jobs, mailer, identity, credits, compliance, adapters } = deps;
  const { db } = database;

  const purposeOf = (name: PaymentPurpose): Purpose => {
    if (name === 'pack') return pack;
    if (name === 'debt') return debts.purpose;
    return name === 'method' ? method : deps.purposeOf(name);
  };
  const findAdapter = (name: string) => adapters.find((adapter) => adapter.name === name) ?? null;
  const adapterOf = (name: string) => {
    const adapter = findAdapter(name);
    if (!adapter) throw new AppError('PAYMENT_NOT_CONFIGURED');
    return adapter;
  };
  const findChosen = () => config.paymentProvider && findAdapter(config.paymentProvider);
  const chosen = () => adapterOf(config.paymentProvider ?? '');

  const vault = createVault(config);
  const limits = createLimits({ database, clock });
  const receipts = createReceipts({ config, db, clock, jobs, mailer, identity });
  const secondPayments = createSecondPayments({ db, clock, logger, jobs, compliance, receipts });
  const debts = createDebts({ db, clock, jobs, credits, purposeOf });
  const booking = createBooking({ credits, purposeOf });
  const intake = createEventIntake({
    db,
    clock,
    logger,
    jobs,
    credits,
    booking,
    vault,
    receipts,
    secondPayments,
    debts,
  });
  const charges: ChargeService = createChargeService({
    config,
    db,
    clock,
    logger,
    identity,
    limits,
    vault,
    intake,
    adapterOf,
    purposeOf,
    chosen,
  });
  const pack = createPackPurpose({ identity });
  const freezes = createFreezes();
  const refunds = createRefunds({ db, clock, jobs, credits, pack, charges, freezes });
  const selling = createCheckout({ db, clock, credits, charges, purposeOf, findChosen, chosen });
  const renewals = createRenewalCharges({
    ...{ config, db, clock, logger, credits, booking, identity, vault, receipts, intake, purposeOf, findChosen },
    chargeOne: selling.chargeRenewal,
  });
  const flags = createFlags({ db, compliance, secondPayments });
  const decisions = createFlagDecisions({
    clock,
    credits,
    booking,
    compliance,
    receipts,
    intake,
    refunds,
    secondPayments,
  });
  const requery = createRequery({ db, clock, logger, charges });
  const method = createMethodPurpose({ chosen, refunds });

  async function getOrder(accountId: string, orderId: string): Promise<OrderView> {
    const order = await findOwnOrder(db, accountId, orderId);
    if (!order) throw new AppError('NOT_FOUND');
    return toOrderView(order, clock.now());
  }

  return {
    ...selling,
    ...renewals,
    requireMayBuy: limits.requireMayBuy,
    requireNoPause: limits.requireNoPause,
    getOrder,
    creditTerms: async (accountId) => readCreditTerms(db, accountId, await identity.originOf(db, accountId)),
    listLasting,
    giveBack: refunds.giveBack,
    sumPaid: (accountId) => sumPaid(db, accountId),
    listOrders: (accountId, { cursor, limit = pageSize }) =>
      toPage({ cursor, limit }, async (before) => {
        const rows = await listOrders(db, accountId, { before, limit: limit + 1 });
        return rows.map((order) => toOrderView(order, clock.now()));
      }),
    listFlagged: ({ cursor, limit = pageSize }) =>
      toPage({ cursor, limit }, (before) => flags.list({ before, limit: limit + 1 })),
    countFlagged: flags.count,
    clearFlag: flags.clear,
    decisions,
    freezes,
    async refund(accountId, orderId) {
      await refunds.request(accountId, orderId);
      const [order, { balance }] = await Promise.all([getOrder(accountId, orderId), credits.balance(accountId)]);
      return { order, balance };
    },
    receipt: receipts.pdf,
    async listMethods(accountId) {
      return (await listMethods(db, accountId)).map(toMethodView);
    },
    async removeMethod(accountId, methodId) {
      if (!(await removeMethod(db, accountId, methodId))) throw new AppError('NOT_FOUND');
    },
    limits,
    statement: createMemberStatement({ db, credits, findPeople: deps.findPeople }),
    async receiveWebhook(provider, request) {
      const adapter = findAdapter(provider);
      if (!adapter) throw new AppError('NOT_FOUND');
      const verdict = await adapter.readWebhook(request, clock.now());
      if (verdict.status === 'rejected') {
        logger.warn('webhook refused', { code: provider, event: verdict.why });
        throw new AppError('BAD_REQUEST');
      }
      const raw = request.rawBody.length > 0 ? request.rawBody : Buffer.from(JSON.stringify(request.query));
      if (verdict.status === 'event') await intake.receive(provider, raw, verdict.event);
      else if (verdict.eventId) await intake.receive(provider, raw, { eventId: verdict.eventId });
      return adapter.webhookAnswer;
    },
    tasks: [...intake.tasks, ...receipts.tasks, ...refunds.tasks, ...debts.tasks, ...requery.tasks],
  };
}

/** A page of what `list` reads from after an id; it reads one row more than the page has. */
async function toPage<Item extends { id: string }>(
  { cursor, limit }: { cursor: string | undefined; limit: number },
  list: (before: string | null) => Promise<Item[]>,
): Promise<Page<Item>> {
  const rows = await list(decodeCursor(cursorFormat, cursor)?.[0] ?? null);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? encodeCursor([last.id]) : null };
}
