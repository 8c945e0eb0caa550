import type { Payment, PaymentStatus } from './book.ts';
import { findCard, type TestCard, testCards } from './cards.ts';
import { type Html, html, page, showMoney, showTime } from './html.ts';

/** Discreet statement descriptor. */
const descriptor = 'ONLINE SERVICES CPT';

const summary = ({ amount, currency, description }: Payment): Html => html`
<section class="summary" aria-label="What you pay">
<p class="quiet">Amount</p>
<h1 class="amount">${showMoney(amount, currency)}</h1>
<p class="what">${description}</p>
<p class="quiet">A statement would read <span class="descriptor">${descriptor}</span></p>
</section>`;

const cardChoice = (card: TestCard, isFirst: boolean): Html => html`
<label class="card">
<input type="radio" name="card" value="${card.id}"${isFirst && html` checked`} required>
<span class="face"><span>${card.brand}</span> <span>${card.lastFour}</span></span>
<span class="words"><strong>${card.title}</strong><span class="quiet">${card.explains}</span></span>
</label>`;

/** Page where the payer chooses a test card. It has no card number field, so that no real number is entered. */
export function checkoutPage(payment: Payment): string {
  const { id, amount, currency, saveCard } = payment;
  return page(
    `Pay ${showMoney(amount, currency)} · Sandbox`,
    html`<main class="checkout">
${summary(payment)}
<form method="post" action="/pay/${id}" class="choices">
<fieldset>
<legend>Choose a test card</legend>
${testCards.map((card, index) => cardChoice(card, index === 0))}
</fieldset>
${saveCard && html`<label class="save"><input type="checkbox" name="save" value="1" checked><span><strong>Save this card</strong><span class="quiet">The shop may charge it again, as you agreed there.</span></span></label>`}
<div class="actions">
<button class="pay" type="submit">Pay ${showMoney(amount, currency)}</button>
<button class="leave" type="submit" formaction="/pay/${id}/cancel" formnovalidate>Cancel</button>
</div>
</form>
</main>`,
  );
}

/** The bank's 3-D Secure page. */
export function bankPage(payment: Payment): string {
  const { id, amount, currency, cardId, returnUrl } = payment;
  const card = findCard(cardId);
  return page(
    'Approve the payment · Test bank',
    html`<main class="narrow">
<p class="quiet">Test bank · 3-D Secure</p>
<h1>Is this you?</h1>
<dl>
<div><dt>Amount</dt><dd>${showMoney(amount, currency)}</dd></div>
<div><dt>Card</dt><dd>${card?.brand ?? 'Card'} ending in ${card?.lastFour ?? ''}</dd></div>
<div><dt>Shop</dt><dd>${new URL(returnUrl).host}</dd></div>
</dl>
<form method="post" action="/pay/${id}/bank" class="actions">
<button class="pay" name="answer" value="approve">Approve payment</button>
<button class="leave" name="answer" value="cancel">Cancel</button>
</form>
</main>`,
  );
}

const statusTitles: Record<PaymentStatus, string> = {
  open: 'Not paid yet',
  pending: 'On its way',
  paid: 'Paid',
  failed: 'Declined',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  charged_back: 'Charged back',
};

/** Page for a payment that is already complete. */
export const donePage = (payment: Payment): string =>
  page(
    `${statusTitles[payment.status]} · Sandbox`,
    html`<main class="narrow">
<h1>${statusTitles[payment.status]}</h1>
<p>${payment.description}, ${showMoney(payment.amount, payment.currency)}. There is nothing more to do on this page.</p>
<p class="actions"><a class="pay" href="${payment.returnUrl}">Back to the shop</a></p>
</main>`,
  );

export const missingPage = (): string =>
  page(
    'No such payment · Sandbox',
    html`<main class="narrow">
<h1>No such payment</h1>
<p>The sandbox knows no payment at this address. It may have been emptied since. Go back to the shop and start again.</p>
</main>`,
  );

const row = (payment: Payment, waiting: number): Html => {
  const { id, status, amount, currency, description, orderId, createdAt, deliveries, failureReason } = payment;
  const card = findCard(payment.cardId);
  return html`<li class="payment">
<div class="head"><p class="figure">${showMoney(amount, currency)}</p><p class="status ${status}">${statusTitles[status]}</p></div>
<p class="what">${description}</p>
<p class="quiet small">${showTime(createdAt)}${card ? html` · ${card.brand} ending in ${card.lastFour}` : null}${payment.token && html` · saved`} · order ${orderId}</p>
${failureReason && html`<p class="quiet small">${failureReason}</p>`}
${
  status === 'paid' &&
  html`<form method="post" class="tools"><button formaction="/payments/${id}/refund">Refund</button><button formaction="/payments/${id}/charge-back">Charge back</button></form>`
}
${status === 'open' && html`<p class="tools"><a href="/pay/${id}${payment.cardId && '/bank'}">Open its page</a></p>`}
${
  (deliveries.length > 0 || waiting > 0) &&
  html`<details><summary>${deliveries.length} ${deliveries.length === 1 ? 'webhook' : 'webhooks'} sent${waiting > 0 && html`, ${waiting} waiting`}</summary>
<ol>${deliveries.map((sent) => html`<li>${showTime(sent.at)} · ${sent.type} · try ${sent.attempt} · ${sent.status ?? 'no answer'}</li>`)}</ol></details>`
}
</li>`;
};

/** List of all payments, for the demo's operator. */
export const ledgerPage = (
  payments: readonly Payment[],
  waitingFor: ReadonlyMap<string, number>,
  isKept: boolean,
): string =>
  page(
    'Payments · Sandbox',
    html`<main class="ledger">
<h1>Payments</h1>
<p class="quiet">What was paid in this sandbox, newest first. ${
      isKept
        ? 'It is kept in a file, so payments and webhooks that wait outlive a restart.'
        : 'It is kept in memory: webhooks that wait are sent while this program runs, and all is gone once it stops.'
    } A refund or charge back made here reaches the shop as a signed webhook.</p>
${payments.length === 0 ? html`<p class="empty">No payments yet. Start one in the shop.</p>` : html`<ul>${payments.map((payment) => row(payment, waitingFor.get(payment.reference) ?? 0))}</ul>`}
</main>`,
  );
