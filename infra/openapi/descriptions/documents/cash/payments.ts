import { RECORD_FIELDS } from '../../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../../model.ts';
import { bankStatements } from '../../company/bank-statements.ts';

const details: FieldDescriptions = {
  amount: 'What was paid, at least 0.01, with up to 2 decimals, in the currency of the invoice.',
  type: '`payment`: money received; `refund`: money paid back; `offset`: booked against another invoice of the same client. By default `payment`.',
  paymentDate: 'Day of the payment, not in the future.',
  paymentMethod: 'How it was paid; by default `bank_transfer`.',
  currency: 'Currency by ISO 4217, which must be that of the invoice; by default it is.',
  reference: 'Reference of the payment, such as the number of a bank transfer.',
  notes: 'Notes about the payment.',
};

export const payments: AreaDescriptions = {
  operations: {
    ...bankStatements.operations,
    'payments-create': {
      description: `Records money received on an invoice, whose paid amount, balance and payment status follow. \`amount\` and \`paymentDate\` are required.
Part payments are accepted, up to 0.01 more than is owed. An earlier payment of the invoice with the same \`idempotencyKey\` is returned
instead of a new one.

With \`type\` \`refund\`, the amount is paid back to the client; with \`offset\`, it is booked as received on the invoice \`invoiceId\` of the
same client and currency. Both take at most \`refundDue\`, which is owed back when an invoice was paid and then credited.

422 for a draft, a cancelled document, a document with an amount to pay (\`payableTotal\`) of 0 or less, another currency, a date in the
future and an amount above the balance; 400 for an \`amount\` that is not a number. Sends the webhooks \`payment.created\` and
\`invoice.updated\`, and \`invoice.paid\` when nothing is left to pay.`,
      parameters: { uuid: 'Id of the invoice.' },
      responses: { 201: 'The payment was recorded.' },
    },
    'payments-list': {
      description: `All payments of an invoice by date, latest first; of the same day, the last recorded first.`,
      parameters: { uuid: 'Id of the invoice.' },
    },
    'payments-remove': {
      description: `Removes a payment; its amount is owed again. An offset is removed from both invoices. A reconciled payment cannot be removed, nor
one of which an amount was paid back (409). Sends the webhooks
\`payment.deleted\` and \`invoice.updated\`.`,
      parameters: { uuid: 'Id of the invoice.', paymentId: 'Id of the payment.' },
      responses: { 204: 'The payment was removed.' },
    },
  },
  schemas: {
    ...bankStatements.schemas,
    PaymentInput: {
      description: 'Body of a new payment.',
      fields: {
        ...details,
        invoiceId: 'With `type` `offset`: id of the invoice on which the amount is booked as received.',
        idempotencyKey: 'A name of your own for this payment. Among the payments of an invoice it is used once.',
      },
    },
    Payment: {
      description: 'A payment of an invoice.',
      fields: {
        ...RECORD_FIELDS,
        ...details,
        invoiceId: 'Id of the invoice.',
        paysBack: 'Whether the amount lowers what was paid: a refund, or an offset on the invoice with the surplus.',
        offsetInvoiceId: 'Id of the other invoice of an offset; null for other payments.',
        allocationId: 'Id of the allocation that it is a part of, and is removed with; else null.',
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
        amountPaid: 'Sum of its payments, less what was paid back.',
        remainingAmount: 'The same as `balance`.',
        balance: 'What is left to pay: the amount to pay without payments and what was credited, at least 0.',
        creditedAmount: 'What credit notes and negative invoices have taken off the invoice.',
        refundDue: 'What is owed back: the smaller of what was paid, and what payments and credits exceed the amount to pay by.',
        paidAt: 'Date of the payment that closed the balance; null while it is open.',
        status: 'Status of the document, which payments do not change; `paymentStatus` says what is paid.',
        documentStatus: 'The same as `status`.',
        paymentStatus: 'Whether nothing, a part or all of it is paid.',
        isOverdue: 'Whether the due date has passed and a balance is open.',
      },
    },
  },
};
