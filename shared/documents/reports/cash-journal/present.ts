import type * as z from 'zod';
import { presentNumber } from '#shared/base/kernel/money.ts';
import { type CashJournal, type CashMovement, explanationOf } from '#shared/model/receipts/cash-journal.ts';
import { pageFrom } from '#shared/platform/lambda/endpoint/request.ts';
import type { CashJournalQuery } from './query.ts';
import type { cashJournalSchema } from './schema.ts';

/** What the journal does not have. */
const LEFT_OUT = [
  'Cash in other currencies than RON, which has a register of its own.',
  'Cash that is neither on a receipt nor paid for a document that was issued or received here, such as wages, or cash taken to the bank.',
  'Payments in cash that were recorded before the service marked them.',
];

const presentMovement = (one: CashMovement) => ({
  ...{ date: one.date, kind: one.kind, number: one.number, receiptId: one.receiptId },
  // Several documents have no id here: those of a receipt have theirs.
  ...{ documentId: one.documents.length === 1 ? (one.documents[0]?.id ?? null) : null },
  ...{ documentNumber: one.documents.map(({ number }) => number).join(', ') || null, partner: one.partner },
  ...{ explanation: explanationOf(one), isCancelled: one.isCancelled },
  ...{ in: presentNumber(one.in), out: presentNumber(one.out) },
});

/** A page of the movements, with the balances of all days. */
export const presentCashJournal = (
  journal: CashJournal,
  query: Pick<CashJournalQuery, 'page' | 'limit'>,
): z.infer<typeof cashJournalSchema> => ({
  ...pageFrom(journal.movements, query, presentMovement),
  ...{ from: journal.from, to: journal.to, currency: 'RON' },
  openingBalance: presentNumber(journal.opening),
  ...{ in: presentNumber(journal.in), out: presentNumber(journal.out) },
  closingBalance: presentNumber(journal.closing),
  ceiling: journal.ceiling,
  days: journal.days.map(one => ({
    ...{ date: one.date, openingBalance: presentNumber(one.opening), in: presentNumber(one.in), out: presentNumber(one.out) },
    ...{ closingBalance: presentNumber(one.closing), isAboveCeiling: one.isAboveCeiling },
  })),
  leftOut: LEFT_OUT,
});
