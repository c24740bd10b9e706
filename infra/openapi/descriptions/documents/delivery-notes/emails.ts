import type { AreaDescriptions } from '../../model.ts';
import { EMAIL_REQUEST, REFUSED, SENDING } from '../email-fields.ts';

const uuid = { uuid: 'Id of the delivery note.' };

export const deliveryNoteEmails: AreaDescriptions = {
  operations: {
    'delivery-note-emails-send': {
      description: `Mails the delivery note with its PDF; opens and clicks are tracked as \`mailTracking\` of the company says. ${SENDING}

A cancelled note is refused with 422. ${REFUSED}`,
      parameters: uuid,
      responses: { 200: 'The mail was accepted.' },
    },
    'delivery-note-emails-defaults': {
      description: `What a mail with the delivery note says, and to whom it goes, if the request does not say it: for a form in which a user edits them.`,
      parameters: { ...uuid, language: 'Language of subject and body; by default `ro`.' },
    },
    'delivery-note-emails-history': {
      description: `All mails with the delivery note, newest first, those to carriers and those that failed included.`,
      parameters: uuid,
    },
    'delivery-note-emails-send-to-carrier': {
      description: `Mails the transport identifier (UIT) to the carrier, with the PDF of the note without prices. Subject and text are in Romanian unless
they are given; besides the variables of delivery notes, they may use \`[[trailers]]\`, \`[[transport_date]]\`, \`[[transport_from]]\` and
\`[[transport_to]]\`. ${SENDING} A mail that is still in the queue when the identifier is deleted is not sent.

422 for a cancelled note, for a note without a valid identifier (reason \`not_declared\`) and after its last day (\`identifier_expired\`).
${REFUSED}`,
      parameters: uuid,
      responses: { 200: 'The mail was accepted.' },
    },
  },
  schemas: {
    CarrierEmailRequest: {
      description: 'Body of a mail to the carrier.',
      fields: {
        to: 'Address of the carrier.',
        cc: EMAIL_REQUEST['cc'] ?? '',
        subject: 'Subject, at most 255 characters; by default it names the identifier and the note.',
        body: 'Text, at most 20,000 characters; by default identifier, last day, route, vehicle, trailers and date of the transport.',
      },
    },
  },
};
