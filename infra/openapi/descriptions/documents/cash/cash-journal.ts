import { PAGE_FIELDS } from '../../common.ts';
import type { AreaDescriptions } from '../../model.ts';

/** The cash journal; a part of the area `reports`. */

export const cashJournal: AreaDescriptions = {
  operations: {
    'reports-cash-journal': {
      description: `The register of cash in lei: receipts, orders to pay cash, and payments and credit of clients in cash without a receipt, which have no number. It begins with the
opening balance of the cash register (a bank account of the type \`cash\`). At most 12 calendar months, 1 as PDF.`,
      parameters: {
        period: 'A month, `YYYY-MM`, in place of `from` and `to`.',
        from: 'The first day; by default the first of the month of `to`.',
        to: 'The last day; today by default.',
        format: '`csv` or `pdf` for a file in Romanian.',
        decimals: '`comma`: decimal commas, and `;` between the cells of the CSV.',
      },
    },
  },
  schemas: {
    CashJournal: {
      description: 'A page of the cash journal, with the balances of all of its days.',
      fields: {
        ...PAGE_FIELDS,
        data: 'Movements in order.',
        from: 'The first day.',
        to: 'The last day.',
        currency: '`RON`.',
        openingBalance: 'At the beginning of the first day.',
        in: 'What was taken.',
        out: 'What was paid.',
        closingBalance: 'At the end of the last day.',
        ceiling: 'The most that the law allows at the end of the last day; null without a limit.',
        days: 'The days with movements.',
        'days.date': 'The day.',
        'days.openingBalance': 'At its beginning.',
        'days.in': 'What was taken.',
        'days.out': 'What was paid.',
        'days.closingBalance': 'At its end.',
        'days.isAboveCeiling': 'Whether more was left at its end than the law allows (Legea 70/2015).',
        leftOut: 'What the journal does not have.',
      },
    },
    CashMovement: {
      description: 'A movement of cash.',
      fields: {
        date: 'The day.',
        kind: '`receipt`, `cash_payment`, or `payment` for one without a receipt.',
        number: 'Number of the receipt; null without one.',
        receiptId: 'Id of the receipt.',
        documentId: 'Id of the document that it settles.',
        documentNumber: 'Its number.',
        partner: 'Who paid, or was paid.',
        explanation: 'What it was, in Romanian.',
        isCancelled: 'Whether the receipt is cancelled; it has no amount then.',
        in: 'What was taken.',
        out: 'What was paid.',
      },
    },
  },
};
