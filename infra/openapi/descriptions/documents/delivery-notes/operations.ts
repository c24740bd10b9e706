import type { AreaDescriptions } from '../../model.ts';
import { CONVERTIBLE_FILTERS } from '../convertible-fields.ts';

const uuid = { uuid: 'Id of the delivery note.' };

const CONTENT = `\`clientId\`, \`issueDate\`, \`dueDate\`, \`currency\` and \`lines\` (1 to 1,000) are required. Data of the transport may be incomplete: they are
checked in full when the transport is validated or submitted. 400 for wrong types and missing fields; 404 for an unknown client, series,
VAT rate, product or issuer; 422 for a rule: an issue date in the future, a due date before it, an unknown currency, a series that is
inactive or not for delivery notes.`;

/** Operations on delivery notes. */
export const deliveryNoteOperations: AreaDescriptions['operations'] = {
  'delivery-notes-list': {
    description: `Delivery notes of the company without their lines, newest first by default. All filters apply together.`,
    parameters: {
      ...CONVERTIBLE_FILTERS,
      etransportStatus: 'Only notes whose transport declaration has one of these statuses, separated by commas.',
      toInvoice: 'Only notes that are issued and still to be invoiced (`true`), or the others (`false`).',
    },
  },
  'delivery-notes-create': {
    description: `Creates a draft, which gets its number when it is issued. The client is copied from its record, and amounts are calculated from the
lines. Sends the webhook \`delivery_note.created\`.

${CONTENT}`,
    responses: { 201: 'The draft was created.' },
  },
  'delivery-notes-from-proforma': {
    description: `Creates a draft with the goods of a proforma: its client, lines, currency and exchange rate, due date, notes, delivery location and
project reference. It is dated today and has the default series. The proforma does not change. Sends the webhook
\`delivery_note.created\`.

404 for an unknown proforma; 422 for one that is cancelled, has no lines, or whose client no longer exists.`,
    responses: { 201: 'The draft was created.' },
  },
  'delivery-notes-get': {
    description: `The note with its lines and timeline.`,
    parameters: uuid,
  },
  'delivery-notes-update': {
    description: `Replaces a draft; 409 in another status. A field that is absent gets its default, except the series. A line with the \`uuid\` of an
existing line keeps that id; lines that are not sent are removed. Quantities of a return must be below 0.

${CONTENT}`,
    parameters: uuid,
  },
  'delivery-notes-remove': {
    description: `Removes a draft; 409 in another status. A number that it had before it was cancelled and restored is not given again.`,
    parameters: uuid,
    responses: { 204: 'The draft was removed.' },
  },
  'delivery-notes-issue': {
    description: `Gives a draft the next number of its series; it can then no longer be changed, except for the data of its transport. 409 unless it is a
draft; 422 without a client, a line or a series. The answer has a warning if the transport must be declared and is not. Sends the webhook
\`delivery_note.issued\`.`,
    parameters: uuid,
  },
  'delivery-notes-cancel': {
    description: `Makes a draft or issued note void, with an optional reason; its number stays taken. If its transport is declared, a deletion is sent to
the tax authority, or a correction if other notes are in the same declaration. 409 if it is converted or cancelled already. Sends the
webhook \`delivery_note.cancelled\`.`,
    parameters: uuid,
  },
  'delivery-notes-restore': {
    description: `Makes a cancelled note a draft again, with the number that it had. The declaration of its transport stays with the past; the note can
be declared again. 422 unless it is cancelled.`,
    parameters: uuid,
  },
  'delivery-notes-storno': {
    description: `Creates a draft that takes back all goods of an issued note: the same lines with negative quantities, dated today, in the default
series, with notes that name the original. The original does not change. 422 unless it is issued. Sends the webhook
\`delivery_note.created\`.`,
    parameters: { uuid: 'Id of the note whose goods are returned.' },
    responses: { 201: 'The draft was created.' },
  },
  'delivery-notes-convert': {
    description: `Makes a draft invoice of an issued note, once, and marks the note as converted. The invoice has its client, lines, currency, texts and
the person who collects the goods, names the note, and states its date as the date of delivery. \`overrideFields\` replaces some of them.

409 unless the note is issued. 422 if the client, a VAT rate or a product no longer exists, the series does not exist, is inactive or not
for invoices, the due date is before the issue date, or the total is not above 0, as of a return: convert that together with others.
402 if the plan allows no more invoices in this month. Sends the webhooks \`invoice.created\` and \`delivery_note.converted\`.`,
    parameters: uuid,
    responses: { 201: 'The invoice was created.' },
  },
  'delivery-notes-bulk-convert': {
    description: `Makes one draft invoice of 2 to 100 issued notes of one client in one currency: all of them are converted, or none. The invoice has the
lines of all notes in the order of the ids, the texts of the first note, the latest due date and the default series, and is dated today.
Returns reduce its total.

404 if a note does not exist. 422 for an id given twice, for notes that are not issued, of different clients or in different currencies
(\`details\` has \`reason\` and \`conflictingIds\`), for a total that is not above 0, and for too many lines. 409 while another bulk
conversion has one of the notes. 402 if the plan allows no more invoices in this month. Sends \`invoice.created\`, and \`delivery_note.converted\` for each note.`,
    responses: { 201: 'The invoice was created.' },
  },
  'delivery-notes-pdf': {
    description: `The PDF, as a file to save, with the template configuration of the company. It is made at the first request and again after a change. A
draft or cancelled note has a watermark. The identifier of a declared transport (UIT) is printed, with a QR code.`,
    parameters: {
      ...uuid,
      hideVat: 'Whether VAT is left out; by default false.',
      hidePrices: 'Whether prices and amounts are left out; by default false.',
    },
  },
  'delivery-notes-transport-requirement': {
    description: `Says whether the law requires that the transport of the note is declared (RO e-Transport), by operation, tariff codes, weights, values
and the mass of the vehicle. Works in every status and changes nothing.`,
    parameters: {
      ...uuid,
      vehicleMass: 'Maximum permissible mass of the vehicle in kilograms, 1 to 999,999, if the note does not state it.',
    },
  },
  'delivery-notes-validate-transport': {
    description: `Checks the declaration of the transport against the rules of the tax authority. Works in every status; nothing is changed or sent.`,
    parameters: uuid,
  },
  'delivery-notes-change-transport': {
    description: `Changes the data of the transport of an issued note, before it is declared or after a declaration has failed. Fields that are absent stay
unchanged, null clears; at least one field is required. Of a line that is named, all data of the goods are replaced. 409 unless the note is
issued, and while its transport is being declared or is declared: correct it by \`POST …/etransport/correct\` then.`,
    parameters: uuid,
  },
  'delivery-notes-submit-transport': {
    description: `Declares the transport of an issued note to the tax authority. The answer comes at once, with \`etransportStatus\` \`uploaded\`; validation,
upload and the wait for the answer go on in the background. The status becomes \`ok\` with the identifier (\`etransportUit\`),
\`nok\`, \`validation_failed\` or \`upload_failed\`. After a failure, it can be submitted again.

422 unless the note is issued, if its transport is declared or being declared, if \`skipEtransport\` is set, and after 10 declarations.
Sends \`etransport.submitted\`, and later \`etransport.accepted\`, \`etransport.rejected\` or \`etransport.failed\`.`,
    parameters: uuid,
  },
};
