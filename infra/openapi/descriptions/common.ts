import type { AreaDescriptions, FieldDescriptions } from './model.ts';

/** The descriptions without those of some fields. */
export const without = (fields: FieldDescriptions, ...names: string[]): FieldDescriptions =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** Descriptions of parameters that mean the same everywhere; an operation may describe them otherwise. */
export const COMMON_PARAMETERS: Record<string, string> = {
  uuid: 'Id of the record.',
  page: 'Number of the page, from 1.',
  limit: 'Records per page; more than the maximum is lowered to it.',
  order: 'Direction of the order.',
  orderNumber: 'Only documents with exactly this order number.',
  metadata:
    'Only records whose metadata has all of these keys with exactly these values, such as `metadata[shopOrder]=4711`; at most 20 keys.',
};

/** The field of all records that have metadata. */
export const METADATA: FieldDescriptions = {
  metadata:
    'Your own data, such as an id of your shop: at most 20 keys of 1 to 40 characters without brackets, with texts of up to 500 characters, 16 kB in all; never printed. A request changes the keys that it names; null or an empty text removes a key, and null in place of the object removes all.',
};

/** The fields of every record. */
export const RECORD_FIELDS: FieldDescriptions = {
  uuid: 'Id of the record.',
  id: 'The same as `uuid`.',
  createdAt: 'When the record was created.',
  updatedAt: 'When the record was last changed.',
};

/** The fields of a page. */
export const PAGE_FIELDS: FieldDescriptions = {
  data: 'The records of the page.',
  total: 'Number of records on all pages.',
  page: 'Number of the page, from 1.',
  limit: 'Records per page.',
  pages: 'Number of pages.',
};

/** The totals of the e-invoice, which allowances, charges and prepaid amounts of `ublExtensions` make differ from the others. */
export const FISCAL_FIELDS: FieldDescriptions = {
  fiscalSubtotal: 'Total without VAT, as the e-invoice states it (BT-109).',
  fiscalVatTotal: 'Total of the VAT, as the e-invoice states it (BT-110).',
  fiscalTotal: 'Total with VAT, as the e-invoice states it (BT-112).',
  payableTotal: 'Amount to pay, as the e-invoice states it (BT-115).',
};

export const DEADLINE_FIELDS: FieldDescriptions = {
  taxauthDeadline:
    'The last day on which it can be sent to the tax authority in time: 5 working days after its issue, at the latest 5 working days after the 15th of the month after the supply. Null if it need not be sent: drafts, cancelled and received documents, clients abroad without a Romanian tax number.',
  taxauthLate: 'Whether that day has passed, and it is not at the authority. A rejected document counts as not sent.',
};

/** The descriptions for the fields of a member. */
export const under = (path: string, fields: FieldDescriptions): FieldDescriptions =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${path}.${name}`, text]));

/** Schemas that operations of many areas have. */
export const common: AreaDescriptions = {
  schemas: {
    BulkDelete: { description: 'Records to remove.', fields: { ids: 'Their ids, 1 to 100.' } },
    BulkDeletion: {
      description: 'What was removed.',
      fields: {
        deleted: 'Number of records that were removed.',
        errors: 'The records that were not.',
        'errors.id': 'Id as it was sent.',
        'errors.error': 'Why it was not removed.',
      },
    },
    Message: { description: 'What was done.', fields: { message: 'The same for people.' } },
    SeriesReference: {
      description: 'The series that numbers a document.',
      fields: {
        uuid: 'Id of the series.',
        name: 'Its name.',
        prefix: 'The text before its numbers.',
        year: 'The year in its numbers; null: none.',
        nextNumber: 'Its next number; null on issued documents.',
      },
    },
    LineVatRate: {
      description: 'The VAT rate of a line.',
      fields: {
        uuid: 'Id of the VAT rate of the company; null: none fits.',
        name: 'Its name.',
        percentage: 'The rate in percent, as text with 2 decimals.',
      },
    },
    NamedPerson: {
      description: 'A person by name.',
      fields: { id: 'Id of the user; null for the service itself.', name: 'Name, or else email.' },
    },
  },
};

/** Of products and lines. */
export const TURNOVER_KIND = 'What is no turnover, at 0 %: a deposit (SGR), or what was paid for the client.';
