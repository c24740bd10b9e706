import type { AreaDescriptions } from '../model.ts';
import { EMAIL_FATE, EMAIL_REQUEST, EMAIL_SENT, REFUSED, SENDING } from './email-fields.ts';

const uuid = { uuid: 'Id of the proforma.' };

export const proformaEmails: AreaDescriptions = {
  operations: {
    'proforma-emails-send': {
      description: `Mails the proforma with its PDF; opens and clicks are tracked as \`mailTracking\` of the company says. Its status does not change: \`POST …/send\` marks it as sent. ${SENDING}

A cancelled proforma is refused with 422. ${REFUSED}`,
      parameters: uuid,
      responses: { 200: 'The mail was accepted.' },
    },
    'proforma-emails-defaults': {
      description: `What a mail with the proforma says, and to whom it goes, if the request does not say it: for a form in which a user edits them.`,
      parameters: { ...uuid, language: 'Language of subject and body; by default `ro`.' },
    },
    'proforma-emails-history': {
      description: `All mails with the proforma, newest first, also those that failed.`,
      parameters: uuid,
    },
  },
  schemas: {
    DocumentEmailRequest: { description: 'Body of a mail with a document. The PDF is always attached.', fields: EMAIL_REQUEST },
    DocumentEmailAccepted: { description: 'A mail that was accepted for sending.', fields: EMAIL_SENT },
    DocumentEmail: { description: 'A mail with a document.', fields: { ...EMAIL_SENT, ...EMAIL_FATE } },
    DocumentEmailDefaults: {
      description: 'Default recipient and texts of a mail.',
      fields: {
        to: 'Email address in the record of the client, or else as on the document; null: none is known.',
        subject: 'Subject, with variables filled in.',
        body: 'Text, with variables filled in.',
      },
    },
  },
};
