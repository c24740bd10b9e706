import { PAGE_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';
import {
  CONVERSION,
  CONVERTIBLE_FIELDS,
  CONVERTIBLE_FILTERS,
  CONVERTIBLE_SHOWN,
  LINE_INPUT,
  LINE_SHOWN,
} from './convertible-fields.ts';

const uuid = { uuid: 'Id of the proforma.' };

const details: FieldDescriptions = {
  ...CONVERTIBLE_FIELDS,
  seriesId: 'Id of the series that numbers the proforma: an active one for proformas.',
  validUntil: 'Last day on which the offer is valid, not before the issue date.',
  invoiceTypeCode: 'Type of the later invoice by UNTDID 1001, three digits; by default `380`.',
  language: 'Language of the PDF; by default `ro`.',
  paymentTerms: 'Terms of payment.',
  orderNumber: 'Number of the order.',
  contractNumber: 'Number of the contract.',
};

const rejection: FieldDescriptions = {
  rejectionReason: 'Why the client rejected it.',
  rejectionNotes: 'Further notes about the rejection.',
};

const row: FieldDescriptions = {
  ...details,
  ...CONVERTIBLE_SHOWN,
  ...rejection,
  uuid: 'Id of the proforma.',
  number: 'Number from the series, given at creation.',
  status: `Where the proforma is in its life.

- \`draft\`: can be changed and removed.
- \`sent\`: was sent to the client; can no longer be changed.
- \`accepted\`, \`rejected\`: the client's answer.
- \`converted\`: has become an invoice.
- \`cancelled\`: void, permanently.`,
  isExpired: 'Whether `validUntil` has passed while the proforma is draft, sent or accepted. Nothing is refused for that.',
  totalDiscount: 'Sum of the discounts of the lines, positive, as text with 2 decimals.',
  sentAt: 'When it was marked as sent; null otherwise.',
  acceptedAt: 'When it was accepted; null otherwise.',
  rejectedAt: 'When it was rejected; null otherwise.',
};

const CONTENT = `\`clientId\`, \`seriesId\`, \`issueDate\`, \`dueDate\`, \`validUntil\`, \`currency\` and \`lines\` (1 to 1,000) are required. 400 for wrong types and
missing fields; 404 for an unknown client, series, VAT rate, product or issuer; 422 for a rule: a series that is inactive or not for
proformas, dates before the issue date, an unknown currency, both \`discount\` and \`discountPercent\` on a line.`;

export const proformaInvoices: AreaDescriptions = {
  operations: {
    'proforma-invoices-list': {
      description: `Proformas of the company without their lines, newest first by default. All filters apply together.`,
      parameters: CONVERTIBLE_FILTERS,
    },
    'proforma-invoices-create': {
      description: `Creates a draft and gives it the next number of its series immediately. The client is copied from its record, and amounts are
calculated from the lines. Sends the webhook \`proforma.created\`.

${CONTENT}`,
      responses: { 201: 'The proforma was created.' },
    },
    'proforma-invoices-get': {
      description: `The proforma with its lines and timeline.`,
      parameters: uuid,
    },
    'proforma-invoices-update': {
      description: `Replaces a draft; 409 in another status. A field that is absent gets its default. Number and series stay as they are. A line with the
\`uuid\` of an existing line keeps that id; lines that are not sent are removed.

${CONTENT}`,
      parameters: uuid,
    },
    'proforma-invoices-remove': {
      description: `Removes a draft; 409 in another status. Its number is not given again.`,
      parameters: uuid,
      responses: { 204: 'The proforma was removed.' },
    },
    'proforma-invoices-send': {
      description: `Marks a draft as sent, which can then no longer be changed; 409 in another status. No mail is sent:
\`POST /api/v1/proforma-invoices/{uuid}/email\` does that. 422 unless it has a client, a line and a total above 0.`,
      parameters: uuid,
    },
    'proforma-invoices-accept': {
      description: `Records that the client accepts a draft or sent proforma; 409 in another status. Sends the webhook \`proforma.accepted\`.`,
      parameters: uuid,
    },
    'proforma-invoices-reject': {
      description: `Records that the client rejects a draft or sent proforma, with an optional reason; 409 in another status. A rejected proforma can only
be cancelled. Sends the webhook \`proforma.rejected\`.`,
      parameters: uuid,
    },
    'proforma-invoices-cancel': {
      description: `Makes a proforma void, with an optional reason. It cannot be restored, and its number stays taken. 409 if it is converted or cancelled
already.`,
      parameters: uuid,
    },
    'proforma-invoices-convert': {
      description: `Makes a draft invoice of a draft, sent or accepted proforma, once, and marks the proforma as converted. The invoice has its client,
lines, currency and texts, with the VAT rates of its lines; \`overrideFields\` replaces some of them. It gets its number when it is issued.
\`collect\` records the payment of the proforma on the invoice.

409 if the proforma is converted, rejected or cancelled. 422 if the client, a VAT rate or a product no longer exists, the series does not
exist, is inactive or not for invoices, the due date is before the issue date, or \`collect\` is more than the total. 402 if the plan allows
no more invoices in this month. Sends the webhook \`invoice.created\`.`,
      parameters: uuid,
      responses: { 201: 'The invoice was created.' },
    },
    'proforma-invoices-pdf': {
      description: `The PDF in the language of the proforma, with the template configuration of the company. It is made at the first request and again after
a change. A draft or cancelled proforma has a watermark; the PDF states that it is not a fiscal document.`,
      parameters: { ...uuid, disposition: 'Whether a browser shows (`inline`, the default) or saves the file.' },
    },
  },
  schemas: {
    ProformaInput: {
      description: 'Body of a proforma. An absent field gets its default.',
      fields: { ...details, lines: 'The lines, 1 to 1,000.' },
    },
    ProformaLineInput: {
      description: 'A line of a proforma.',
      fields: {
        ...LINE_INPUT,
        discount: 'Discount of the line as an amount; not together with `discountPercent`.',
        discountPercent: 'Discount of the line in percent, from 0 to 100.',
        vatIncluded: 'Whether the unit price includes VAT; by default false.',
      },
    },
    Proforma: {
      description: 'A proforma invoice. Amounts, quantities and prices are texts with 2 decimals.',
      fields: { ...row, lines: 'The lines, in their order.', events: 'Its timeline, newest first.' },
    },
    ProformaRow: { description: 'A proforma invoice in a list, without its lines.', fields: row },
    ProformaPage: { description: 'A page of proformas.', fields: PAGE_FIELDS },
    ProformaLine: {
      description: 'A line of a proforma, or of an invoice that was made of delivery notes.',
      fields: { ...LINE_SHOWN, vatRate: 'Its VAT rate.' },
    },
    ProformaLineProduct: {
      description: 'The product of a line.',
      fields: {
        uuid: 'Id of the product.',
        name: 'Its name.',
        code: 'Its code.',
        unitOfMeasure: 'Unit of the line.',
      },
    },
    ProformaRejection: { description: 'Body of a rejection.', fields: rejection },
    ProformaConversion: {
      description: 'Body of a conversion; all fields are optional.',
      fields: {
        ...CONVERSION,
        collect: 'The payment of the proforma, recorded on the invoice.',
      },
    },
    ProformaConverted: {
      description: 'The result of a conversion.',
      fields: { invoice: 'The new draft.', proforma: 'The proforma, which is converted now.' },
    },
    ConversionOverrides: {
      description:
        'Values for the invoice that replace those of the converted document. An absent field keeps its value; null clears it.',
      fields: {
        notes: 'Notes for the buyer, printed on the invoice.',
        paymentTerms: 'Terms of payment.',
        deliveryLocation: 'Where the goods are delivered.',
        projectReference: 'Reference of the project.',
        orderNumber: 'Number of the order.',
        contractNumber: 'Number of the contract.',
        mentions: 'Mentions, printed on the invoice.',
        internalNote: 'A note for yourself.',
        salesAgent: 'Name of the sales agent.',
        currency: 'Currency by ISO 4217. Amounts are not converted.',
        exchangeRate:
          'RON for one unit of the currency. By default that of the converted document if the currency is the same, or else the last published one.',
      },
    },
    ConvertedDocument: {
      description: 'A document that was converted into an invoice.',
      fields: {
        uuid: 'Id of the document.',
        number: 'Its number.',
        status: 'Always `converted`.',
        convertedAt: 'When it was converted.',
        convertedInvoiceId: 'Id of the invoice.',
        convertedInvoiceNumber: 'Always null: the invoice is a draft, which has no number.',
        updatedAt: 'When it was last changed.',
      },
    },
    DocumentCancellation: {
      description: 'Body of a cancellation; both fields are optional.',
      fields: { cancellationReason: 'Why it is cancelled.', cancellationNotes: 'Further notes.' },
    },
    DocumentClient: {
      description: 'The client, as on the document.',
      fields: {
        uuid: 'Id of the client.',
        name: 'Name.',
        registrationNumber: 'Number in the trade register, or else the VAT number or tax number.',
        address: 'Street and number.',
        city: 'City.',
        county: 'County.',
        country: 'Country by ISO 3166-1 alpha-2.',
        postalCode: 'Postal code.',
        email: 'Email address.',
        phone: 'Telephone number.',
        bankAccount: "The client's account number.",
        bankName: "Name of the client's bank.",
      },
    },
  },
};
