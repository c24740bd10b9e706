import { expect } from 'vitest';
import { addDays } from '#shared/base/kernel/dates.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { companyKey, type Item } from '#shared/platform/store/table.ts';
import type { Refusal } from '../contract.ts';
import type { Trader } from '../trader.ts';
import type { Service } from '../service.ts';

/** What the tests of allocations expect of a client: its invoices, its money and its credit. Amounts are whole cents. */

export interface KnownInvoice {
  id: string;
  total: number;
  paid: number;
  notes: { id: string; cents: number }[];
  isCancelled: boolean;
  payments: { id: string; cents: number; day: string; isAllocated: boolean; isCash: boolean; pairId?: string }[];
}

interface Lot {
  id: string;
  day: string;
  made: number;
  left: number;
}

export interface KnownAllocation {
  id: string;
  day: string;
  money: number;
  made: number;
  taken: { lot: Omit<Lot, 'left'>; cents: number }[];
  parts: { invoice: KnownInvoice; cents: number; paymentIds: string[] }[];
  isCash: boolean;
  receiptId?: string;
}

/** The client of a life. */
export class Book {
  invoices: KnownInvoice[] = [];
  lots: Lot[] = [];
  allocations: KnownAllocation[] = [];
  /** Money that came, less what went back, by day. */
  money = new Map<string, number>();
  /** Of that in cash; and what the limits of the law count of it, each way alone. */
  cash = 0;
  limited = { CASH: new Map<string, number>(), CASHOUT: new Map<string, number>() };
  /** How often each command had its effect. */
  done = new Map<string, number>();

  credited = (invoice: KnownInvoice): number => invoice.notes.reduce((sum, { cents }) => sum + cents, 0);
  open = (invoice: KnownInvoice): number => invoice.total - invoice.paid - this.credited(invoice);
  balance = (invoice: KnownInvoice): number => (invoice.isCancelled ? 0 : Math.max(0, this.open(invoice)));
  due = (invoice: KnownInvoice): number => Math.max(0, Math.min(invoice.paid, -this.open(invoice)));
  creditOn = (day: string): number => this.lots.filter(lot => lot.day <= day).reduce((sum, { left }) => sum + left, 0);
  credit = (): number => this.lots.reduce((sum, { left }) => sum + left, 0);

  took(day: string, cents: number, isCash: boolean): void {
    this.money.set(day, (this.money.get(day) ?? 0) + cents);
    if (isCash) this.cash += cents;
  }

  /** Counts cash for the limits of the law. */
  limit(which: 'CASH' | 'CASHOUT', day: string, cents: number): void {
    this.limited[which].set(day, (this.limited[which].get(day) ?? 0) + cents);
  }

  /** Cash that is taken counts; what is paid back does on a receipt alone. */
  private limitAllocation({ day, money, isCash, receiptId }: Omit<KnownAllocation, 'taken'>, sign: 1 | -1): void {
    if (isCash && money > 0) this.limit('CASH', day, sign * money);
    if (receiptId && money < 0) this.limit('CASHOUT', day, -sign * money);
  }

  did(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  /** Enters an allocation that the service has accepted. */
  enter(allocation: Omit<KnownAllocation, 'taken'>, used: number): void {
    let rest = used;
    const taken: KnownAllocation['taken'] = [];
    for (const lot of this.lots) {
      if (lot.day > allocation.day || rest === 0) continue;
      const cents = Math.min(rest, lot.left);
      lot.left -= cents;
      rest -= cents;
      taken.push({ lot: { id: lot.id, day: lot.day, made: lot.made }, cents });
    }
    expect(rest).toBe(0);
    this.lots = this.lots.filter(({ left }) => left > 0);
    if (allocation.made > 0) this.lots.push({ ...allocation, left: allocation.made });
    this.sortLots();
    for (const { invoice, cents, paymentIds } of allocation.parts) {
      invoice.paid += cents;
      for (const id of paymentIds) invoice.payments.push({ id, cents: 0, day: allocation.day, isAllocated: true, isCash: false });
    }
    this.took(allocation.day, allocation.money, allocation.isCash);
    this.limitAllocation(allocation, 1);
    this.allocations.push({ ...allocation, taken });
  }

  /** Whether the service may undo an allocation. */
  canUndo = ({ id, made, parts }: KnownAllocation): boolean =>
    (made === 0 || this.lots.find(lot => lot.id === id)?.left === made) &&
    parts.every(({ invoice, cents }) => invoice.paid - cents >= 0);

  undo(allocation: KnownAllocation): void {
    this.lots = this.lots.filter(({ id }) => id !== allocation.id);
    for (const { lot, cents } of allocation.taken) {
      const known = this.lots.find(({ id }) => id === lot.id);
      if (known) known.left += cents;
      else this.lots.push({ ...lot, left: cents });
    }
    this.sortLots();
    for (const { invoice, cents, paymentIds } of allocation.parts) {
      invoice.paid -= cents;
      invoice.payments = invoice.payments.filter(({ id }) => !paymentIds.includes(id));
    }
    this.took(allocation.day, -allocation.money, allocation.isCash);
    this.limitAllocation(allocation, -1);
    this.allocations = this.allocations.filter(one => one !== allocation);
  }

  private sortLots(): void {
    this.lots.sort((a, b) => (a.day + a.id < b.day + b.id ? -1 : 1));
  }
}

/** A life's company on the service. */
export interface World {
  service: Service;
  trader: Trader;
}

const cents = (amount: number): number => Math.round(amount * 100);

type CashDay = Item & { cents: number };

interface Account {
  partnerKey: string;
  opening: number;
  closing: number;
}

/** No leu has appeared or vanished: what came in is what is paid on documents and credit; and all reports say so. */
export async function agree(book: Book, { trader: { scope, detailOf, request } }: World): Promise<void> {
  const { clientId } = scope;
  const day = today();
  const get = async <T>(path: string): Promise<T> => (await request<T & Refusal>('GET', path)).body;
  const days = [addDays(day, -1), day];
  const limited = (which: 'CASH' | 'CASHOUT') =>
    Promise.all(
      days.map(async of => (await getItem<CashDay>(companyKey(scope.company, `${which}#${clientId}#${of}`)))?.cents ?? 0),
    );
  const [details, client, ledger, balance, statement, journal, taken, paidOut] = await Promise.all([
    Promise.all(book.invoices.map(({ id }) => detailOf(id))),
    get<{ credit: { amount: number }[] }>(`/clients/${clientId}`),
    get<{ data: Account[] }>(`/reports/ledger?role=sale&from=${day}&limit=100`),
    get<{ clients: { clientId: string; balance: number }[] }>('/reports/balance?limit=100'),
    get<{ balances: { open: number }[] }>(`/reports/statement?clientId=${clientId}`),
    get<{ openingBalance: number; closingBalance: number }>(`/reports/cash-journal?from=${addDays(day, -1)}`),
    limited('CASH'),
    limited('CASHOUT'),
  ]);
  for (const [place, invoice] of book.invoices.entries()) {
    const { amountPaid, balance: open, refundDue, payments } = details[place]!;
    expect(
      [cents(amountPaid), cents(open), cents(refundDue), payments.map(({ id }) => id).toSorted()],
      `invoice ${place}`,
    ).toEqual([invoice.paid, book.balance(invoice), book.due(invoice), invoice.payments.map(({ id }) => id).toSorted()]);
  }
  const credit = client.credit.reduce((sum, { amount }) => sum + cents(amount), 0);
  expect(credit, 'the credit of the client').toBe(book.credit());
  const paid = details.reduce((sum, { amountPaid }) => sum + cents(amountPaid), 0);
  const money = [...book.money.values()].reduce((sum, one) => sum + one, 0);
  expect(paid + credit, 'money in less money out').toBe(money);
  const inForce = book.invoices.filter(({ isCancelled }) => !isCancelled);
  const closing = inForce.reduce((sum, invoice) => sum + book.open(invoice), 0) - credit;
  const account = ledger.data.find(({ partnerKey }) => partnerKey === clientId);
  expect(cents(account?.closing ?? 0), 'the ledger').toBe(closing);
  expect(cents(balance.clients.find(one => one.clientId === clientId)?.balance ?? 0), 'open balances').toBe(closing);
  expect(cents(statement.balances[0]?.open ?? 0), 'the statement').toBe(closing);
  expect([journal.openingBalance, cents(journal.closingBalance)], 'the cash journal').toEqual([0, book.cash]);
  expect(taken, 'cash that the limit counts').toEqual(days.map(of => book.limited.CASH.get(of) ?? 0));
  expect(paidOut, 'cash paid that the limit counts').toEqual(days.map(of => book.limited.CASHOUT.get(of) ?? 0));
  // All documents are of today. Payments of a cancelled invoice are not on the account.
  if (book.invoices.every(({ isCancelled, payments }) => !isCancelled || payments.length === 0)) {
    const before = [...book.money].reduce((sum, [of, one]) => (of <= addDays(day, -1) ? sum + one : sum), 0);
    expect(0 - cents(account?.opening ?? 0), 'the ledger before today').toBe(before);
  }
}
