import type { AreaDescriptions } from '../model.ts';

/** Bodies of the actions that take back an issued invoice. */
export const reversals: AreaDescriptions['schemas'] = {
  StornoInput: {
    description: 'How an invoice is taken back; all of it may be absent.',
    fields: {
      documentType:
        'What takes it back: `credit_note`, the default, or `invoice`, a negative one. By default it is `invoice` where the invoice has negative lines, which a credit note cannot take back.',
      issueDate: 'Its issue date; today by default. Not before that of the invoice.',
      seriesId: 'The series that numbers it; by default the default one of its kind.',
      notes: 'Text printed on it, such as the reason.',
    },
  },
  SettleAdvancesInput: {
    description: 'Which advances an invoice settles; all of it may be absent.',
    fields: {
      advances:
        'The advances, in the order in which they are settled; by default all open ones of the client. Empty: none, and those of an earlier call are taken out.',
      issue: 'Whether the invoice is issued; by default true.',
    },
  },
  AdvanceInput: {
    description: 'An advance to settle.',
    fields: {
      id: 'Id of the invoice of the advance; it needs no `isAdvance`.',
      amount: 'What is taken off it, without VAT; by default all that is open and fits.',
    },
  },
  CorrectionInput: {
    description: 'The right content of an invoice that is corrected.',
    fields: {
      lines: 'The new lines, as for a new invoice.',
      issueDate: 'Issue date of the correction; today by default. Not before that of the invoice.',
      dueDate: 'Its due date; that of the invoice by default, but not before its issue date.',
      seriesId: 'The series of invoices that numbers it; the default one by default.',
      notes: 'Text printed on it, such as the reason.',
      ublExtensions: 'Data for the e-invoice only. Allowances and charges are of the new content: the old ones are taken back.',
    },
  },
};
