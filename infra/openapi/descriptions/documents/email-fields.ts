import type { FieldDescriptions } from '../model.ts';

/** Bodies of mails with documents. */
export const EMAIL_REQUEST: FieldDescriptions = {
  to: 'Address of the recipient.',
  cc: "Addresses that get a copy; cc and bcc together are at most 20. An empty list: nobody. Absent or null: those of the company's settings.",
  bcc: "Addresses that get a blind copy. An empty list: nobody. Absent or null: those of the company's settings.",
  subject: 'Subject, at most 255 characters; template variables are filled in. By default that of the template.',
  body: `Text, at most 20,000 characters, with paragraphs, lists, links, \`**bold**\` and \`*italic*\`; HTML is shown as it is typed. Template
variables are filled in. By default that of the template.`,
  language: 'Language of the default texts; by default `ro`.',
  templateId:
    "Id of the template for the default texts. By default the company's default template for the kind of document and the language, or else texts of the service.",
};

/** Mails of documents in answers. */
export const EMAIL_SENT: FieldDescriptions = {
  id: 'Id of the mail.',
  to: 'Address of the recipient.',
  cc: 'Addresses that get a copy; null: none.',
  bcc: 'Addresses that get a blind copy; null: none.',
  subject: 'Subject, with variables filled in.',
  attachments: 'Names of the attached files.',
  sentAt: 'When the mail was accepted for sending.',
  deliveryStatus: `Delivery status of the mail.

- \`queued\`: accepted; it is sent within moments.
- \`sent\`: handed to the mail service.
- \`delivered\`: the server of the recipient has taken it.
- \`opened\`, \`clicked\`: the recipient has opened it, or followed a link.
- \`bounced\`: it was returned.
- \`failed\`: it could not be sent.
- \`spam\`: the recipient complained about it.`,
};

/** What histories show besides. */
export const EMAIL_FATE: FieldDescriptions = {
  openedAt: 'When it was first opened; null: not opened, or not tracked.',
  clickedAt: 'When a link in it was first followed; null: none was, or it was not tracked.',
  bouncedAt: 'When it was returned; null otherwise.',
  bounceReason: 'Why it was returned or could not be sent; null otherwise.',
  sentBy: 'Who sent it; `System` for automatic mails.',
};

/** What follows after a mail was accepted, and what is refused, alike for all kinds. */
export const SENDING = `The mail is put into a queue, and the answer comes at once; a failed try is repeated after 1, 5 and 15 minutes. It is entered in the
history of mails and in the timeline of the document. A mail that fails in the end is entered there too (\`email_failed\`), the webhook event \`email.failed\` tells of it,
and the sender gets a mail, at most one in an hour.`;
export const REFUSED = `400 for an invalid address; 404 for an unknown template; 422 for a template of
another kind of document and for an address that complained about earlier mails or unsubscribed, to which mails bounced, or whose owner had its use restricted; 429 above 100 recipients an
hour for the whole organization.`;
