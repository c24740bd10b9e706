import type { AreaDescriptions, FieldDescriptions } from '../model.ts';
import { without } from '../common.ts';
import { EMAIL_FATE, EMAIL_REQUEST, EMAIL_SENT, REFUSED, SENDING } from './email-fields.ts';

const uuid = { uuid: 'Id of the invoice or credit note.' };

const sent: FieldDescriptions = {
  ...EMAIL_SENT,
  cc: 'Addresses that get a copy, separated by commas; null: none.',
  bcc: 'Addresses that get a blind copy, separated by commas; null: none.',
};

const copies = 'as text with commas between the addresses, or as a list';

export const invoiceEmails: AreaDescriptions = {
  operations: {
    'invoice-emails-send': {
      description: `Mails an invoice or credit note. The mail has a button that opens the document online, by a share link that is valid for 30 days.
${SENDING}

422 for a draft or cancelled document, and for \`attachXml\` before the XML was made. ${REFUSED} \`force\` sends to addresses that bounced
or unsubscribed all the same, but not to those that complained or are restricted.`,
      parameters: uuid,
      responses: { 200: 'The mail was accepted.' },
    },
    'invoice-emails-defaults': {
      description: `What a mail with the document says, and to whom it goes, if the request does not say it: for a form in which a user edits them. Credit
notes, negative, self-billed and cancelled documents have texts of their own, which ask for no payment.`,
      parameters: { ...uuid, language: 'Language of subject and body; by default `ro`.' },
    },
    'invoice-emails-history': {
      description: `All mails with the document, newest first: those of users, reminders, and those of recurring invoices; also those that failed.`,
      parameters: uuid,
    },
    'invoice-emails-cancel-scheduled': {
      description: `Drops the mail that is planned for an invoice which a recurring invoice has issued. Nothing happens if none is planned. The answer is the
document.`,
      parameters: uuid,
    },
  },
  schemas: {
    InvoiceEmailRequest: {
      description: 'Body of a mail with an invoice or credit note.',
      fields: {
        ...EMAIL_REQUEST,
        cc: `Addresses that get a copy, ${copies}; cc and bcc together are at most 20. Empty: nobody. Absent or null: those of the company's settings.`,
        bcc: `Addresses that get a blind copy, ${copies}. Empty: nobody. Absent or null: those of the company's settings.`,
        attachPdf: 'Whether the PDF is attached; by default true.',
        attachXml: 'Whether the XML of the e-invoice is attached; by default false.',
        tracking:
          'Whether opens and clicks are tracked, by a picture and by links that lead over the service; by default true, unless `mailTracking` of the company says otherwise.',
        force: 'Whether the mail is sent also to addresses to which mails bounced, or that unsubscribed; by default false.',
      },
    },
    InvoiceEmailAccepted: {
      description: 'A mail that was accepted for sending.',
      fields: { ...without(sent, 'id', 'bcc'), success: 'Always true.', emailId: 'Id of the mail.' },
    },
    InvoiceEmail: {
      description: 'A mail with an invoice or credit note.',
      fields: {
        ...sent,
        ...EMAIL_FATE,
        metadata: 'Opens and clicks, until 90 days after the mail, and reminders; null: nothing is known.',
        'metadata.opens': 'When it was opened.',
        'metadata.clicks': 'When links in it were followed.',
        'metadata.userAgent': 'Program of the recipient at the first opening or click.',
        'metadata.ipAddress':
          'Network of the recipient at the first opening or click: the first 24 bits of an IPv4 address, or 48 of an IPv6 address.',
        'metadata.automatic': 'True on a mail that no person sent.',
        'metadata.reminderType': 'Kind of the reminder: `payment_reminder`, `overdue_reminder` or `final_notice`.',
        'metadata.offsetDays': 'Days from the due date to the reminder; negative before the due date.',
      },
    },
    EmailReading: {
      description: 'An opening of a mail, or a click in it.',
      fields: {
        at: 'When it happened.',
        userAgent: 'Program of the recipient, if known.',
        ipAddress: 'Address of the recipient, if known.',
        link: 'Address of the link; absent for an opening.',
      },
    },
    InvoiceEmailDefaults: {
      description: 'Default recipients, texts and attachments of a mail.',
      fields: {
        to: 'Email address in the record of the client, or else as on the document; null: none is known.',
        cc: "Addresses of the company's settings, separated by commas; null: none.",
        bcc: "Addresses of the company's settings, separated by commas; null: none.",
        subject: 'Subject, with variables filled in.',
        body: 'Text, with variables filled in.',
        attachPdf: 'Always true.',
        attachXml: 'Always false.',
        from: 'The sender.',
        'from.email': 'Address from which the service sends.',
        'from.name': 'Name of the company.',
        replyTo: 'Address to which answers go: that of the company; null: none.',
        templateId: 'Id of the template of the texts; null: texts of the service.',
      },
    },
  },
};
