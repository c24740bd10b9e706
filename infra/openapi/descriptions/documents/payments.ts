import { RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const details: FieldDescriptions = {
  amount: 'What was paid, at least 0.01, with up to 2 decimals, in the currency of the invoice.',
  paymentDate: 'Day of the payment, not in the future.',
  paymentMethod: 'How it was paid; by default `bank_transfer`.',
  currency: 'Currency by ISO 4217, which must be that of the invoice; by default it is.',
  reference: 'Reference of the payment, such as the number of a bank transfer.',
  notes: 'Notes about the payment.',
};

export const payments: AreaDescriptions = {
  operations: {
    'payments-create': {
      description: `Records money received on an invoice, whose paid amount, balance and payment status follow. \`amount\` and \`paymentDate\` are required.
Part payments are accepted, up to 0.01 more than is owed. An earlier payment of the invoice with the same \`idempotencyKey\` is returned
instead of a new one.

422 for a draft, a cancelled document, a document with a total of 0 or less, another currency, a date in the future and an amount above
the balance; 400 for an \`amount\` that is not a number. Sends the webhooks \`payment.created\` and \`invoice.updated\`, and \`invoice.paid\`
when nothing is left to pay.`,
      parameters: { uuid: 'Id of the invoice.' },
      responses: { 201: 'The payment was recorded.' },
    },
    'payments-list': {
      description: `All payments of an invoice by date, latest first; of the same day, the last recorded first.`,
      parameters: { uuid: 'Id of the invoice.' },
    },
    'payments-remove': {
      description: `Removes a payment; its amount is owed again. A reconciled payment cannot be removed (409). Sends the webhooks
\`payment.deleted\` and \`invoice.updated\`.`,
      parameters: { uuid: 'Id of the invoice.', paymentId: 'Id of the payment.' },
      responses: { 204: 'The payment was removed.' },
    },
  },
  schemas: {
    NewPayment: {
      description: 'Body of a new payment.',
      fields: {
        ...details,
        idempotencyKey: 'A name of your own for this payment. Among the payments of an invoice it is used once.',
      },
    },
    Payment: {
      description: 'A payment of an invoice.',
      fields: {
        ...RECORD_FIELDS,
        ...details,
        invoiceId: 'Id of the invoice.',
        amount: 'What was paid, in `currency`.',
        paymentDate: 'Day of the payment.',
        paymentMethod: 'How it was paid.',
        currency: 'Currency by ISO 4217: that of the invoice.',
        isReconciled: 'Whether it was matched with a bank statement; it then cannot be removed.',
        createdBy: 'Who recorded it.',
      },
    },
    RecordedPayment: {
      description: 'A recorded payment, with the invoice after it.',
      fields: {
        payment: 'The payment.',
        invoice: 'The invoice after the payment.',
        warnings: 'What is unusual about the payment: a date before the issue date. Absent if nothing is.',
      },
    },
    SettledInvoice: {
      description: 'An invoice after a payment.',
      fields: {
        id: 'Id of the invoice.',
        uuid: 'The same as `id`.',
        number: 'Its number.',
        totalAmount: 'Total with VAT, in the currency of the invoice.',
        amountPaid: 'Sum of its payments.',
        remainingAmount: 'The same as `balance`.',
        balance: 'What is left to pay: the total without payments and issued credit notes, at least 0.',
        paidAt: 'Date of the payment that closed the balance; null while it is open.',
        status: 'Status of the document, which payments do not change; `paymentStatus` says what is paid.',
        documentStatus: 'The same as `status`.',
        paymentStatus: 'Whether nothing, a part or all of it is paid.',
        isOverdue: 'Whether the due date has passed and a balance is open.',
      },
    },
  },
};
