import { PAGE_FIELDS, RECORD_FIELDS } from '../../common.ts';
import type { AreaDescriptions } from '../../model.ts';

const KIND = '`receipt`: cash that was taken; `cash_payment`: an order to pay cash, such as a refund.';

export const receipts: AreaDescriptions = {
  operations: {
    'receipts-create': {
      description: `Issues a receipt for cash in lei, or an order to pay cash, with the next number of its series. Cash of a client is an allocation in the same
transaction: it pays up to 20 invoices, or with \`cash_payment\` pays back what is owed on them, and the rest becomes, or is taken of, the client's credit. Cash of a
\`payer\` by name is booked nowhere else. An earlier receipt with the same \`idempotencyKey\` is returned
instead of a new one.

422 without an active series of the type of the kind, for a date in the future or in a closed period (reason \`period_closed\`), and as an allocation is refused. Cash above the limits of the law (Legea 70/2015) is a warning. Sends the webhooks of the payments.`,
      responses: { 201: 'The receipt was issued.' },
    },
    'receipts-list': {
      description: 'The receipts of a period of at most 24 months, the latest first; cancelled ones are among them.',
      parameters: {
        kind: KIND,
        clientId: 'Receipts of this client alone.',
        from: 'The first day; by default 1 January of the year of `to`.',
        to: 'The last day; today by default.',
      },
    },
    'receipts-get': {
      description: 'A receipt, or its printed form in Romanian, with the amount in words.',
      parameters: { uuid: 'Id of the receipt.', format: '`pdf` for the printed form.' },
    },
    'receipts-cancel': {
      description: `Cancels a receipt and undoes its allocation, in one transaction. Its number stays with it and is not given again. 409 if it is cancelled
already, of what it paid an amount was paid back, or its credit was used; 422 (reason \`period_closed\`) if its day is closed. Sends the webhooks of the removed payments.`,
      parameters: { uuid: 'Id of the receipt.' },
      responses: { 200: 'The receipt was cancelled.' },
    },
  },
  schemas: {
    ReceiptInput: {
      description: 'Body of a new receipt.',
      fields: {
        kind: `${KIND} By default \`receipt\`.`,
        clientId: 'Id of the client; by default that of the first document.',
        payer: 'Who pays, or is paid: required without a client and a document.',
        date: 'When the cash changes hands, not in the future; today by default.',
        amount: 'In lei, from 0.01 to 999,999,999.99, and not less than the sum of `documents`.',
        currency: '`RON`.',
        documents: 'The invoices of the client that are settled; none for an advance and other cash.',
        'documents.id': 'Id of the invoice.',
        'documents.amount': 'What is paid of it, or paid back.',
        notes: 'What the cash is for, as the receipt states it.',
        seriesId: 'Id of the series; by default the default one of the type `receipt` or `cash_payment`.',
        idempotencyKey: 'A name of your own for this receipt. In a company it is used once.',
      },
    },
    ReceiptCancellation: { description: 'Why a receipt is cancelled.', fields: { reason: 'The reason.' } },
    Receipt: {
      description: 'A receipt for cash, or an order to pay cash.',
      fields: {
        ...RECORD_FIELDS,
        kind: KIND,
        status: '`issued` or `cancelled`.',
        number: 'Its number in its series.',
        seriesId: 'Id of the series.',
        date: 'When the cash changed hands.',
        amount: 'In lei.',
        amountInWords: 'The amount in Romanian words.',
        currency: '`RON`.',
        clientId: 'Id of the client; null without one.',
        payer: 'Who paid, or was paid, as the receipt states it.',
        'payer.name': 'The name.',
        'payer.cif': 'Tax number.',
        'payer.address': 'Address in one line.',
        documents: 'The invoices that it settles.',
        'documents.id': 'Id of the invoice.',
        'documents.number': 'Its number.',
        'documents.issueDate': 'Its date of issue.',
        'documents.amount': 'What was paid of it, or paid back.',
        'documents.paymentId': 'Id of the payment, which goes with the receipt alone.',
        allocationId: 'Id of the allocation of the cash of a client; null without a client.',
        notes: 'What the cash is for.',
        cancelledAt: 'When it was cancelled.',
        cancelledBy: 'Who cancelled it.',
        cancellationReason: 'Why.',
        createdBy: 'Who issued it.',
        warnings: 'Warnings about the request, such as too much cash of a partner in a day.',
      },
    },
    ReceiptsPage: { description: 'A page of receipts.', fields: { ...PAGE_FIELDS, data: 'The receipts.' } },
  },
};
