import type { Format } from '../format.ts';
import { html, type SafeHtml } from '../../kernel/html.ts';
import { asksForPayment } from '../../model/amounts/owed.ts';
import { paymentAccount, refundText } from '../printed.ts';
import { field } from './parties.ts';
import type { PrintedInvoice } from './template.ts';

/** How and where to pay, or how what is paid back is settled; nothing where no money changes hands: a cancelled document, a total of 0. */
export function paymentBlock(invoice: PrintedInvoice, format: Format): SafeHtml | null {
  const { document, configuration, labels } = invoice;
  const isAsking = asksForPayment(document);
  const refund = refundText(document, labels);
  if (!isAsking && refund === null) return null;
  const { iban, bankName } = paymentAccount(document);
  const payee = [document.payeeName, document.payeeIdentifier, document.payeeLegalRegistrationIdentifier].filter(Boolean);
  return html`<section class="payment">
    <h2>${isAsking ? labels.payment : labels.refund}</h2>
    <dl>
      ${field(labels.payee, payee.join(', '))}
      ${configuration.showBankInfo && field(labels.iban, iban && html`<span class="iban">${iban}</span>`)}
      ${configuration.showBankInfo && field(labels.bank, bankName)}
      ${field(labels.paymentMethodLabel, labels.paymentMethod[document.paymentMethod])}
      ${isAsking && field(labels.paymentTerms, document.paymentTerms)}
    </dl>
    ${isAsking ? penalty(invoice, format) : html`<p>${refund}</p>`}
  </section>`;
}

function penalty({ document, labels }: PrintedInvoice, format: Format): SafeHtml | null {
  const { penaltyEnabled, penaltyPercentPerDay, penaltyGraceDays } = document;
  if (!penaltyEnabled || penaltyPercentPerDay === null) return null;
  return html`<p>${labels.penalty(format.plain(penaltyPercentPerDay), penaltyGraceDays ?? 0)}</p>`;
}

/** The people of the document: who made it, who takes the goods, who sold. */
export function peopleBlock({ document, labels }: PrintedInvoice): SafeHtml | null {
  const { deputyName, deputyIdentityCard, deputyAuto } = document;
  const deputy = [
    deputyName,
    deputyIdentityCard && `${labels.identityCard} ${deputyIdentityCard}`,
    deputyAuto && `${labels.vehicle} ${deputyAuto}`,
  ].filter(Boolean);
  const fields = [
    field(labels.issuer, document.issuerName),
    field(labels.deputy, deputy.join(', ')),
    field(labels.salesAgent, document.salesAgent),
  ].filter(present => present !== null);
  return fields.length > 0 ? html`<dl class="strip people">${fields}</dl>` : null;
}

/** The client's balance, where the document is to show it. */
export function balanceBlock({ document, labels }: PrintedInvoice, format: Format): SafeHtml | null {
  const { showClientBalance, clientBalanceExisting: existing, clientBalanceOverdue: overdue, currency } = document;
  if (!showClientBalance || (existing === null && overdue === null)) return null;
  const parts = [
    existing !== null && `${labels.balanceExisting} ${format.sum(existing, currency)}`,
    overdue !== null && `${labels.balanceOverdue} ${format.sum(overdue, currency)}`,
  ].filter(part => part !== false);
  return html`<section class="text">
    <h2>${labels.clientBalance}</h2>
    <p>${parts.join(', ')}</p>
  </section>`;
}

/** A titled text of the user, with its line breaks; nothing when there is none. */
export const textBlock = (title: string, text: string | null): SafeHtml | null =>
  text
    ? html`<section class="text">
        <h2>${title}</h2>
        <p class="typed">${text}</p>
      </section>`
    : null;
