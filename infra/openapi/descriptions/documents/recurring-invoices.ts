import { METADATA, PAGE_FIELDS, RECORD_FIELDS, TURNOVER_KIND } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const uuid = { uuid: 'Id of the recurring invoice.' };

const details: FieldDescriptions = {
  clientId: 'Id of the client.',
  seriesId: 'Id of the series that numbers the documents: an active one for invoices, or for credit notes.',
  reference: 'A name of your own, such as the number of a contract.',
  documentType: 'What is issued. A credit note gets negative amounts and refers to no invoice.',
  currency: 'Currency of the documents by ISO 4217.',
  invoiceTypeCode: 'Type by UNTDID 1001: `381` for credit notes, and only for them; `380` is a commercial invoice.',
  frequency: 'How often a document is issued.',
  frequencyDay:
    'Day on which it is issued. For `weekly` and `biweekly`, 1 (Monday) to 7 (Sunday); otherwise the day of the month, 1 to 31, or its last day in a shorter month.',
  frequencyMonth: 'Month in which it is issued, 1 to 12. Required for `annual`, and only for it.',
  nextIssuanceDate:
    'Day of the next document. In a new recurring invoice it is not before today; afterwards it moves on with each document.',
  stopDate: 'Last day on which a document may be issued, not before `nextIssuanceDate`; null: without end.',
  dueDateType:
    'How the due date follows from the issue date: `relative` by `dueDateDays`; `fixed`: the next `dueDateFixedDay` after it.',
  dueDateDays: 'Days from issue date to due date, 0 to 365. Required for `relative`; otherwise null.',
  dueDateFixedDay: 'Day of the month, 1 to 31, or its last day in a shorter month. Required for `fixed`; otherwise null.',
  notes: `Notes for the buyer. \`[[luna]]\` (name of the month in Romanian), \`[[luna_nr]]\` and \`[[an]]\` (year) are replaced by those of the
scheduled day, \`[[luna+1]]\` by the next month, \`[[curs]]\` by the exchange rates that were used.`,
  paymentTerms: 'Terms of payment.',
  autoEmailEnabled:
    "Whether each document is mailed to the client; by default false. True: 403 with reason `sender_not_verified` while the caller's own email is not confirmed.",
  autoEmailTime: 'Time at which it is mailed, `HH:mm` in Romania; by default `09:00`.',
  autoEmailDayOffset: 'Days from the issue date to the mail, 0 to 30; by default 0.',
  penaltyEnabled: 'Whether a penalty for late payment is printed; by default false.',
  penaltyPercentPerDay: 'Penalty in percent per day, 0 to 100 with up to 2 decimals.',
  penaltyGraceDays: 'Days after the due date without a penalty.',
  metadata: `${METADATA['metadata']} Copied to the documents that are issued from it.`,
};

const line: FieldDescriptions = {
  description: 'What is sold, up to 2,000 characters. The same words in double brackets as in `notes` are replaced.',
  quantity: 'Quantity, greater than 0, with up to 4 decimals; of a credit note, what is credited.',
  unitPrice: 'Price of one unit without VAT, with up to 4 decimals, in `referenceCurrency` if `priceRule` uses it.',
  vatRateId: 'Id of the VAT rate of the company.',
  unitOfMeasure: 'Unit, as a word such as `buc` or a code of UN/ECE Rec 20; by default that of the product, or `buc`.',
  productId: 'Id of the product; null: none.',
  turnoverKind: TURNOVER_KIND,
  priceRule: `How the price of a document follows from \`unitPrice\`.

- \`fixed\` (the default): it is the same.
- \`exchange_rate\`: it is converted from \`referenceCurrency\` by the last rates of the national bank that were published before the issue date.
- \`markup\`: \`markupPercent\` is added, and it is converted if there is a \`referenceCurrency\`.`,
  referenceCurrency: 'Currency of the price by ISO 4217. Required for `exchange_rate`; without meaning for `fixed`.',
  markupPercent: 'Percentage to add, 0 to 1,000 with up to 2 decimals. Required for `markup`.',
};

const header: FieldDescriptions = {
  ...RECORD_FIELDS,
  ...details,
  isActive: 'Whether documents are issued. False after `stopDate`, or when it was switched off.',
  lastIssuedAt: 'When the last document was issued; null: none was.',
  lastInvoiceNumber: 'Number of the last document.',
  lastInvoiceId: 'Id of the last document.',
  lastError: 'Why the last run issued nothing; null after a successful one.',
  lastErrorAt: 'When that was; null after a successful run.',
  subtotal: 'Total without VAT of a document, with the exchange rates at the last change.',
  vatTotal: 'VAT of a document, with the exchange rates at the last change.',
  totalAmount: 'Total with VAT of a document, with the exchange rates at the last change.',
};

const RULES = `404 for an unknown client, series, VAT rate or product; 422 for a series that is inactive or of another type, a stop date before the next
date, and fields that the frequency, the kind of due date or a price rule requires.`;

export const recurringInvoices: AreaDescriptions = {
  operations: {
    'recurring-invoices-list': {
      description: `Recurring invoices of the company without their lines, newest first. All filters apply together.`,
      parameters: {
        search: 'Text that reference, notes or name of the client contains, in any case, with or without diacritics.',
        isActive: 'Only those that are (`true`) or are not (`false`) switched on.',
        frequency: 'Only those with this frequency.',
        clientId: 'Only those of this client.',
      },
    },
    'recurring-invoices-create': {
      description: `Adds a recurring invoice, switched on. On each of its days, from 01:00 in Romania on, a document is issued: dated that day, with its
number, and mailed if \`autoEmailEnabled\`. It is a document like any other and is not submitted to the tax authority unless the company
has an automatic submission. After a pause one document is issued, not one for each period missed.

If a document cannot be issued, for instance because its client was removed, \`lastError\` says why, the user who added the recurring
invoice gets a mail, and the next day tries again.

402 if the plan does not include recurring invoices. ${RULES}`,
      responses: { 201: 'The recurring invoice was added.' },
    },
    'recurring-invoices-get': { description: `The recurring invoice with its client, series and lines.`, parameters: uuid },
    'recurring-invoices-update': {
      description: `Changes the fields that are sent, at least one; null clears a field or gives it its default, and \`lines\` replaces all lines.
Documents that were issued do not change. After a failed run, the change makes the next run try again on the same day.

${RULES}`,
      parameters: uuid,
    },
    'recurring-invoices-remove': {
      description: `Removes the recurring invoice. The documents that it has issued stay.`,
      parameters: uuid,
      responses: { 204: 'The recurring invoice was removed.' },
    },
    'recurring-invoices-toggle': {
      description: `Switches the recurring invoice off if it is on, and on if it is off. When it is switched on and its next date has passed, the next run
issues a document.`,
      parameters: uuid,
    },
    'recurring-invoices-issue-now': {
      description: `Issues a document immediately, dated today, also when the recurring invoice is switched off. \`nextIssuanceDate\` does not move. The
answer is the issued document. Sends \`invoice.created\` and \`invoice.issued\`.

409 if another document is issued from it at the same moment. 422 if the client, the series, a VAT rate or an exchange rate is missing,
or if the document breaks a rule for issuing. 402 if the plan of the organization, changed since, allows no more invoices in this month.`,
      parameters: uuid,
      responses: { 201: 'The document was issued.' },
    },
  },
  schemas: {
    RecurringInvoiceInput: {
      description: 'Body of a new recurring invoice.',
      fields: { ...details, lines: 'The lines, 1 to 1,000.' },
    },
    RecurringInvoiceChange: {
      description: 'Fields of a recurring invoice to change: absent ones stay unchanged.',
      fields: { ...details, nextIssuanceDate: 'Day of the next document.', lines: 'Replaces all lines.' },
    },
    RecurringInvoiceLineInput: { description: 'A line of a recurring invoice.', fields: line },
    RecurringInvoiceLine: {
      description: 'A line of a recurring invoice.',
      fields: {
        ...line,
        uuid: 'Id of the line.',
        id: 'The same as `uuid`.',
        position: 'Place of the line, from 1.',
        vatRate: 'VAT rate in percent.',
        vatAmount: 'VAT of the line, with the exchange rates at the last change.',
        totalAmount: 'Total of the line with VAT, with the exchange rates at the last change.',
      },
    },
    RecurringInvoice: {
      description: 'A recurring invoice: a template from which documents are issued. Amounts are in its currency.',
      fields: {
        ...header,
        client: 'The client; null: it was removed.',
        'client.uuid': 'Id of the client.',
        'client.id': 'The same as `uuid`.',
        'client.name': 'Name.',
        'client.cif': 'Tax number.',
        'client.email': 'Email address.',
        series: 'The series; null: it was removed.',
        'series.uuid': 'Id of the series.',
        'series.id': 'The same as `uuid`.',
        'series.prefix': 'The text before its numbers.',
        'series.type': 'Kind of documents that it numbers.',
        lines: 'The lines, in their order.',
      },
    },
    RecurringInvoiceRow: {
      description: 'A recurring invoice in a list, without its lines.',
      fields: {
        ...header,
        clientName: 'Name of the client; null: it was removed.',
        seriesPrefix: 'The text before the numbers of the series; null: it was removed.',
      },
    },
    RecurringInvoicePage: { description: 'A page of recurring invoices.', fields: PAGE_FIELDS },
  },
};
