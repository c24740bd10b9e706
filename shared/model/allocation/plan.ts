import { amount, type Big, decimal, sum } from '#shared/base/kernel/money.ts';
import { inForce, isReversal, refundDueOf, settledId } from '../amounts/settlement.ts';
import { fiscalRoleOf } from '../fiscal/operations.ts';
import type { Invoice } from '../invoice.ts';
import { creditOn, type CreditLot, MOST_LOTS, takeCredit, type TakenCredit } from './credit.ts';

/** What an allocation pays with what (SET-43 to SET-49). Pure. */

/** Documents of an allocation: with more, its writes would not fit into one transaction (100 items; SET-44). */
export const MOST_DOCUMENTS = 20;

export interface PlanRequest {
  clientId: string;
  paymentDate: string;
  /** The money that came; negative: that goes back to the client. */
  amount: string;
  currency: string;
  useCredit: string;
  documents: readonly { id: string; amount: string }[];
}

/** What a document gets: `money` came with the payment, or went back with it; `offset` is what was owed back on others, and earlier credit. */
export interface PlannedDocument {
  invoice: Invoice;
  amount: string;
  money: string;
  offset: string;
  /** Whether the amount is taken of what is owed back on the invoice. */
  paysBack: boolean;
}

export interface Plan {
  documents: PlannedDocument[];
  /** What is over. */
  credit: string;
  taken: TakenCredit[];
  /** The credit without what was taken. */
  lots: CreditLot[];
}

export type Errors = Record<string, string[]>;
export type Planned = { plan: Plan; errors?: undefined } | { plan?: undefined; errors: Errors };

/** A document that a request names, and the invoice that it stands for: a credit note stands for the invoice that it credits. */
export interface Named {
  document: Invoice | undefined;
  invoice: Invoice | undefined;
}

/** The id of the invoice that a document stands for; null for one that takes back and names none, which has settled itself (SET-5). */
export const standsFor = (document: Invoice): string | null => (isReversal(document) ? settledId(document) : document.id);

/**
 * Decides on an allocation.
 *
 * @param named the documents of the request, in its order
 * @param lots the credit of the client
 * @param today `YYYY-MM-DD`
 */
export function planAllocation(
  request: PlanRequest,
  { named, lots, today }: { named: readonly Named[]; lots: readonly CreditLot[]; today: string },
): Planned {
  const errors: Errors = {};
  const report = (field: string, message: string): void => void (errors[field] ??= []).push(message);
  if (request.paymentDate > today) report('paymentDate', 'must not be in the future');
  for (const [place, one] of named.entries()) {
    const [field, message] = refusal(request, place, one, named) ?? [];
    if (field && message) report(`documents.${place}.${field}`, message);
  }
  if (Object.keys(errors).length > 0) return { errors };
  return decimal(request.amount).lt(0) ? planRefund(request, named, lots) : planPayment(request, named, lots);
}

type Refusal = [field: 'id' | 'amount', message: string];

/** Why a document cannot get its amount. */
function refusal(request: PlanRequest, place: number, { document, invoice }: Named, all: readonly Named[]): Refusal | undefined {
  const wanted = decimal(request.documents[place]?.amount);
  if (!document) return ['id', 'must be a document of the company'];
  if (fiscalRoleOf(document) !== 'sale' || document.clientId !== request.clientId)
    return ['id', 'must be a document of the client'];
  if (document.currency !== request.currency) return ['id', `must be in ${request.currency}, the currency of the payment`];
  if (!inForce(document)) return ['id', `must be in force; this one is ${document.status}`];
  if (!invoice) return ['id', 'takes back and names no invoice: it has settled itself, and nothing is owed back on it'];
  const first = all.findIndex(one => one.invoice?.id === invoice.id);
  if (first < place) return ['id', `must not be paid twice: documents.${first} is the same invoice`];
  if (wanted.eq(0)) return ['amount', 'must not be 0'];
  if (wanted.lt(0)) return refusedBack(invoice, wanted);
  if (isReversal(document)) return ['amount', 'must be negative for a document that takes back'];
  if (wanted.gt(invoice.balance)) return ['amount', `must be at most ${invoice.balance}, the balance of ${invoice.number}`];
  return undefined;
}

function refusedBack(invoice: Invoice, wanted: Big): Refusal | undefined {
  const due = refundDueOf(invoice);
  if (!inForce(invoice)) return ['id', `must be of an invoice in force; ${invoice.number} is ${invoice.status}`];
  if (wanted.abs().gt(due)) return ['amount', `must be at least -${due}, what is owed back on ${invoice.number}`];
  return undefined;
}

/** Money goes back to the client: what is owed back on the documents, and the rest of its credit. */
function planRefund(request: PlanRequest, named: readonly Named[], lots: readonly CreditLot[]): Planned {
  const { currency, paymentDate: day } = request;
  const amounts = request.documents.map(one => decimal(one.amount));
  const back = sum(amounts).abs();
  const rest = decimal(request.amount).abs().minus(back);
  if (amounts.some(one => one.gt(0)))
    return { errors: { documents: ['must have negative amounts alone when amount is negative: money goes back to the client'] } };
  if (decimal(request.useCredit).gt(0)) return { errors: { useCredit: ['must be left out when amount is negative'] } };
  if (rest.lt(0)) return { errors: { amount: [`must be at most -${amount(back)}, what is paid back on the documents`] } };
  const most = creditOn(lots, currency, day);
  const what = amounts.length > 0 ? 'what is paid back on the documents, and the credit' : 'the credit';
  if (rest.gt(most))
    return { errors: { amount: [`must be at least -${amount(back.plus(most))}, ${what} of the client on ${day}`] } };
  const documents = named.flatMap(({ invoice }, place): PlannedDocument[] => {
    const wanted = decimal(request.documents[place]?.amount);
    return invoice ? [{ invoice, amount: amount(wanted), money: amount(wanted.abs()), offset: '0.00', paysBack: true }] : [];
  });
  return { plan: { documents, credit: '0.00', ...takeCredit(lots, rest, { currency, day }) } };
}

function planPayment(request: PlanRequest, named: readonly Named[], lots: readonly CreditLot[]): Planned {
  const { currency, paymentDate: day } = request;
  const [money, used] = [decimal(request.amount), decimal(request.useCredit)];
  const amounts = request.documents.map(one => decimal(one.amount));
  const paid = sum(amounts.filter(one => one.gt(0)));
  const back = sum(amounts.filter(one => one.lt(0))).abs();
  const lacking = paid.minus(back).minus(money);
  const most = creditOn(lots, currency, day);
  if (money.eq(0) && amounts.length === 0) return { errors: { amount: ['must not be 0 without documents'] } };
  if (lacking.gt(used))
    return {
      errors: {
        documents: [
          `must add up to at most ${amount(money.plus(used))}, which is amount and useCredit; they lack ${amount(lacking.minus(used))}`,
        ],
      },
    };
  if (used.gt(0) && used.gt(lacking))
    return {
      errors: { useCredit: [`must be at most ${amount(lacking.gt(0) ? lacking : decimal(0))}, what amount does not pay`] },
    };
  if (used.gt(most)) return { errors: { useCredit: [`must be at most ${amount(most)}, the credit of the client on ${day}`] } };
  const credit = used.minus(lacking);
  const after = takeCredit(lots, used, { currency, day });
  if (credit.gt(0) && after.lots.length >= MOST_LOTS)
    return {
      errors: { amount: [`must not leave a rest: the client has ${MOST_LOTS} credits that were not used; use or refund some`] },
    };
  const inKind = paid.lt(back.plus(used)) ? paid : back.plus(used);
  return { plan: { documents: shared(request, named, paid.minus(inKind)), credit: amount(credit), ...after } };
}

/** The documents in the order of the request: the money pays the first ones, and what is set off the rest. */
function shared(request: PlanRequest, named: readonly Named[], money: Big): PlannedDocument[] {
  let left = money;
  return named.flatMap(({ invoice }, place): PlannedDocument[] => {
    const wanted = decimal(request.documents[place]?.amount);
    if (!invoice) return [];
    if (wanted.lt(0)) return [{ invoice, amount: amount(wanted), money: '0.00', offset: amount(wanted.abs()), paysBack: true }];
    const share = left.lt(wanted) ? left : wanted;
    left = left.minus(share);
    const offset = amount(wanted.minus(share));
    return [{ invoice, amount: amount(wanted), money: amount(share), offset, paysBack: false }];
  });
}
