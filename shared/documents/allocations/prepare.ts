import { instant, today } from '#shared/base/kernel/clock.ts';
import { invalidFields } from '#shared/base/kernel/errors.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { amount, decimal } from '#shared/base/kernel/money.ts';
import { headerWrites } from '#shared/documents/common/store.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { INVOICES } from '#shared/documents/invoices/store.ts';
import type { Counted } from '#shared/documents/payments/cash/rule.ts';
import { type Paid, readPaid } from '#shared/documents/payments/read-paid.ts';
import type { Allocation } from '#shared/model/allocation/allocation.ts';
import { type ClientCredit, type CreditPartner, withLot } from '#shared/model/allocation/credit.ts';
import {
  type Named,
  type Plan,
  planAllocation,
  type PlannedDocument,
  type PlanRequest,
  standsFor,
} from '#shared/model/allocation/plan.ts';
import type { Company } from '#shared/model/company.ts';
import type { PaymentMethod } from '#shared/model/payment.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import type { Write } from '#shared/platform/store/transact.ts';
import { rateBefore } from '#shared/records/exchange-rates/read.ts';
import { buyerOf } from '#shared/records/parties/clients/buyer.ts';
import { readClient } from '#shared/records/parties/clients/store.ts';
import { cashOfCredit, cashWarningsOf, cashWrites } from './cash.ts';
import { withinOpenPeriod } from './locked.ts';
import { paidWith, paymentsOf, type SettledInvoice } from './payments.ts';
import { allocationWrite, creditWrite, readCredit } from './store.ts';

/** An allocation that is asked for. */
export interface AllocationRequest extends PlanRequest {
  /** The id that it gets. */
  id: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
  notes: string | null;
  /** The receipt that it belongs to. */
  receipt?: NonNullable<Allocation['receipt']>;
}

/** An allocation as it is decided, with all writes of its transaction. */
export interface PreparedAllocation {
  allocation: Allocation;
  /** What it does to each invoice. */
  invoices: SettledInvoice[];
  warnings: string[];
  writes: Write[];
}

interface Client {
  partner: CreditPartner;
  /** As whom the limits of cash regard it. */
  counted: Counted;
}

/**
 * Reads what an allocation depends on, decides, and returns the writes, which belong into one transaction (SET-42 to SET-49). A condition of them fails when
 * anything of it has changed meanwhile (`ConditionFailed`): call it again then, with the next attempt. Three round trips.
 *
 * @throws 422 with messages by field, and as `requireOpenPeriod`
 */
export async function prepareAllocation(
  company: Company,
  request: AllocationRequest,
  { by, attempt }: { by: Actor; attempt: number },
): Promise<PreparedAllocation> {
  const [client, credit, read] = await Promise.all([
    readClient(company.id, request.clientId),
    readCredit(company.id, request.clientId),
    Promise.all(request.documents.map(({ id }) => readPaid(company.id, id))),
  ]);
  const paid = await Promise.all(read.map(one => standing(company.id, one)));
  const known = clientOf(request, client, credit, read);
  if (!known) throw invalidFields({ clientId: ['must be a client of the company'] });
  const named = read.map((one, place): Named => ({ document: one?.invoice, invoice: paid[place]?.invoice }));
  const { plan, errors } = planAllocation(request, { named, lots: credit?.lots ?? [], today: today() });
  if (errors) throw invalidFields(errors);
  const exchangeRate = await creditRate(request, plan);
  const payable = new Map(paid.flatMap(one => (one ? [[one.invoice.id, one] as const] : [])));
  const settled = plan.documents.map(planned => {
    const before = payable.get(planned.invoice.id) as Paid;
    return { planned, earlier: before.payments, ...paidWith(before, paymentsOf(planned, request, by), by) };
  });
  const allocation = allocationOf(request, { plan, settled, exchangeRate, partner: known.partner, by });
  const [lock, warnings] = await Promise.all([
    withinOpenPeriod({ company, attempt }, settled, 'added'),
    cashWarningsOf(company.id, allocation, settled, known.counted),
  ]);
  const writes = [
    ...headerWrites(
      INVOICES,
      settled.map(({ change }) => change),
    ),
    ...settled.flatMap(one => one.writes),
    ...creditWrites(company.id, allocation, { before: credit, plan }),
    allocationWrite(company.id, allocation),
    ...cashWrites(company.id, allocation, settled, 1),
    ...lock,
  ];
  return { allocation, invoices: settled, warnings: [...warningsOf(allocation), ...warnings], writes };
}

/** The invoice that a document stands for, with its payments. @returns undefined when it stands for none */
async function standing(company: CompanyId, one: Paid | undefined): Promise<Paid | undefined> {
  const id = one && standsFor(one.invoice);
  if (!one || !id) return undefined;
  return id === one.invoice.id ? one : readPaid(company, id);
}

/** The client by its record; where that is deleted, by the credit that it has, or by its documents. */
function clientOf(
  { clientId }: AllocationRequest,
  client: Awaited<ReturnType<typeof readClient>>,
  credit: ClientCredit | undefined,
  documents: readonly (Paid | undefined)[],
): Client | undefined {
  const base = { direction: 'outgoing', clientId, receiverName: null, seller: {}, exchangeRate: '1' };
  const counted = (more: Partial<Counted>): Counted => ({ ...base, client: null, ...more }) as Counted;
  if (client) {
    const partner = { id: client.id, name: client.name, cif: client.cui ?? client.vatCode };
    return { partner, counted: counted({ client: buyerOf(client) }) };
  }
  const invoice = documents.find(one => one?.invoice.clientId === clientId)?.invoice;
  const partner =
    credit?.partner ??
    (invoice && { id: clientId, name: invoice.client?.name ?? invoice.receiverName, cif: invoice.client?.cif ?? null });
  return partner && { partner, counted: counted(invoice ? { client: invoice.client } : { receiverName: partner.name }) };
}

/** The rate of what is over: that of the last banking day before the payment (OMFP 1802/2014, pct. 304 (1)). @throws 422 without one */
async function creditRate({ currency, paymentDate }: AllocationRequest, { credit }: Plan): Promise<string | null> {
  if (currency === 'RON' || decimal(credit).eq(0)) return null;
  const rate = await rateBefore(paymentDate, currency);
  if (!rate) throw invalidFields({ currency: [`has no exchange rate of a day before ${paymentDate}: no rest can be credit`] });
  return rate.rate;
}

interface Decided {
  plan: Plan;
  settled: readonly (SettledInvoice & { planned: PlannedDocument })[];
  exchangeRate: string | null;
  partner: CreditPartner;
  by: Actor;
}

function allocationOf(request: AllocationRequest, { plan, settled, exchangeRate, partner, by }: Decided): Allocation {
  const allocation: Allocation = {
    ...{ id: request.id, partner, paymentDate: request.paymentDate },
    ...{ amount: amount(decimal(request.amount)), currency: request.currency },
    ...{ credit: plan.credit, exchangeRate, taken: plan.taken },
    documents: settled.map(({ planned, payments }) => ({
      ...{ id: planned.invoice.id, number: planned.invoice.number, amount: planned.amount },
      paymentIds: payments.map(({ id }) => id),
    })),
    ...{ paymentMethod: request.paymentMethod, reference: request.reference, notes: request.notes },
    ...(request.receipt && { receipt: request.receipt }),
    ...{ createdBy: personOf(by), createdAt: instant() },
  };
  const cashCents = cashOfCredit(allocation);
  return cashCents === undefined ? allocation : { ...allocation, cashCents };
}

/** None when the allocation moves no credit. */
function creditWrites(
  company: CompanyId,
  { id, partner, paymentDate: date, currency, credit, exchangeRate, taken }: Allocation,
  { before, plan }: { before: ClientCredit | undefined; plan: Plan },
): Write[] {
  const isMade = decimal(credit).gt(0);
  if (!isMade && taken.length === 0) return [];
  const lot = { allocationId: id, date, currency, exchangeRate, amount: credit, left: credit };
  const lots = isMade ? withLot(plan.lots, lot) : plan.lots;
  return [creditWrite(company, before, { partner: before?.partner ?? partner, lots, version: newId() })];
}

/** An advance without an invoice owes one (Cod fiscal, art. 282 (2) b, 319 (16)). */
const warningsOf = ({ amount: money, credit, currency, paymentDate }: Allocation): string[] =>
  decimal(money).gt(0) && decimal(credit).gt(0)
    ? [
        `amount: ${credit} ${currency} pay no document and are credit of the client. If they are an advance for taxable supplies, an advance invoice ` +
          `must be issued by ${fifteenthAfter(paymentDate)} (Cod fiscal, art. 319 (16)), and VAT is due on it from the day of the payment (art. 282 (2) b).`,
      ]
    : [];

/** The 15th of the month after a day's. */
function fifteenthAfter(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 15)).toISOString().slice(0, 10);
}
