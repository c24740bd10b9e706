import type * as z from 'zod';
import { fromCents, presentNumber } from '#shared/base/kernel/money.ts';
import type { BankEntry } from '#shared/model/bank/entry.ts';
import type { Sizes } from '#shared/model/bank/bound.ts';
import type { Matched, Proposal } from '#shared/model/bank/proposals.ts';
import type { Recorded } from '#shared/model/bank/recorded.ts';
import type { Balance, BankStatement } from './camt.ts';
import type { proposedSchema } from './schema.ts';

/** A file of a bank with the proposals of each of its lines. */
export interface Proposed {
  messageType: string;
  statements: (Omit<BankStatement, 'entries'> & { isOwnAccount: boolean; entries: Matched[] })[];
}

/** The most payments that a line shows (BNK-15): all that a line may pay by proposals, and some by hand. */
const MOST_RECORDED = 100;

const money = (cents: number): number => presentNumber(fromCents(cents));

/** The answer about a bank statement (BNK-1). Pure. */
export const presentProposed = ({ messageType, statements }: Proposed): z.infer<typeof proposedSchema> => ({
  messageType,
  statements: statements.map(({ opening, closing, movement, pending, entries, ...statement }) => ({
    ...{ reference: statement.id, iban: statement.iban, account: statement.account, isOwnAccount: statement.isOwnAccount },
    ...{ currency: statement.currency, from: statement.from, to: statement.to },
    openingBalance: presentBalance(opening),
    closingBalance: presentBalance(closing),
    movement: money(movement),
    addsUp: addsUp({ opening, closing, movement }),
    pendingEntries: pending,
    entries: entries.map(presentEntry),
  })),
});

const presentBalance = (balance: Balance | null) =>
  balance && { date: balance.date, amount: money(balance.cents), currency: balance.currency };

/** Whether the lines lead from the first balance to the last; null when the bank has not given both. */
export const addsUp = ({ opening, closing, movement }: Pick<BankStatement, 'opening' | 'closing' | 'movement'>): boolean | null =>
  opening && closing && opening.cents + movement === closing.cents;

const presentEntry = ({ entry, status, recorded, proposals }: Matched) => ({
  ...{ bookingDate: entry.bookingDate, valueDate: entry.valueDate, direction: entry.flow },
  ...{ amount: money(entry.cents), currency: entry.currency },
  ...{ counterpartyName: entry.counterparty.name, counterpartyIban: entry.counterparty.iban },
  ...{ text: entry.text, references: entry.references, endToEndReference: entry.endToEndId, bankReference: entry.bankReference },
  ...{ isReversal: entry.isReversal, isBatch: entry.isBatch, status },
  recorded: recorded && presentRecorded(recorded),
  proposals: proposals.map(proposal => presentProposal(entry, proposal)),
});

const presentRecorded = ({ basis, payments }: Recorded) => ({
  basis,
  payments: payments.slice(0, MOST_RECORDED).map(({ id, isAllocation, documents, cents, date, reference }) => ({
    ...{ id, allocationId: isAllocation ? id : null, invoiceId: isAllocation ? null : (documents[0]?.id ?? null) },
    number: documents.map(({ number }) => number).join(', ') || null,
    ...{ amount: money(cents), paymentDate: date, reference },
  })),
});

/** The bytes of a part of an answer, as JSON in the text that a Lambda function returns: each quote takes two. */
const bytesOf = (part: unknown): number => Buffer.byteLength(JSON.stringify(JSON.stringify(part)));

export const sizes: Sizes = {
  line: matched => bytesOf(presentEntry({ ...matched, proposals: [] })),
  proposal: (entry, proposal) => bytesOf(presentProposal(entry, proposal)),
};

function presentProposal(entry: BankEntry, proposal: Proposal) {
  const { confidence, reasons, cautions, role, isRefund, partner, shares, over } = proposal;
  return {
    ...{ confidence, reasons, cautions },
    kind: isRefund ? ('refund' as const) : shares.length === 0 ? ('advance' as const) : ('payment' as const),
    role,
    partner: { id: partner.id, name: partner.name, cif: partner.taxCode },
    documents: shares.map(({ document, cents }) => ({
      ...{ id: document.id, number: document.number, issueDate: document.issueDate, dueDate: document.dueDate },
      ...{ open: money(document.cents), amount: money(cents) },
    })),
    over: money(over),
    allocation: allocationOf(entry, proposal),
    payments: shares.map(({ document, cents }) => ({
      invoiceId: document.id,
      payment: {
        type: isRefund ? ('refund' as const) : ('payment' as const),
        ...paidBy(entry, cents),
        idempotencyKey: entry.bankReference,
      },
    })),
  };
}

const paidBy = ({ currency, bookingDate, bankReference }: BankEntry, cents: number) => ({
  ...{ paymentDate: bookingDate, amount: money(cents), currency, paymentMethod: 'bank_transfer' as const },
  reference: bankReference,
});

/** The body that allocates money of a client with a record; null for other money. */
function allocationOf(entry: BankEntry, { role, isRefund, partner, shares }: Proposal) {
  if (role !== 'sale' || isRefund || partner.id === null) return null;
  return {
    ...{ clientId: partner.id, ...paidBy(entry, entry.cents) },
    documents: shares.map(({ document, cents }) => ({ id: document.id, amount: money(cents) })),
  };
}
