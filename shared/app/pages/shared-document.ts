import { localDay } from '#shared/base/kernel/clock.ts';
import { html, type SafeHtml } from '#shared/base/kernel/html.ts';
import { decimal } from '#shared/base/kernel/money.ts';
import { settlementOf } from '#shared/documents/invoices/print/payment.ts';
import type { Shared } from '#shared/documents/invoices/share-links/visit.ts';
import { asksForPayment, fiscalTotals } from '#shared/model/amounts/owed.ts';
import { isOverdue } from '#shared/model/amounts/payment-state.ts';
import type { Language } from '#shared/model/document.ts';
import { isConsumer } from '#shared/model/identifiers.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Party } from '#shared/model/party.ts';
import { paymentAccount } from '#shared/model/amounts/payment-account.ts';
import { customerOf, owesOtherwise, supplierOf } from '#shared/model/roles.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import { type Format, formatOf, printedIban } from '#shared/output/pdf/format.ts';
import { qrCode } from '#shared/output/pdf/qr-code.ts';
import type { Brand } from './brand.ts';
import { COPY_SCRIPT } from './copy-script.ts';
import { type Page, page } from './page.ts';
import { paymentCode } from './payment-code.ts';
import { SHARED_DOCUMENT_TEXTS, type SharedDocumentTexts } from './shared-document-texts.ts';

/** The page of a shared document, as its client sees it: what it is, what is to be paid and how, and its files. Pure. */

export interface SharedDocument extends Pick<Shared, 'invoice' | 'link'> {
  appearance: PdfTemplateConfiguration;
  token: string;
  brand: Brand;
  /** A document of a sandbox company: nobody owes it. */
  isSandbox: boolean;
}

interface Wording {
  texts: SharedDocumentTexts;
  format: Format;
}

export function sharedDocumentPage(language: Language, document: SharedDocument): Page {
  const { invoice, link, appearance, token, brand, isSandbox } = document;
  const texts = SHARED_DOCUMENT_TEXTS[language];
  const wording = { texts, format: formatOf({ language, locale: texts.locale, percentSign: '%' }) };
  return page({
    language,
    brand,
    title: `${invoice.isCreditNote ? texts.creditNote : texts.invoice} ${invoice.number}`,
    isWide: true,
    scripts: [COPY_SCRIPT],
    content: html`${isSandbox && html`<p class="note bad">TEST</p>`} ${status(invoice, wording)} ${summary(invoice, wording)}
      ${files(invoice, token, texts)} ${appearance.showBankInfo && payment(invoice, wording)}
      <section>
        <p class="soft small">${texts.expires(dayOf(link.data.expiresAt, wording))}</p>
      </section>`,
  });
}

const dayOf = (instant: string, { format }: Wording): string => format.date(localDay(instant));

/** Whether the reader of the page has something to pay. */
const isOpen = (invoice: Invoice): boolean =>
  asksForPayment(invoice) && !owesOtherwise(invoice) && decimal(invoice.balance).gt(0);

function status(invoice: Invoice, wording: Wording): SafeHtml {
  const { texts, format } = wording;
  const [kind, text] = paymentStatus(invoice, texts, format);
  return html`<div class="note ${kind}">
    <p>${text}</p>
    ${invoice.validatedAt !== null && html`<p>${texts.status.validated(dayOf(invoice.validatedAt, wording))}</p>`}
  </div>`;
}

function paymentStatus(invoice: Invoice, { status }: SharedDocumentTexts, format: Format): ['good' | 'bad' | '', string] {
  const { balance, currency, dueDate, paidAt, amountPaid } = invoice;
  const due = format.sum(balance, currency);
  if (!isOpen(invoice)) {
    if (!asksForPayment(invoice) || owesOtherwise(invoice)) return ['good', status.nothing];
    return ['good', paidAt === null ? status.paid : status.paidOn(format.date(paidAt.slice(0, 10)))];
  }
  if (dueDate !== null && isOverdue(invoice)) return ['bad', status.overdue(due, format.date(dueDate))];
  if (decimal(amountPaid).gt(0)) return ['', status.partlyPaid(due)];
  return ['', dueDate === null ? status.open(due) : status.openUntil(due, format.date(dueDate))];
}

type Row = [label: string, value: SafeHtml | string] | null | false;

const rows = (all: readonly Row[]): SafeHtml =>
  html`<dl>
    ${all.map(
      row =>
        row &&
        html`<div>
          <dt>${row[0]}</dt>
          <dd>${row[1]}</dd>
        </div>`,
    )}
  </dl>`;

function summary(invoice: Invoice, { texts, format }: Wording): SafeHtml {
  const { currency, dueDate, receiverName } = invoice;
  const { total } = fiscalTotals(invoice);
  const sum = (amount: string): string => format.sum(amount, currency);
  const { paid, credited, remaining } = settlementOf(invoice);
  const buyer = customerOf(invoice);
  return html`${rows([
      party(texts.seller, supplierOf(invoice), texts),
      buyer ? party(texts.buyer, buyer, texts) : receiverName !== null && [texts.buyer, receiverName],
      [texts.issueDate, format.date(invoice.issueDate)],
      dueDate !== null && asksForPayment(invoice) && [texts.dueDate, format.date(dueDate)],
    ])}
    <section class="amounts">
      ${rows([
        [texts.net, sum(invoice.subtotal)],
        [texts.vat, sum(invoice.vatTotal)],
        [texts.total, html`<strong>${sum(total)}</strong>`],
        paid !== null && [texts.paid, sum(paid)],
        credited !== null && [texts.credited, sum(credited)],
        remaining !== null && [texts.due, html`<strong>${sum(remaining)}</strong>`],
      ])}
    </section>`;
}

/** A consumer's `cif` is a personal number, which visitors of the link do not see. */
function party(label: string, found: Party | null, { taxNumber }: SharedDocumentTexts): Row {
  if (!found) return null;
  const number = isConsumer(found) ? null : (found.vatCode ?? found.cif);
  return [label, html`${found.name}${number !== null && html`<br /><span class="soft small">${taxNumber} ${number}</span>`}`];
}

const files = ({ xmlPath }: Invoice, token: string, { files: title, pdf, xml }: SharedDocumentTexts): SafeHtml =>
  html`<section>
    <h2>${title}</h2>
    <p class="actions">
      <a class="button" href="/api/v1/share/${token}/pdf">${pdf}</a>
      ${xmlPath !== null && html`<a class="button quiet" href="/api/v1/share/${token}/xml">${xml}</a>`}
    </p>
  </section>`;

function payment(invoice: Invoice, wording: Wording): SafeHtml | null {
  const { texts, format } = wording;
  const { iban, bankName } = paymentAccount(invoice);
  if (!isOpen(invoice) || iban === null) return null;
  const { number, currency, balance } = invoice;
  const payee = invoice.payeeName ?? supplierOf(invoice)?.name ?? '';
  const code = paymentCode({ payee, iban, amount: balance, currency, reference: number });
  return html`<section class="payment">
    <div>
      <h2>${texts.payment}</h2>
      ${rows([
        [texts.payee, payee],
        ['IBAN', copyable('iban', 'IBAN', printedIban(iban), iban, texts)],
        bankName !== null && [texts.bank, bankName],
        [texts.amount, copyable('amount', texts.amount, format.sum(balance, currency), balance, texts)],
        [texts.reference, copyable('reference', texts.reference, number, number, texts)],
      ])}
    </div>
    ${
      code !== null &&
      html`<figure>
        <div class="code" role="img" aria-label="${texts.code}">${qrCode(code, 'M')}</div>
        <figcaption class="soft small">${texts.scan}</figcaption>
      </figure>`
    }
  </section>`;
}

/**
 * A text with a button that copies it, which stays hidden until the script runs.
 *
 * @param text what is copied: without grouping
 */
const copyable = (id: string, what: string, shown: string, text: string, { copy, copied }: SharedDocumentTexts): SafeHtml =>
  html`<span class="copyable" aria-live="polite"
    ><span id="${id}" data-text="${text}">${shown}</span>
    <button type="button" class="quiet small-button" data-copies="${id}" data-done="${copied}" hidden>
      ${copy}<span class="unseen"> ${what}</span>
    </button></span
  >`;
