import { PAGE_FIELDS } from '../../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../../model.ts';

const details: FieldDescriptions = {
  clientId: 'Id of the client.',
  paymentDate: 'Day of the payment, not in the future.',
  currency: 'Currency by ISO 4217, which must be that of the documents; by default RON.',
  paymentMethod: 'How it was paid; by default `bank_transfer`.',
  reference: 'Reference of the payment, such as the number of a bank transfer.',
  notes: 'Notes about the payment.',
};

const shown: FieldDescriptions = {
  ...details,
  id: 'The same as `uuid`.',
  uuid: 'Id of the allocation.',
  clientName: 'Name of the client at that time.',
  amount: 'The money that came; negative: that was paid back.',
  currency: 'Currency of all amounts.',
  usedCredit: 'What of earlier credit was used.',
  credit: 'What was over and became credit.',
  exchangeRate: 'Lei for one unit, of credit in a foreign currency; else null.',
  receiptId: 'Id of the receipt that it belongs to; null without one.',
  createdAt: 'When it was recorded.',
};

export const allocations: AreaDescriptions = {
  operations: {
    'allocations-create': {
      description: `Records money of a client with the documents that it pays, in one transaction: up to 20 invoices, and what is owed back on others
(negative amounts). What is over is credit of the client; \`useCredit\` takes from it, and a negative \`amount\` pays it back, with what is owed back on documents.

422 for documents that are not in force, of another client or currency, amounts above what is open or owed back, and documents that add up to more
than \`amount\` and \`useCredit\`. Each payment has its webhooks.`,
      responses: { 201: 'The allocation was recorded.' },
    },
    'allocations-list': {
      description: 'Allocations by day of payment, latest first; of a client with its credit. By default of the last 90 days.',
      parameters: {
        clientId: 'Id of a client.',
        from: 'First day of payment; at most 12 months before `to`.',
        to: 'Last day of payment; by default today.',
      },
    },
    'allocations-get': {
      description: 'An allocation, with the payments that it made.',
      parameters: { uuid: 'Id of the allocation.' },
    },
    'allocations-remove': {
      description: `Removes an allocation with its payments; what it used of credit is there again. 409 when credit that it left was used since, a payment
was paid back, or it belongs to a receipt.`,
      parameters: { uuid: 'Id of the allocation.' },
      responses: { 204: 'The allocation was undone.' },
    },
  },
  schemas: {
    AllocationInput: {
      description: 'Body of a new allocation.',
      fields: {
        ...details,
        amount: 'The money that came, 0 when only credit pays; negative: what is paid back to the client.',
        documents: 'What the money pays, in this order.',
        'documents.id': 'Id of an invoice; of what is owed back also that of the credit note.',
        'documents.amount': 'Positive: what is paid. Negative: what is owed back and pays the others, or is paid back.',
        useCredit: 'What of the credit of the client pays; at most what `amount` does not.',
        idempotencyKey: 'A name of your own for this allocation. For a client and day of payment it is used once.',
      },
    },
    Allocation: {
      description:
        'Money of a client, and what it pays. `amount` and `usedCredit` are the amounts of the documents and `credit`.',
      fields: { ...shown, documents: 'What it pays.' },
    },
    RecordedAllocation: {
      description: 'A new allocation.',
      fields: { ...shown, documents: 'What it pays.', warnings: 'What to look at.' },
    },
    AllocatedDocument: {
      description: 'An invoice of an allocation.',
      fields: {
        id: 'Id of the invoice.',
        number: 'Its number.',
        amount: 'Positive: what was paid. Negative: what was owed back on it and is used.',
        paymentIds: 'Ids of its payments: one for the money, one for what is set off.',
      },
    },
    AllocationsPage: {
      description: 'A page of allocations.',
      fields: { ...PAGE_FIELDS, clientCredit: 'With `clientId`: its credit by currency.' },
    },
    ClientCredit: {
      description: 'What of the money of a client pays no document yet.',
      fields: { currency: 'Currency by ISO 4217.', amount: 'The credit.' },
    },
  },
};
