import type { Actor } from '#shared/platform/access/model.ts';
import { type FieldErrors, found, invalidFields, Problem } from '#shared/base/kernel/errors.ts';
import { idOfDay } from '#shared/base/kernel/ids.ts';
import { decimal, plain } from '#shared/base/kernel/money.ts';
import { prepareAllocation } from '#shared/documents/allocations/prepare.ts';
import { readAllocation } from '#shared/documents/allocations/store.ts';
import { undoingWrites } from '#shared/documents/allocations/undo.ts';
import { outcomeWrites, type OutcomeWith } from '#shared/documents/common/transition.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { splitWarnings } from '#shared/documents/payments/cash/rule.ts';
import { newPayment, withoutOldPayment } from '#shared/documents/payments/record.ts';
import type { Payable, PayableParts } from '#shared/documents/payments/store.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Receipt, ReceiptDocument } from '#shared/model/receipts/receipt.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import type { ReceiptBody } from './input.ts';

/**
 * What a receipt does to its documents. The cash of a client is an allocation (docs/adr/0058-allocations.md): it pays documents, and the rest is
 * credit. A buyer without a record has no credit and no allocation: its receipt is the payment of one document.
 */

/** What the transaction of a receipt writes for its documents, and what the receipt states of them. */
export interface Settled {
  writes: Write[];
  documents: ReceiptDocument[];
  allocationId: string | null;
  warnings: string[];
}

type Unsettled = Pick<Receipt, 'id' | 'number' | 'kind' | 'date' | 'notes' | 'clientId' | 'amount' | 'isPerson'>;

interface Terms {
  company: Company;
  by: Actor;
  attempt: number;
}

const NOTHING: Settled = { writes: [], documents: [], allocationId: null, warnings: [] };

/**
 * Takes the cash of a receipt for its documents and the credit of the client, or with a cash payment pays back what is owed on them, and
 * credit. Nothing is written here.
 *
 * @param first the first document, of a receipt that names no client
 * @throws 422 with messages by field, and as `requireOpenPeriod`
 */
export async function settlingWrites(
  receipt: Unsettled,
  asked: NonNullable<ReceiptBody['documents']>,
  first: Payable | undefined,
  terms: Terms,
): Promise<Settled> {
  if (receipt.clientId !== null) return allocated({ ...receipt, clientId: receipt.clientId }, asked, terms);
  const [only] = asked;
  return first && only ? paid(receipt, first, only.amount, terms) : NOTHING;
}

async function allocated(
  receipt: Unsettled & { clientId: string },
  asked: NonNullable<ReceiptBody['documents']>,
  { company, by, attempt }: Terms,
): Promise<Settled> {
  const { id, number, kind, date, notes, clientId } = receipt;
  const signed = (value: string): string => (kind === 'receipt' ? value : plain(decimal(value).neg()));
  const request = {
    ...{ id: idOfDay(date), clientId, paymentDate: date, amount: signed(receipt.amount), currency: 'RON', useCredit: '0' },
    documents: asked.map(one => ({ id: one.id, amount: signed(one.amount) })),
    ...{ paymentMethod: 'cash' as const, reference: number, notes, receipt: { id, number } },
  };
  const { allocation, invoices, warnings, writes } = await prepareAllocation(company, request, { by, attempt }).catch(
    asFieldsOfReceipt(),
  );
  return {
    writes,
    documents: invoices.flatMap(({ change: { before }, payments }) =>
      payments.map(payment => documentOf(before, payment.amount, payment.id)),
    ),
    allocationId: allocation.id,
    warnings,
  };
}

const documentOf = ({ id, number, issueDate }: Invoice, amount: string, paymentId: string): ReceiptDocument => ({
  ...{ id, number, issueDate, amount, paymentId },
});

/** The payment of a document of a buyer without a record. */
async function paid(
  receipt: Unsettled,
  { document, payments }: Payable,
  amount: string,
  { company, by, attempt }: Terms,
): Promise<Settled> {
  if (document.direction !== 'outgoing')
    throw invalidFields({ 'documents.0.id': ['must be an invoice that the company issued'] });
  if (document.currency !== 'RON')
    throw invalidFields({ 'documents.0.id': ['must be in RON: the cash register is kept in lei'] });
  const body = {
    ...(receipt.kind === 'cash_payment' && { type: 'refund' as const }),
    ...{ amount, paymentDate: receipt.date, paymentMethod: 'cash' as const, reference: receipt.number, notes: receipt.notes },
  };
  const of = { id: receipt.id, number: receipt.number };
  const outcome = await newPayment({ company, document, payments, body, by, attempt, receipt: of }).catch(
    asFieldsOfReceipt(true),
  );
  const payment = found(outcome.children?.payments?.at(-1), 'Payment');
  return {
    ...NOTHING,
    writes: writesOf(document, outcome),
    documents: [documentOf(document, payment.amount, payment.id)],
    warnings: splitWarnings(document, payments, payment, receipt.isPerson),
  };
}

/**
 * Takes off its documents and the credit of the client what a receipt has paid, or paid back. Nothing is written here.
 *
 * @throws 409 (`paid_back`, `credit_used`); 422 as `requireOpenPeriod`
 */
export async function unsettlingWrites(
  { companyId, documents, allocationId }: Pick<Receipt, 'companyId' | 'documents' | 'allocationId'>,
  { company, by, attempt }: Terms,
): Promise<Write[]> {
  if (allocationId !== null) {
    const allocation = await readAllocation(companyId, allocationId);
    return allocation ? undoingWrites(company, allocation, { by, attempt }) : [];
  }
  const [only] = documents;
  const stored = only && (await readInvoice(companyId, only.id));
  const payment = stored?.payments.find(one => one.id === only?.paymentId);
  // Of a document whose retention has ended nothing is left to be taken off.
  if (!stored || !payment) return [];
  const { document, payments } = stored;
  return writesOf(document, await withoutOldPayment({ company, document, payments, payment, by, attempt }));
}

const writesOf = (before: Payable['document'], outcome: OutcomeWith<PayableParts>): Write[] =>
  outcomeWrites(INVOICES, before, outcome, true);

/**
 * Names the fields of a receipt in an error of its allocation or payment. The amounts of a cash payment have no sign on the receipt.
 *
 * @param onDocument whether `amount` is that of the only document
 */
const asFieldsOfReceipt =
  (onDocument = false) =>
  (error: unknown): never => {
    const details = error instanceof Problem && error.code === 'validation_error' ? error.details : undefined;
    if (!details || 'reason' in details) throw error;
    const named = { paymentDate: 'date', ...(onDocument && { amount: 'documents.0.amount' }) } as Record<string, string>;
    const fields = Object.entries(details as FieldErrors).map(([field, messages]): [string, string[]] => [
      named[field] ?? field,
      messages.map(message => message.replace('at least -', 'at most ')),
    ]);
    throw invalidFields(Object.fromEntries(fields));
  };
