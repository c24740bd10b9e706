import { FISCAL_FIELDS, PAGE_FIELDS, RECORD_FIELDS, under, without } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

/** What can be sent and is shown. */
const details: FieldDescriptions = {
  name: 'Name of the supplier.',
  cui: 'Tax number, with or without country prefix, in upper case without spaces. Unique among the suppliers of the company, whereby `RO` does not count.',
  cif: 'The same as `cui`.',
  vatCode: 'VAT number with country prefix.',
  isVatPayer: 'Whether the supplier is registered for VAT; by default false.',
  registrationNumber: 'Number in the trade register.',
  address: 'Street and number.',
  city: 'City.',
  county: 'County.',
  country: 'Country by ISO 3166-1 alpha-2; by default `RO`.',
  postalCode: 'Postal code.',
  email: 'Email address.',
  phone: 'Telephone number.',
  bankName: "Name of the supplier's bank.",
  bankAccount: "The supplier's account, an IBAN.",
  notes: 'Notes for yourself.',
};

const supplier: FieldDescriptions = {
  ...RECORD_FIELDS,
  ...details,
  source: 'Where the record comes from: `manual`, a document from the tax authority (`taxauth`), or `import`.',
  lastSyncedAt: 'When a received document last confirmed the record; null: never.',
};

const uuid = { uuid: 'Id of the supplier.' };

export const suppliers: AreaDescriptions = {
  operations: {
    'suppliers-list': {
      description: `Suppliers of the company that are not removed, with the number and total of the invoices received from each. They are grouped by the
first letter of their name, in upper case without diacritics; other names are under \`#\`. The page is cut before the suppliers are
grouped.`,
      parameters: { search: 'Text that name, tax number or email contains, in any case, with or without diacritics.' },
    },
    'suppliers-create': {
      description: `Adds a supplier. \`name\`, \`registrationNumber\`, \`address\`, \`city\` and \`county\` are required. If the company has a supplier with the same
tax number already, that one is returned with status 200, and nothing is changed. The synchronization with the tax authority adds the
suppliers of received invoices by itself.`,
      responses: { 200: 'The company has this supplier already.', 201: 'The supplier was added.' },
    },
    'suppliers-get': {
      description: `A supplier with a summary of the invoices received from it, and the latest ten.`,
      parameters: uuid,
    },
    'suppliers-update': {
      description: `Changes the fields that are sent, at least one. Name, tax number, VAT number, registration for VAT and registration number of a supplier
that came with a document cannot be changed (422): they are what its invoices state. Received documents keep their data. 409 for the
tax number of another supplier.`,
      parameters: uuid,
    },
    'suppliers-remove': {
      description: `Removes a supplier from lists and choices. Documents keep its data, and the next invoice from it adds it again.`,
      parameters: uuid,
      responses: { 204: 'The supplier was removed.' },
    },
    'suppliers-bulk-delete': `Removes up to 100 suppliers, each like \`DELETE /api/v1/suppliers/{uuid}\`. Ids that the company does not have are in \`errors\`; the
others are removed all the same.`,
  },
  schemas: {
    Supplier: { description: 'A supplier: the seller on received documents.', fields: supplier },
    ListedSupplier: {
      description: 'A supplier in a list.',
      fields: {
        ...supplier,
        invoiceCount: 'Number of invoices received from the supplier.',
        totalExpenses: "Total of these invoices in the company's currency.",
      },
    },
    SupplierPage: {
      description: 'A page of suppliers, grouped by the first letter of their name.',
      fields: { ...PAGE_FIELDS, data: 'The suppliers of the page by first letter. Letters without suppliers are absent.' },
    },
    SupplierInput: { description: 'Body of a new supplier. An absent field gets its default.', fields: details },
    SupplierChange: {
      description: 'Fields of a supplier to change.',
      fields: {
        ...without(details, 'isVatPayer', 'country'),
        isVatPayer: 'Whether the supplier is registered for VAT.',
        country: 'Country by ISO 3166-1 alpha-2.',
      },
    },
    CreatedSupplier: { description: 'A new supplier.', fields: { supplier: 'The supplier.' } },
    ExistingSupplier: {
      description: 'The supplier that the company has already with this tax number.',
      fields: { supplier: 'The supplier.', existing: 'Always true.' },
    },
    SupplierDetail: {
      description: 'A supplier with the invoices received from it.',
      fields: {
        ...supplier,
        invoiceSummary: "Figures about the received invoices, in the company's currency.",
        'invoiceSummary.totalCount': 'Their number.',
        'invoiceSummary.totalExpenses': 'Their total.',
        ...under('invoiceSummary', FISCAL_FIELDS),
        'invoiceSummary.averageInvoiceAmount': 'Their average; 0 without any.',
        'invoiceSummary.lastInvoiceDate': 'Date of the latest; null without any.',
        recentInvoices: 'The latest ten by issue date, newest first.',
        'recentInvoices.uuid': 'Id of the document.',
        'recentInvoices.number': 'Its number.',
        'recentInvoices.issueDate': 'Its date.',
        'recentInvoices.dueDate': 'When payment is due; null: not stated.',
        'recentInvoices.totalAmount': 'Total with VAT, in `currency`.',
        'recentInvoices.currency': 'Currency by ISO 4217.',
        'recentInvoices.status': 'Status of the document.',
      },
    },
  },
};
