import { PAGE_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const message: FieldDescriptions = {
  uuid: 'Id of the message.',
  invoiceId: 'Id of the document that it is about; null: none of the company, or not processed yet.',
  messageType: `What it is about.

- \`notification\`: an invoice that the company has received.
- \`response\`: the answer to a document that the company has sent.
- \`error\`: errors in a document that the company has sent.
- \`info\`: a message of a buyer to a supplier, and all others.`,
  status:
    '`pending`: still to be processed; `ok`: processed; `warning`: processed, with something unusual; `error`: not processed, or errors of a document.',
  messageId: 'Id of the message at the tax authority, unique in the company.',
  details: 'The words of the authority, or why the message could not be processed.',
  receivedAt: 'When the authority created it.',
};

export const efacturaMessages: AreaDescriptions = {
  operations: {
    'efactura-messages-list': {
      description: `Messages of the tax authority for the company, newest first, as the synchronization has fetched them. All filters apply together.`,
      parameters: {
        messageType: 'Only messages of this type.',
        status: 'Only messages with this status.',
        search:
          'Text that ids or words of the message, or number or client of its document contain, in any case, with or without diacritics.',
        from: 'First day on which the authority created them.',
        to: 'Last day on which the authority created them.',
      },
    },
    'efactura-messages-get': {
      description: `A message with its document and with what the tax authority has listed.`,
      parameters: { uuid: 'Id of the message.' },
    },
  },
  schemas: {
    AuthorityMessage: { description: 'A message of the tax authority.', fields: message },
    AuthorityMessageDetail: {
      description: 'A message of the tax authority with its document.',
      fields: {
        ...message,
        invoice: 'The document that it is about; null: none of the company, or not processed yet.',
        'invoice.number': 'Its number.',
        'invoice.date': 'Its date.',
        'invoice.client': 'Name of the buyer.',
        'invoice.total': 'Its total with VAT, in its currency.',
        rawData: 'The message as the authority lists it.',
        processedAt: 'When it was processed; null before.',
      },
    },
    AuthorityMessageDetails: {
      description: 'What a message says.',
      fields: {
        code: "Type of the message in the authority's words; of a `response` the status.",
        message: 'What it says, for people.',
        uploadIndex: 'Index of the upload that it is about. Absent on a `notification`.',
        stateDate: 'When the authority decided. Only of a `response`.',
        downloadId: 'Id under which the authority offers the received invoice. Only of a `notification`.',
        acceptedDate: 'When the authority accepted the received invoice. Only of a `notification`.',
      },
    },
    AuthorityMessagePage: { description: 'A page of messages of the tax authority.', fields: PAGE_FIELDS },
  },
};
