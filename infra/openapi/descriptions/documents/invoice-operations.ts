import type { AreaDescriptions } from '../model.ts';

const uuid = { uuid: 'Id of the invoice or credit note.' };

/** Filters of the list of invoices. */
export const INVOICE_FILTERS: Record<string, string> = {
  search:
    'Text that number, order or contract number, name of the client or receiver, tax number of client or supplier, or name of the supplier of a received document contains, in any case.',
  status: 'Only documents with one of these statuses. `paid`, `partially_paid` and `overdue` follow from payments and due date.',
  direction: 'Only issued (`outgoing`) or only received (`incoming`) documents; both by default.',
  isCreditNote: 'Only credit notes, in their own form (`true`), or none (`false`).',
  parentDocumentId: 'Only credit notes of this invoice.',
  from: 'Issue date from, included.',
  to: 'Issue date up to, included.',
  clientId: 'Only documents of this client.',
  supplierId: 'Only documents of this supplier.',
  currency: 'Only documents in this currency.',
  taxauthStatus: 'Only documents with this status at the tax authority.',
  taxauthLate: 'Only documents that are (`true`) or are not (`false`) late at the tax authority.',
  taxauthDeadlineBefore: 'Only documents that have to be sent there before this day.',
  isPaid: 'Only documents that are (`true`) or are not (`false`) paid.',
  isOverdue: 'Only documents that are (`true`) or are not (`false`) overdue.',
  totalMin: 'Total with VAT from, included.',
  totalMax: 'Total with VAT up to, included.',
  sort: 'What the documents are ordered by; `issueDate` by default. Equal ones are ordered by creation, newest first.',
  order: 'Direction of the order; `desc` by default.',
  includeTotals: 'Whether the answer has `totals`.',
};

/** Operations on invoices and credit notes. */
export const invoiceOperations: AreaDescriptions['operations'] = {
  'invoices-list': {
    description: `Invoices and credit notes, issued and received, newest first by default. All filters apply together.`,
    parameters: {
      ...INVOICE_FILTERS,
      idempotencyKey: 'Only the document that was created with exactly this `idempotencyKey`.',
    },
  },
  'invoices-batch': {
    description: `Drafts up to 100 invoices and credit notes, each as by \`POST /api/v1/invoices\`, and with \`issue\` issues them in their order. One that is
refused does not stop the others: \`results\` has what came of each, with the error that a single request would have got.

Each has an \`idempotencyKey\`; one without gets \`<Idempotency-Key>/<index>\` of the header. Send a batch that failed again with the same keys: what was
made is found again, and the rest is done. Nothing more is begun after 20 seconds; the results of what is left have status 503, and the
same request does them.

403 with \`issue\` and without the permission \`invoice.issue\`. 422, and nothing is done, for a document without a key or with the key of another, and
for none or more than 100 documents. The body has at most 1 MB.`,
    responses: { 200: 'What came of each document.' },
  },
  'invoices-create': {
    description: `Creates a draft. With \`isCreditNote: true\` or \`documentType: "credit_note"\`, it is a credit note, whose answer is the credit note itself;
otherwise the answer has the invoice with its validation.

A draft has no number yet: \`POST …/issue\` gives it one. Amounts are calculated from the lines. An incomplete draft is stored as well:
\`validation.errors\` says what would prevent its issue.

- A request with an \`idempotencyKey\` that an invoice has already gets that invoice (201); 422 for the key of a purchase.
- Without a key, a draft of the same company, client, currency and total from the last 60 minutes is returned in place of a new one.
- \`collect\` records a payment in the same step.

400 for wrong types and missing fields; 404 for an unknown client, series, VAT rate or parent document; 422 for a rule; 402 if
the organization has created as many invoices in this month, in Romania, as its plan allows (\`maxInvoicesPerMonth\`): drafts and
conversions count, deleted drafts too, credit notes do not.`,
    responses: { 201: 'The draft, or the invoice that a repeated request has created before.' },
  },
  'invoices-get': {
    description: `The document with lines, payments, timeline and files. A credit note has its own form.`,
    parameters: uuid,
  },
  'invoices-update': {
    description: `Changes an invoice: absent fields stay unchanged, null clears, \`lines\` replaces all lines. Allowed for drafts, and for \`rejected\` and
\`error\` ones, so that they can be corrected and submitted again; others answer 409. A document that has a number keeps it and its year,
and its XML and PDF are made again.

The body of a credit note replaces it as a whole, and only as a draft. Lines with the \`uuid\` of an existing line change that line.

Of a received document, only the bookkeeping fields (\`expenseCategory\`, \`expenseAccount\`, \`vatDeductiblePercent\`, \`receivedDate\`) can be
changed, and an \`exchangeRate\` that its VAT does not show; null asks for the published one.`,
    parameters: uuid,
  },
  'invoices-remove': {
    description: `Removes a draft with its lines, payments, attachments and share links. Other documents answer 409: cancel them instead. So does a
draft with a number, which was issued, cancelled and restored: issue it again.
Documents that were converted into the draft stay converted.`,
    parameters: uuid,
    responses: { 204: 'The draft was removed.' },
  },
  'invoices-issue': {
    description: `Gives a draft its number, the next one of its series, and makes XML and PDF. The document is validated first; 422 with the rules that it
breaks, by field. 409 unless it is a draft. It is not submitted to the tax authority, unless the company has an automatic submission
(\`efacturaDelayHours\`). Sends \`invoice.issued\`.`,
    parameters: uuid,
  },
  'invoices-submit': {
    description: `Uploads an issued document to the tax authority. It becomes \`sent_to_provider\` (a credit note \`uploaded\`). The authority is then asked for
its verdict after 5 minutes and at growing intervals, and the document becomes \`validated\`, \`rejected\` or \`error\`.

\`rejected\` and \`error\` ones can be submitted again. 400 without a valid connection to the authority; 409 in another status; 422 if the
XML breaks a rule; 429 when a limit of the authority is reached; 503 if it does not answer: nothing was changed then, repeat it.`,
    parameters: uuid,
  },
  'invoices-bulk-submit': {
    description: `Plans the submission of up to 100 issued documents, such as those that stayed \`issued\` while the authority was away, and answers at
once: about ten a minute are then submitted, the first within five minutes, each as by \`submit\`. One that meets an outage or a limit is
tried again for about four days; of one that is refused, the caller gets a mail. \`results\` says of each other one why it is
not planned: documents that do not exist, or are not \`issued\`. The same request again plans the rest.

400 without a valid connection to the authority.`,
    responses: { 200: 'What is planned.' },
  },
  'invoices-upload': {
    description: `Issues a draft and submits it, as \`issue\` and \`submit\` do. A document that is issued already is submitted. If only the submission fails, the
document stays \`issued\`, and the answer is the error.`,
    parameters: uuid,
  },
  'invoices-validate': {
    description: `Says which rules the document breaks. Nothing is changed. In mode \`full\`, each company has a limited number of validations.`,
    parameters: {
      ...uuid,
      mode: '`quick` (the default): required fields, dates, amounts, parties. `full`: also the rules of EN 16931 and CIUS-RO on the XML.',
    },
  },
  'invoices-storno': {
    description: `Takes back all that is left of an issued invoice, also of one that was cancelled after the tax authority had validated it, and issues the
document that does so in the same transaction: a credit note, or a negative invoice (\`documentType\`). It has the lines of the invoice with the
opposite quantity, its buyer, currency and exchange rate, and names it. If a part was credited before, it has a line for the rest of each VAT rate.

409 \`already_reversed\` when the invoice is taken back already: \`details.documentId\` names the document. 422 for a draft, a credit note, a
received document, and one that takes back another one.`,
    parameters: { uuid: 'Id of the invoice.' },
    responses: { 201: 'The issued document: a credit note, or an invoice.' },
  },
  'invoices-correct': {
    description: `Corrects an issued invoice by one document of type 384, which is issued in the same transaction: first what takes back all that is left of the
invoice, as \`storno\` does, then the new lines. Its total is the difference: what is still to be paid, or what lowers the balance of the invoice.

409 \`already_reversed\` when the invoice is taken back or corrected already: \`details.documentId\` names the document. 422 as for \`storno\`, and
when the document breaks a rule: \`lines\` then count those of the document.`,
    parameters: { uuid: 'Id of the invoice.' },
    responses: { 201: 'The issued correction.' },
  },
  'invoices-settle-advances': {
    description: `Adds to a draft the lines that settle advances of its client, and issues it in the same transaction. An advance is an issued invoice with
\`isAdvance\`, or any that \`advances\` names. Without \`advances\`, all open ones of the same currency are settled, oldest first, at most 20. Of each VAT
category and rate at most what the draft charges is settled; \`warnings\` say what stays open. The lines keep the exchange rate of the advance.
Another call replaces the advances of the draft; \`advances: []\` takes them out.

422 without an open advance, for one of another client, currency or VAT rate, for one that was credited or corrected, and as for \`issue\`.`,
    parameters: { uuid: 'Id of the draft.' },
    responses: { 200: 'The invoice: issued, or with `issue: false` still a draft.' },
  },
  'invoices-cancel': {
    description: `Makes a document void. Its number stays taken, its balance becomes 0, planned mails and submissions are dropped, share links revoked. A
document that the tax authority has validated stays valid there: use a credit note to take it back.

409 while the answer of the authority is awaited, and if it is cancelled already; 422 if it has credit notes that are not cancelled.`,
    parameters: uuid,
  },
  'invoices-restore': {
    description: `Makes a cancelled document a draft again, with the same number. 409 unless it is cancelled; 422 if the tax authority has validated it, if it
has credit notes or payments, if it was cancelled more than 30 days ago, or if its series was removed.`,
    parameters: uuid,
  },
  'invoices-events': {
    description: `What happened to the document, newest first: changes, submissions, mails, payments, views.`,
    parameters: uuid,
  },
  'invoices-pdf': {
    description: `The PDF, to show or to download. It is made at the first request, and made again when the document or the template configuration has changed. A draft has a watermark and
is not stored. A received document is printed from its XML.`,
    parameters: { ...uuid, disposition: 'Whether a browser shows (`inline`, the default) or saves the file.' },
  },
  'invoices-xml': {
    description: `The UBL 2.1 XML (EN 16931, CIUS-RO) as it is or will be submitted; of a received document, as the tax authority delivered it. 404 before the
document is issued.`,
    parameters: uuid,
  },
  'invoices-signature': {
    description: `The detached signature with which the tax authority has signed the document, as XML. 404 before it is validated.`,
    parameters: uuid,
  },
  'invoices-taxauth-response': {
    description: `The ZIP archive with which the tax authority answered the submission. 404 before there is one.`,
    parameters: uuid,
  },
  'invoices-verify-signature': {
    description: `Verifies the signature of the tax authority: its certificate chain, its time stamp, and that it fits the XML. An invalid signature is status
200 with \`valid: false\`. 404 before the document is validated; 422 if no signature is stored.`,
    parameters: uuid,
  },
  'invoices-answer': {
    description: `Sends an answer about a received document to its supplier, through the tax authority. It is sent in the background; \`answer.status\` of the
document shows its progress. A refusal needs a reason (422). 409 for a document that was not received from a supplier, and while an
earlier answer is on its way.`,
    parameters: uuid,
    responses: { 202: 'The answer will be sent.' },
  },
};
