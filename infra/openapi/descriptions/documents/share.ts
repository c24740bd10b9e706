import { FISCAL_FIELDS } from '../common.ts';
import type { AreaDescriptions } from '../model.ts';

const token = 'Token of the share link.';

const UNKNOWN = '404 if the link is unknown, expired or revoked.';

const DOWNLOAD = 'The first download by a link in an hour is entered in the timeline of the invoice.';

export const share: AreaDescriptions = {
  operations: {
    'share-view': {
      description: `The invoice of a link. ${UNKNOWN} Every call counts as a view of the link; the first in an hour is entered in the timeline
of the invoice as well.`,
      parameters: { token },
    },
    'share-pdf': {
      description: `The PDF that the company has too. \`X-Generated-At\` says when it was made. ${UNKNOWN} ${DOWNLOAD}`,
      parameters: { token },
    },
    'share-xml': {
      description: `The XML of the issued invoice. ${UNKNOWN} 404 also if the invoice has no XML (\`hasXml\`). ${DOWNLOAD}`,
      parameters: { token },
    },
  },
  schemas: {
    SharedInvoice: {
      description: 'An invoice as its client sees it.',
      fields: {
        invoiceNumber: 'Number of the invoice.',
        issueDate: 'Its date.',
        dueDate: 'When payment is due; null: nothing is agreed.',
        total: 'Total with VAT, in `currency`.',
        ...FISCAL_FIELDS,
        currency: 'Currency by ISO 4217.',
        companyName: 'Name of the company that shares the invoice.',
        senderName: 'Name of the seller on the invoice.',
        senderCif: 'Tax number of the seller.',
        receiverName: 'Name of the buyer on the invoice.',
        receiverCif: 'Tax number of the buyer; null for a person.',
        hasPdf: 'Whether there is a PDF: always true.',
        hasXml: 'Whether there is an XML.',
        expiresAt: 'Until when the link is valid.',
        paymentEnabled: 'Always false: shared invoices cannot be paid online.',
        amountDue: 'What is left to pay.',
        amountPaid: 'Sum of the payments.',
        paidAt: 'Date of the payment that closed the balance; null while it is open.',
      },
    },
  },
};
