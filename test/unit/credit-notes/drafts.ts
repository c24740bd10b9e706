import type { Actor } from '#shared/platform/access/model.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import type { VatRate } from '#shared/records/catalogue/vat-rates/store.ts';
import { blankCreditNote, type CreditContext, withCredit } from '#shared/documents/credit-notes/draft.ts';
import { type CreditNoteBody, creditNoteBody } from '#shared/documents/credit-notes/input.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import type { CreditNoteLink, Invoice, InvoiceDocument } from '#shared/model/invoice.ts';
import type { LineInput } from '#shared/model/line.ts';
import type { Client } from '#shared/records/parties/clients/store.ts';
import { creditBody } from '../../support/credit-notes.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { sampleDocument, sampleLine } from '../../support/documents.ts';

/** Drafts of credit notes without a table: an issued invoice, what a credit note of it is drafted with, and the body of a request. */

const [clientId, seriesId, vat21] = [newId(), newId(), newId()];
export const vat0 = newId();
const scope = { token: '', company: companyScope(''), clientId, seriesId, vat21, vat11: '' };
export const by = { userId: 'u', name: 'Ana', email: 'ana@example.test' } as Actor;

/** An issued invoice of the client: 121.00 RON. */
export const parentOf = (lines: LineInput[] = [sampleLine()], more: Partial<Invoice> = {}): InvoiceDocument => ({
  ...sampleDocument({ id: newId(), lines, clientId, issueDate: today() }),
  ...more,
});

export const contextOf = (parent: InvoiceDocument, credits: CreditNoteLink[] = []): CreditContext => ({
  company: { id: parent.companyId, vatPayer: true, vatCode: 'RO1', country: 'RO', defaultCurrency: 'RON' } as Company,
  ...{ bankAccounts: [], products: new Map(), credits, parent, parentLines: parent.lines },
  client: { id: clientId, name: 'Client SRL', country: 'RO' } as Client,
  series: [{ id: seriesId, name: 'NC', type: 'credit_note', active: true, year: null, currentNumber: 4 } as Series],
  vatRates: [
    { id: vat21, rate: '21', categoryCode: 'S', isActive: true } as VatRate,
    { id: vat0, rate: '0', categoryCode: 'E', isActive: true } as VatRate,
  ],
});

export const line = (more: object = {}) => ({ description: 'Retur', quantity: -1, unitPrice: 10, vatRateId: vat21, ...more });

export const bodyOf = (parent: Invoice, more: object = {}): CreditNoteBody =>
  creditNoteBody.parse(creditBody(scope, parent, { lines: [line()], ...more }));

/** The draft of a credit note of 12.10 on the invoice. */
export const credit = (parent: InvoiceDocument, more: object = {}, context = contextOf(parent)): InvoiceDocument => {
  const body = bodyOf(parent, more);
  return withCredit(blankCreditNote(body, context, by), body, context);
};
