import { DEADLINE_FIELDS, FISCAL_FIELDS, METADATA } from '../common.ts';
import type { FieldDescriptions } from '../model.ts';

/** Fields of invoices that can be sent and are shown. */
export const INVOICE_FIELDS: FieldDescriptions = {
  clientId: 'Id of the client. Without a client, `receiverName` names the buyer.',
  receiverName: 'Name of a buyer without a client record.',
  receiverCif: 'Tax number of a buyer without a client record.',
  receiverAddress: 'Street and number of a buyer without a client record.',
  receiverCity: 'City of a buyer without a client record.',
  receiverCounty: 'County of a buyer without a client record.',
  receiverCountry: 'Country of a buyer without a client record, by ISO 3166-1 alpha-2.',
  documentSeriesId:
    'Id of the series that numbers the invoice. By default the default series for invoices, or else the oldest active one.',
  parentDocumentId: 'Id of the document that this one corrects or refunds.',
  dueDate: 'When payment is due; null: not stated.',
  currency: 'Currency by ISO 4217; by default `RON`.',
  exchangeRate:
    'RON for one unit of the currency. By default the last rate of the national bank that was published before the issue date.',
  invoiceTypeCode:
    'Type by UNTDID 1001: `380` commercial invoice (the default), `384` corrected invoice, `389` self-billed invoice, `751` invoice for accounting purposes only.',
  notes: 'Notes for the buyer, printed on the invoice.',
  paymentTerms: 'Terms of payment (BT-20).',
  paymentMethod: 'How the invoice is to be paid; by default `bank_transfer`.',
  deliveryLocation: 'Where the goods are delivered.',
  projectReference: 'Reference of the project (BT-11).',
  orderNumber: 'Number of the order (BT-13).',
  contractNumber: 'Number of the contract (BT-12).',
  issuerName: 'Name of the person who issues the invoice.',
  issuerId: 'Identifier of that person.',
  mentions: 'Mentions that the law requires, printed on the invoice.',
  internalNote: 'A note for yourself; it is on no document.',
  ...METADATA,
  salesAgent: 'Name of the sales agent.',
  deputyName: 'Name of the person who collects the goods.',
  deputyIdentityCard: 'Number of their identity card.',
  deputyAuto: 'Registration number of their vehicle.',
  language: 'Language of PDF and mails; by default `ro`.',
  tvaLaIncasare: 'Whether VAT is due when the invoice is paid; by default false.',
  platitorTva:
    'States that the seller is registered for VAT, even if the record of the company does not say so; by default false.',
  plataOnline: 'Whether the invoice can be paid online.',
  isAdvance: 'Whether it invoices an advance, which final invoices settle (`settle-advances`); by default false.',
  showClientBalance: 'Whether the balance of the client is printed.',
  clientBalanceExisting: 'The balance to print.',
  clientBalanceOverdue: 'The overdue part of it.',
  taxPointDate: 'When VAT becomes due (BT-7); not together with `taxPointDateCode`.',
  taxPointDateCode: 'Code of the event by which VAT becomes due (BT-8).',
  buyerReference: 'Reference by which the buyer processes the invoice (BT-10).',
  receivingAdviceReference: 'Reference of the receipt of the goods (BT-15).',
  despatchAdviceReference: 'Reference of the delivery note (BT-16).',
  tenderOrLotReference: 'Reference of the tender or lot (BT-17).',
  invoicedObjectIdentifier: 'Identifier of the object that is invoiced (BT-18).',
  buyerAccountingReference: "Account in the buyer's books (BT-19).",
  businessProcessType: 'Business process (BT-23).',
  payeeName: 'Name of the payee, if it is not the seller (BT-59).',
  payeeIdentifier: 'Identifier of the payee (BT-60).',
  payeeLegalRegistrationIdentifier: 'Registration number of the payee (BT-61).',
  payeeBankAccount: 'Account of the payee.',
  payeeBankName: 'Bank of the payee.',
  penaltyEnabled: 'Whether a penalty for late payment is printed; by default false.',
  penaltyPercentPerDay: 'Penalty in percent per day.',
  penaltyGraceDays: 'Days after the due date without a penalty.',
  remindersDisabled: 'Whether reminders of the unpaid invoice are suppressed; by default false.',
  issueDate: 'Date of the invoice.',
};

/** Fields for received documents, which the company fills. */
export const BOOKING_FIELDS: FieldDescriptions = {
  expenseCategory: 'Category of the expense. Only of received documents.',
  expenseAccount: 'Account of the chart of accounts, such as `628`. Only of received documents.',
  vatDeductiblePercent: 'The deductible share of the VAT in percent, from 0 to 100. Only of received documents.',
  selfAssessedRate:
    'Rate in percent of the VAT that the company owes itself, for reverse charge; null: the standard rate. Only of received documents.',
  receivedDate:
    'Date of the entry in the purchase journal; by default the day on which the tax authority delivered the document. Only of received documents.',
};

/** Fields that only answers about received documents have. */
export const RECEIVED_FIELDS: FieldDescriptions = {
  duplicateOf: 'Id of an earlier received document with the same number, sender and date; null: there is none.',
  answer: 'The answer of the company to the supplier; null: none was sent.',
  ...BOOKING_FIELDS,
  vatDeductible: 'VAT in RON that may be deducted for what was paid.',
  vatDeferred: 'VAT in RON that may be deducted when the rest is paid.',
  vatSelfAssessed:
    'VAT in RON that the company owes itself, for reverse charge. The deductible share of it is in `vatDeductible`.',
  purchase: 'What a purchase that was entered by hand has besides; null for one that the tax authority delivered.',
};

/** Fields about files and about the submission to the tax authority. */
export const AUTHORITY_FIELDS: FieldDescriptions = {
  xmlGenerated: 'Whether the XML was made.',
  xmlPath: 'Opaque name of the XML; null before issue. `GET /api/v1/invoices/{uuid}/xml` has the file.',
  pdfGenerated: 'Whether the PDF was made.',
  pdfPath: 'Opaque name of the PDF; null before issue. `GET /api/v1/invoices/{uuid}/pdf` has the file.',
  taxauthStatus: 'Status at the tax authority; null before the submission.',
  taxauthSubmissionId: 'Id of the upload at the tax authority.',
  taxauthUploadIndex: 'Index of the upload at the tax authority.',
  ...DEADLINE_FIELDS,
  taxauthDownloadId: "Id of the authority's answer, from which `GET /api/v1/invoices/{uuid}/taxauth-response` is downloaded.",
  taxauthValidationErrors: 'Why the tax authority rejected the document, in its words; null otherwise.',
};

/** Fields about cancellation and restoration. */
export const STAMP_FIELDS: FieldDescriptions = {
  cancellationReason: 'Why the document was cancelled; null otherwise.',
  cancelledAt: 'When it was cancelled; null otherwise.',
  cancelledBy: 'Who cancelled it.',
  restoredAt: 'When it was last restored from a cancellation.',
  restoredBy: 'Who restored it.',
};

/** Fields of an invoice that are only shown. */
export const SHOWN_FIELDS: FieldDescriptions = {
  number: 'Number from the series; `DRAFT-<8 digits>` until it is issued. A received document has the number of its sender.',
  status: `Where the document is in its life; payments do not change it.

- \`draft\`: can be changed and removed.
- \`issued\`: has its number, XML and PDF.
- \`sent_to_provider\`: submitted to the tax authority, whose answer is awaited; a credit note is \`uploaded\` then.
- \`validated\`: accepted by the authority.
- \`rejected\`: refused by the authority, for the reasons in \`taxauthValidationErrors\`; can be corrected and submitted again.
- \`error\`: the authority gave no answer, or refused a credit note.
- \`cancelled\`: void; can be restored.
- \`synced\`: received from the authority.`,
  direction: '`outgoing`: issued by the company; `incoming`: received.',
  source:
    '`manual`: a purchase that was entered by hand; `taxauth`: delivered by the tax authority; `import`: issued with another program and imported; null: made here.',
  paymentStatus: 'Whether the invoice is paid. Follows from `amountPaid`.',
  isOverdue: 'Whether the due date has passed and a balance is open.',
  paidAt: 'Date of the payment that closed the balance; null while it is open.',
  amountPaid: 'Sum of the payments.',
  balance: 'What is left to pay: the amount to pay without payments and what was credited, at least 0; 0 when cancelled.',
  creditedAmount: 'What credit notes, and negative invoices that name it, have taken off the invoice.',
  openAdvance: 'What final invoices have not settled of the advance, without VAT; absent on other invoices.',
  drawnBy: 'The final invoices, and drafts of them, that settle the advance; absent without any.',
  'drawnBy.documentId': 'Id of the final invoice.',
  'drawnBy.amount': 'What it settles, without VAT.',
  advances: 'The advances that the invoice settles; absent without any.',
  'advances.documentId': 'Id of the invoice of the advance.',
  'advances.number': 'Its number.',
  'advances.issueDate': 'Its issue date.',
  'advances.amount': 'What is settled of it, without VAT.',
  refundDue: 'What is owed back: the smaller of what was paid, and what payments and credits exceed the amount to pay by.',
  subtotal: 'Total without VAT, after discounts.',
  vatTotal: 'Total of the VAT.',
  total: 'Total with VAT.',
  ...FISCAL_FIELDS,
  discount: 'Sum of the discounts of the lines.',
};
