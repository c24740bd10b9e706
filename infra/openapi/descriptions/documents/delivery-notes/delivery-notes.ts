import { PAGE_FIELDS } from '../../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../../model.ts';
import { CONVERSION, CONVERTIBLE_FIELDS, CONVERTIBLE_SHOWN, LINE_INPUT, LINE_SHOWN } from '../convertible-fields.ts';
import { deliveryNoteOperations } from './operations.ts';
import { TRANSPORT_FIELDS, TRANSPORT_LINE, TRANSPORT_STATE } from './transport-fields.ts';

const details: FieldDescriptions = {
  ...CONVERTIBLE_FIELDS,
  ...TRANSPORT_FIELDS,
  issueDate: 'Date of the note, not in the future.',
  documentSeriesId:
    'Id of the series that numbers the note: an active one for delivery notes. By default the default series, or else the oldest active one.',
  deputyName: 'Name of the person who collects the goods.',
  deputyIdentityCard: 'Number of their identity card.',
  deputyAuto: 'Registration number of their vehicle.',
  invoiceFollows: 'Whether an invoice follows; false for goods that are moved without being sold. By default true.',
  transferCause: 'Why goods are moved that are not sold, such as a transfer between stores.',
  destination: 'Where these goods are moved to.',
};

const row: FieldDescriptions = {
  ...details,
  ...CONVERTIBLE_SHOWN,
  ...TRANSPORT_STATE,
  uuid: 'Id of the note.',
  number: 'Number from the series; `DRAFT-<8 digits>` until it is issued.',
  seriesId: 'The same as `documentSeriesId`.',
  status: `Where the note is in its life.

- \`draft\`: can be changed and removed.
- \`issued\`: has its number; can be converted or cancelled.
- \`converted\`: has become an invoice, or a part of one.
- \`cancelled\`: void; can be restored.`,
  returnOf: 'The note whose goods are returned with this one; null: it is no return.',
  proformaId: 'Id of the proforma from which it was made; null otherwise.',
  issuedAt: 'When it was issued; null before.',
  invoiceDueBy:
    'Last day on which the law lets the goods be invoiced: the 15th of the month after `issueDate`. Null unless the note is issued and an invoice is to follow.',
};

export const deliveryNotes: AreaDescriptions = {
  operations: deliveryNoteOperations,
  schemas: {
    DeliveryNoteInput: {
      description: 'Body of a delivery note. An absent field gets its default.',
      fields: {
        ...details,
        documentSeriesId: `${details['documentSeriesId']} In an update, the note keeps its series by default.`,
        lines: 'The lines, 1 to 1,000.',
      },
    },
    DeliveryNoteLineInput: { description: 'A line of a delivery note.', fields: { ...LINE_INPUT, ...TRANSPORT_LINE } },
    DeliveryNote: {
      description: 'A delivery note. Amounts, quantities, prices and weights are texts with 2 decimals.',
      fields: {
        ...row,
        lines: 'The lines, in their order.',
        events: 'Its timeline, newest first.',
        warnings:
          'Warnings about the issue that this is the answer to: the transport must be declared and is not. Absent if there are none.',
      },
    },
    DeliveryNoteRow: { description: 'A delivery note in a list, without its lines.', fields: row },
    DeliveryNotePage: { description: 'A page of delivery notes.', fields: PAGE_FIELDS },
    DeliveryNoteLine: {
      description: 'A line of a delivery note.',
      fields: {
        ...LINE_SHOWN,
        ...TRANSPORT_LINE,
        quantity: 'Quantity, rounded to 2 decimals, as text; negative on a return.',
      },
    },
    DeliveryNoteReference: {
      description: 'A delivery note by number.',
      fields: { uuid: 'Id of the note.', number: 'Its number.' },
    },
    DeliveryNoteFromProforma: {
      description: 'The proforma whose goods are delivered.',
      fields: { proformaId: 'Id of the proforma.' },
    },
    DeliveryNoteConversion: { description: 'Body of a conversion; all fields are optional.', fields: CONVERSION },
    DeliveryNoteConverted: {
      description: 'The result of a conversion.',
      fields: { invoice: 'The new draft.', deliveryNote: 'The note, which is converted now.' },
    },
    BulkConversion: {
      description: 'Notes to convert into one invoice.',
      fields: { ids: 'Their ids, 2 to 100, each once. The lines of the invoice are in their order.' },
    },
    BulkConvertedInvoice: {
      description: 'The draft invoice of several notes. Amounts, quantities and prices are texts with 2 decimals.',
      fields: {
        uuid: 'Id of the invoice.',
        number: '`DRAFT-<8 digits>` until it is issued.',
        status: 'Always `draft`.',
        direction: 'Always `outgoing`.',
        isCreditNote: 'Always false.',
        clientId: 'Id of the client.',
        client: 'The buyer, as on the document.',
        currency: 'Currency by ISO 4217: that of the notes.',
        exchangeRate: 'RON for one unit of the currency: that of the first note.',
        issueDate: 'Date of the invoice: today.',
        dueDate: 'When payment is due: the latest due date of the notes, but not before today.',
        lines: 'The lines of all notes.',
        subtotal: 'Total without VAT, after discounts.',
        vatAmount: 'Total of the VAT.',
        total: 'Total with VAT.',
        deliveryNoteIds: 'Ids of the notes.',
        createdAt: 'When it was created.',
        updatedAt: 'When it was last changed.',
      },
    },
    TransportChange: {
      description: 'Data of the transport to change. Absent fields stay unchanged; null clears.',
      fields: {
        ...TRANSPORT_FIELDS,
        etransportPostIncident: "Whether the transport is declared late, after an outage of the authority's system.",
        skipEtransport: 'Whether the transport is deliberately not declared; a submission is then refused.',
        lines: 'Lines to change. Those that are not named stay unchanged.',
      },
    },
    TransportLineChange: {
      description: 'Data of the goods of a line. They replace all that the line had: an absent field becomes null.',
      fields: {
        ...TRANSPORT_LINE,
        uuid: 'Id of the line.',
        tariffCode: 'Code of the Combined Nomenclature, 4, 6 or 8 digits.',
        netWeight: 'Net weight in kilograms.',
        grossWeight: 'Gross weight in kilograms.',
      },
    },
    TransportValidation: {
      description: 'Whether a declaration fulfils the rules of the tax authority.',
      fields: {
        valid: 'Whether it breaks no rule.',
        errors:
          'The rules that it breaks. Fields are checked first, then the XML schema, then the other rules; a stage is skipped if one before it found errors.',
        warnings: 'What is unusual, such as a date in the past.',
        schematronAvailable: 'Always true: the rules are built into the service.',
      },
    },
    TransportFinding: {
      description: 'A rule that a declaration breaks.',
      fields: {
        rule: 'Id of the rule of the authority, such as `BR-207`; `XSD` for its XML schema.',
        message: 'What is wrong, for people.',
        severity: '`fatal` prevents the submission; `warning` does not.',
        field: 'Field of the note, such as `lines.0.netWeight`; null: none in particular.',
      },
    },
    TransportRequirement: {
      description: 'Whether the law requires that a transport is declared.',
      fields: {
        requirement: '`unknown`: data are missing, or sources differ; it is safer to declare.',
        reasons: 'Why, in sentences for people; at least one.',
        missing: 'Fields that would decide an `unknown` case, such as `lines.0.tariffCode` or `vehicleMass`.',
        law: 'The law that was applied; null for a day whose law is not known to the service.',
        'law.validFrom': 'First day on which it is in force.',
        'law.checkedOn': 'Day on which its text was last checked.',
        'law.sources': 'Where it is published.',
      },
    },
  },
};
