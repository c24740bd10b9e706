import type { Actor } from '#shared/platform/access/model.ts';
import { instant, today } from '#shared/base/kernel/clock.ts';
import { invalidFields, validation } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { amount, decimal, sum } from '#shared/base/kernel/money.ts';
import { dateWarnings } from '#shared/documents/common/fiscal/series-warnings.ts';
import { numberWrites, seriesPosition } from '#shared/documents/common/numbering.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { receiptCashWarnings, receiptCashWrites } from '#shared/documents/payments/cash/receipts.ts';
import { readInvoice } from '#shared/documents/invoices/read.ts';
import type { Payable } from '#shared/documents/payments/store.ts';
import type { Company } from '#shared/model/company.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { RECEIPTS } from '#shared/model/kinds.ts';
import type { Receipt } from '#shared/model/receipts/receipt.ts';
import { type CompanyId, companyKey } from '#shared/platform/store/table.ts';
import { withTicket } from '#shared/platform/store/ticket-queue.ts';
import { type Commit, transact, type Write } from '#shared/platform/store/transact.ts';
import { chooseSeries, formatNumber, readSeries, type Series } from '#shared/records/catalogue/series/store.ts';
import { type Client, readClient } from '#shared/records/parties/clients/store.ts';
import type { ReceiptBody } from './input.ts';
import { openDay } from './locked.ts';
import { issuerOf, partnerOfClient, partnerOfDocument } from './parties.ts';
import { settlingWrites } from './settle.ts';
import { readReceiptByKey, receiptHash, receiptWrites } from './store.ts';

/** A receipt, with warnings for the caller. */
export interface IssuedReceipt {
  receipt: Receipt;
  warnings: string[];
}

/** What the issue of a receipt depends on. */
interface IssueFacts {
  series: Series[];
  client: Client | undefined;
  /** The first document, where the body names no client: it is one of its client. */
  first: Payable | undefined;
  earlier: Receipt | undefined;
}

/** Reads what the issue of a receipt depends on: one parallel round trip, and one more for what the key has found. @throws 422 for an unknown client or document */
export async function readIssueFacts(company: CompanyId, body: ReceiptBody): Promise<IssueFacts> {
  const [named] = body.documents ?? [];
  const [series, client, first, earlier] = await Promise.all([
    readSeries(company),
    body.clientId ? readClient(company, body.clientId) : undefined,
    named && !body.clientId ? readInvoice(company, named.id) : undefined,
    body.idempotencyKey ? readReceiptByKey(company, body.idempotencyKey) : undefined,
  ]);
  if (body.clientId && !client) throw invalidFields({ clientId: ['must be a client of the company'] });
  if (named && !body.clientId && !first) throw invalidFields({ 'documents.0.id': ['must be a document of the company'] });
  return { series, client, first, earlier };
}

export interface IssueReceiptRequest {
  company: Company;
  loaded: IssueFacts | undefined;
  body: ReceiptBody;
  by: Actor;
  commit: Commit<IssuedReceipt>;
}

/**
 * Issues a receipt (RCT-1 to RCT-7): its number, the allocation of the cash with the payments of its documents, their timeline and notifications,
 * and the cash of the day are one transaction, so that numbers have no gap and there is no payment without its receipt, even when the process
 * dies. Requests that compete for the numbers of a series take turns. A repeated `idempotencyKey` returns the earlier receipt.
 *
 * @throws 404 for an unknown series; 422 with messages by field, and (`period_closed`) for a closed day
 */
export async function issueReceipt({ company, loaded, body, by, commit }: IssueReceiptRequest): Promise<IssuedReceipt> {
  if (!loaded) throw new Error('The body is valid, so what it names was read.');
  if (loaded.earlier) return earlierOf(loaded.earlier, body);
  const usual = chooseSeries(loaded.series, RECEIPTS[body.kind].seriesType, body.seriesId, 'seriesId');
  return withTicket(companyKey(company.id, `TURN#${usual?.id ?? 'none'}`), async (attempt, more) => {
    const facts = attempt === 0 ? loaded : await readIssueFacts(company.id, body);
    if (facts.earlier) {
      if (more.length > 0) await transact(more);
      return earlierOf(facts.earlier, body);
    }
    const { writes, result } = await decided(company, facts, body, by, attempt);
    return commit([...writes, ...more], result);
  });
}

/** The receipt of an earlier request with the key. @throws 422 on `idempotencyKey` when that is of the other kind (RCT-7) */
function earlierOf(receipt: Receipt, { kind }: ReceiptBody): IssuedReceipt {
  const [is, wanted] = [RECEIPTS[receipt.kind].noun, RECEIPTS[kind].noun];
  if (receipt.kind !== kind)
    throw invalidFields({ idempotencyKey: [`belongs to ${is}, ${receipt.number}: send another key for ${wanted}`] });
  return { receipt, warnings: [] };
}

/** The writes of a new receipt. @throws 404, 422 */
async function decided(
  company: Company,
  { series: all, client, first }: IssueFacts,
  body: ReceiptBody,
  by: Actor,
  attempt: number,
): Promise<{ writes: Write[]; result: IssuedReceipt }> {
  const { seriesType, noun } = RECEIPTS[body.kind];
  const series = chooseSeries(all, seriesType, body.seriesId, 'seriesId');
  if (!series)
    throw validation(`There is no active series for ${noun}: make one of the type ${seriesType}.`, {
      seriesId: ['an active series is needed'],
    });
  const draft = draftOf(company, { series, client, first: first?.document }, body, by);
  const open = await openDay({ company, attempt }, 'cash', draft);
  const settled = await settlingWrites(draft, body.documents ?? [], first, { company: open.company, by, attempt: 0 });
  const content = { ...draft, documents: settled.documents, allocationId: settled.allocationId };
  const receipt: Receipt = { ...content, hash: receiptHash(content) };
  const warnings = [
    ...[...dateWarnings({ issueDate: receipt.date, sequence: null }, series), ...settled.warnings].map(asOfReceipt),
    ...(await receiptCashWarnings(receipt)),
  ];
  const numbered = { ...receipt, issueDate: receipt.date };
  return {
    writes: open.withLock([
      ...receiptWrites(receipt),
      ...numberWrites(RECEIPTS[receipt.kind], numbered, { hash: receipt.hash }, { series, named: null }),
      ...settled.writes,
      ...receiptCashWrites(receipt, 1),
    ]),
    result: { receipt, warnings },
  };
}

/** The fields of a receipt have other names than those of documents and allocations. */
const asOfReceipt = (warning: string): string =>
  warning
    .replace(/^issueDate:/, 'date:')
    .replace(/^documentSeriesId:/, 'seriesId:')
    .replace(/^paymentMethod:/, 'amount:');

/** A receipt without its documents. @throws 422 with messages by field */
function draftOf(
  company: Company,
  { series, client, first }: { series: Series; client: Client | undefined; first: Invoice | undefined },
  body: ReceiptBody,
  by: Actor,
): Omit<Receipt, 'hash'> {
  const date = body.date ?? today();
  if (date > today()) throw invalidFields({ date: ['must not be in the future'] });
  const asked = body.documents ?? [];
  const stated = amount(sum(asked.map(one => one.amount)));
  if (decimal(stated).gt(body.amount)) throw invalidFields({ amount: [`must be at least ${stated}, the sum of the documents`] });
  const clientId = client?.id ?? first?.clientId ?? null;
  if (clientId === null && asked.length > 0) refuseUnknownBuyer(asked, body.amount);
  const partner = client ? partnerOfClient(client) : first ? partnerOfDocument(first) : undefined;
  const name = partner?.name ?? body.payer;
  if (!name) throw invalidFields({ payer: ['is required without a client and a document'] });
  const at = instant();
  const { sequence, previousHash } = seriesPosition(series);
  return {
    ...{ companyId: company.id, id: newId(), version: 1, kind: body.kind, status: 'issued' },
    ...{ number: formatNumber(series, sequence), sequence, seriesId: series.id, previousHash },
    ...{ date, amount: amount(decimal(body.amount)), issuer: issuerOf(company) },
    ...{ clientId, isPerson: partner?.isPerson ?? true },
    partner: {
      ...{ name, cif: partner?.cif ?? null, registrationNumber: partner?.registrationNumber ?? null },
      address: partner?.address ?? null,
    },
    ...{ documents: [], allocationId: null, notes: body.notes ?? null, idempotencyKey: body.idempotencyKey ?? null },
    ...{ cancelledAt: null, cancelledBy: null, cancellationReason: null },
    ...{ createdBy: personOf(by), createdAt: at, updatedAt: at },
  };
}

/** @throws 422 for more than one document of a buyer without a record, and for a rest, which can be nobody's credit */
function refuseUnknownBuyer(asked: NonNullable<ReceiptBody['documents']>, total: ReceiptBody['amount']): void {
  const [only, second] = asked;
  if (second)
    throw invalidFields({ 'documents.1.id': ['must be left out: the buyer of the first document is no client of the company'] });
  if (only && !decimal(only.amount).eq(total))
    throw invalidFields({
      amount: [`must be ${amount(decimal(only.amount))}: the buyer is no client of the company, and has no credit`],
    });
}
