import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { log } from '#shared/base/kernel/log.ts';
import { noCredit } from '#shared/documents/allocations/store.ts';
import { expiredNumber } from '#shared/documents/common/numbering.ts';
import { expiryWrites, headerWrites, readHeader } from '#shared/documents/common/store.ts';
import { SYSTEM } from '#shared/documents/common/timeline.ts';
import { givenBack } from '#shared/documents/invoices/advances/changes.ts';
import { CREDIT_NOTE_LINKS } from '#shared/documents/credit-notes/links.ts';
import { cashWrites } from '#shared/documents/payments/cash/day.ts';
import { PAYMENTS } from '#shared/documents/payments/store.ts';
import { idempotencyKeyOf } from '#shared/documents/invoices/repeated/idempotency-key.ts';
import type { HeaderType } from '#shared/documents/common/definition.ts';
import { openingRemoval } from '#shared/documents/reports/ledger/openings.ts';
import { DELIVERY_NOTES } from '#shared/documents/delivery-notes/store.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import { PROFORMAS } from '#shared/documents/proformas/store.ts';
import { settledId } from '#shared/model/amounts/settlement.ts';
import { headersAt, isReadable } from '#shared/documents/common/headers.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { Payment } from '#shared/model/payment.ts';
import { type Kind, KINDS } from '#shared/model/kinds.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import { companyId } from '#shared/platform/lambda/message.ts';
import { eraseWrites } from '#shared/platform/store/listed.ts';
import { markDispatched } from '#shared/platform/store/outbox.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { ConditionFailed, remove, retryOnContention, transact, type Write } from '#shared/platform/store/transact.ts';
import { clients } from '#shared/records/parties/clients/store.ts';
import { lookupsOf } from '../company-purge/outside.ts';
import { type Limits, limitsOf, removesAny } from './limits.ts';
import { isPast, pastClients, pastDocuments, type Past, sortOf } from './past.ts';
import { counted, finished } from './progress.ts';
import { expiredReceipt, pastReceipts } from './receipts.ts';
import { isUnderWay, readRun, type RunItem, runKey } from './record.ts';
import { remainsWrite, removeRemains } from './remains.ts';

/** Queue message that identifies a company whose records are past their time. */
export const retentionTask = z.object({ companyId: companyId() });

/**
 * Continues the removal of what is past its time, in steps that are bounded by `goOn`. A document goes in one transaction with its number's
 * mark, and then what is left of it; so it may die at any call, run twice, and two may run at once.
 *
 * @returns whether something is left
 */
export async function continueRetention(company: CompanyId, goOn: () => boolean): Promise<boolean> {
  const [run, record] = await Promise.all([readRun(company), readCompany(company)]);
  if (!run || !record) return false;
  const lookups = await lookupsOf(company);
  const clear = (): Promise<boolean> => removeRemains(company, lookups, goOn);
  // Also when the run has ended: of two, one may have died after the other had seen nothing left.
  if (!(await clear())) return true;
  if (!isUnderWay(run)) return false;
  await markDispatched(runKey(company));
  // Settings that were changed since the run was started hold: nobody expects more to be removed than they say now.
  if (record.deletedAt === null && removesAny(record.retention)) {
    const limits = limitsOf(record, record.retention, today());
    if (!(await removeDocuments(run, limits, goOn, clear)) || !(await removeReceipts(run, limits, goOn))) return true;
    if (!(await removeClients(run, limits, goOn))) return true;
  }
  await unlessChanged(transact([finished(run)]));
  log.info('Retention done', { companyId: company, ...(await readRun(company))?.removed });
  return false;
}

/** Removes each page of documents, then what is left of them. */
async function removeDocuments(
  run: RunItem,
  limits: Limits,
  goOn: () => boolean,
  clear: () => Promise<boolean>,
): Promise<boolean> {
  for await (const page of pastDocuments(run.data.companyId, limits)) {
    for (const past of page) {
      if (!goOn()) return false;
      await removeWithGroup(run, past, limits);
    }
    if (!(await clear())) return false;
  }
  return true;
}

/**
 * Removes a document, unless one that belongs together with it is within its time: an invoice and what reverses it state each other. The
 * reversed one goes first, so that no audit misses a part of it.
 */
async function removeWithGroup(run: RunItem, past: Past, limits: Limits): Promise<void> {
  if (past.kind !== KINDS.invoice || sortOf(past) === 'drafts') return removeDocument(run, past, limits);
  const { companyId: company } = run.data;
  const invoice = past.header as Invoice;
  const head = settledId(invoice) ?? invoice.id;
  const links = await CREDIT_NOTE_LINKS.read(company, head);
  const ids = [...new Set([head, invoice.id, ...links.map(({ id }) => id)])];
  const group = (await headersAt<Invoice>(KINDS.invoice, company, ids)).filter(one => one !== undefined);
  const whole = group.filter(isReadable);
  if (whole.length < group.length || !whole.every(one => isPast(past.kind, one, limits))) return;
  const paid = await Promise.all(whole.map(({ id }) => PAYMENTS.read(company, id)));
  if (!arePast(paid.flat(), limits)) return;
  for (const header of whole) await removeDocument(run, { kind: past.kind, header }, limits);
}

/** Each type is used with the documents of its own kind only, which the compiler cannot see. */
const TYPES: readonly HeaderType<never>[] = [INVOICES, PROFORMAS, DELIVERY_NOTES];

const typeOf = ({ prefix, noun }: Kind): HeaderType<never> => {
  const type = TYPES.find(({ kind }) => kind.prefix === prefix);
  if (!type) throw new Error(`Nothing removes ${noun}.`);
  return type;
};

/** Whether payments are past their time: those of an old invoice may be of a year that is not. */
const arePast = (payments: readonly Payment[], limits: Limits): boolean =>
  payments.every(({ paymentDate }) => paymentDate < limits.payments);

/** Removes a document in one transaction; not one that has changed meanwhile and is within its time, nor when the run has ended. */
const removeDocument = (run: RunItem, { kind, header: loaded }: Past, limits: Limits): Promise<void> =>
  retryOnContention(async attempt => {
    const header = attempt === 0 ? loaded : await readHeader(kind, loaded.companyId, loaded.id);
    if (!header || !isPast(kind, header, limits)) return;
    if (attempt > 0 && (await readRun(run.data.companyId))?.data.finishedAt !== null) return;
    const payments = kind === KINDS.invoice ? await PAYMENTS.read(header.companyId, header.id) : [];
    if (!arePast(payments, limits)) return;
    // What an issued invoice drew stays drawn; a draft reserves it only.
    const isDraft = kind === KINDS.invoice && sortOf({ kind, header }) === 'drafts';
    const advances = isDraft ? await givenBack(header as Invoice, SYSTEM) : [];
    await transact([
      ...expiryWrites(typeOf(kind), header as never),
      ...expiredNumber(typeOf(kind).kindOf(header as never), header),
      ...(kind === KINDS.invoice ? invoiceWrites(header as Invoice, payments) : []),
      ...headerWrites(INVOICES, advances),
      remainsWrite(kind, header),
      counted(run, sortOf({ kind, header })),
    ]);
  });

function invoiceWrites(invoice: Invoice, payments: readonly Payment[]): Write[] {
  const key = idempotencyKeyOf(invoice);
  return [...cashWrites(invoice, payments, -1), ...(key ? [remove(key)] : [])];
}

/** Removes receipts, each in one transaction; not one that is cancelled meanwhile. */
async function removeReceipts(run: RunItem, limits: Limits, goOn: () => boolean): Promise<boolean> {
  for await (const page of pastReceipts(run.data.companyId, limits))
    for (const receipt of page) {
      if (!goOn()) return false;
      await unlessChanged(transact([...expiredReceipt(receipt), counted(run, 'documents')]));
    }
  return true;
}

/** Removes the clients that no document names, with their opening balances; not one that a user changes, or that pays, meanwhile. */
async function removeClients(run: RunItem, limits: Limits, goOn: () => boolean): Promise<boolean> {
  const { companyId: company } = run.data;
  for await (const page of pastClients(company, limits))
    for (const { client, openings } of page) {
      if (!goOn()) return false;
      const balances = openings.map(one => openingRemoval(company, one));
      const unused = noCredit(company, client.id);
      await unlessChanged(transact([...eraseWrites(clients, company, client), unused, ...balances, counted(run, 'clients')]));
    }
  return true;
}

/** Waits for a write that nothing is left of to do when a record, or the run, is not as it was read any more. */
async function unlessChanged(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}
