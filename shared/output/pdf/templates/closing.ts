import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import type { PrintedPayment, PrintedSection } from '../document.ts';
import { fieldsOf } from './fields.ts';

/** How and where to pay; for a refund, how it is settled. */
export const paymentBlock = (payment: PrintedPayment | null): SafeHtml | null =>
  payment &&
  html`<section class="payment">
    <h2>${payment.heading}</h2>
    <dl>${fieldsOf(payment.fields)}</dl>
    ${payment.text && html`<p>${payment.text.text}</p>`}
  </section>`;

/** The client's balance. */
export const statementBlock = (statement: PrintedSection | null): SafeHtml | null =>
  statement &&
  html`<section class="text">
    <h2>${statement.heading}</h2>
    <p>${statement.text}</p>
  </section>`;

/** A text of the user with a heading; line breaks are kept. */
export const typedBlock = ({ heading, text }: PrintedSection): SafeHtml =>
  html`<section class="text">
    <h2>${heading}</h2>
    <p class="typed">${text}</p>
  </section>`;
