import { FISCAL_FIELDS, METADATA, PAGE_FIELDS, RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

/** What can be sent and is shown. */
const details: FieldDescriptions = {
  type: '`company` (the default), or `individual` for a person without a tax number.',
  name: 'Name on documents.',
  cui: 'Tax number, with or without country prefix, in upper case without spaces. Unique among the clients of the company, whereby `RO` does not count.',
  cif: 'The same as `cui`.',
  cnp: 'Romanian personal number of a person, 13 digits.',
  isAffiliated: 'Whether company and client are affiliated persons: VAT on collection does not apply between them.',
  sendPersonalNumber: 'Whether documents and e-invoices state `cnp`. By default they do not: the XML has 13 zeros in its place.',
  vatCode: 'VAT number with country prefix. Taken from `cui` if that begins with the prefix of an EU country and none is sent.',
  isVatPayer: 'Whether the client is registered for VAT. By default false, or what the register says.',
  registrationNumber: 'Number in the trade register.',
  address: 'Street and number.',
  city: 'City; in Bucharest the sector, such as `SECTOR1`.',
  county: 'County, by code or name.',
  postalCode: 'Postal code.',
  country: 'Country by ISO 3166-1 alpha-2; by default `RO`.',
  email: 'Address to which documents are mailed by default.',
  phone: 'Telephone number.',
  bankName: "Name of the client's bank.",
  bankAccount: "The client's account number.",
  defaultPaymentTermDays:
    'Days from issue date to due date that forms of new invoices suggest (`GET /api/v1/invoice-defaults`); null: 30.',
  contactPerson: 'Name of a person to contact.',
  clientCode: 'Code of the client in your own books.',
  idNumber: 'Number of an identity document.',
  notes: 'Notes for yourself; they are on no document.',
  currency: 'Currency in which the client is usually invoiced, by ISO 4217.',
  ...METADATA,
};

const client: FieldDescriptions = {
  ...RECORD_FIELDS,
  ...details,
  viesValid: 'Whether the VAT number was valid in the EU register (VIES) at the last check; null: not checked.',
  viesValidatedAt: 'When the register was asked; null: never, or not successfully.',
  viesName: 'The name in the register, if the country publishes it.',
  source: 'Where the record comes from: `manual`, the register of the tax authority (`taxauth`), or `import`.',
  lastSyncedAt: 'When data of the company register was last taken over; null: never.',
};

const found = { client: 'The client.' };

const warnings = 'Numbers whose check digit is wrong, which is probably a typing mistake; absent without any.';

/** Of the invoices and credit notes of a client. */
const FISCAL_TOTALS: FieldDescriptions = Object.fromEntries(
  Object.entries(FISCAL_FIELDS).map(([name, text]) => [name, `${text} Of all invoices and credit notes in force, in RON.`]),
);

export const clients: AreaDescriptions = {
  operations: {
    'clients-list': {
      description: `Clients of the company that are not removed, with the number and total of the invoices issued to each. They are grouped by
the first letter of their name, in upper case without diacritics; other names are under \`#\`. The page is cut before the clients are
grouped.`,
      parameters: {
        search:
          'Text that name, tax number, personal number, VAT number, identity number or email contains, in any case, with or without diacritics.',
        type: 'Only clients of this type.',
        country: 'Only clients in this country.',
        vatPayer: 'Only clients that are (`yes`) or are not (`no`) registered for VAT.',
        sort: 'What the clients are ordered by. By `createdAt`, the order holds within each group.',
      },
    },
    'clients-create': {
      description: `Adds a client. If the company has a client with the same tax number already, that one is returned with status 200, and nothing is
changed.

\`name\` is required. \`address\` and \`city\` are too, and in Romania \`county\`, except for Romanian companies with a tax number: their missing
fields are taken from the company register. The VAT number of a client in another EU country is checked in the EU register (VIES). If a
register is not available, the client is added without its data.`,
      responses: { 200: 'The company has this client already.', 201: 'The client was added.' },
    },
    'clients-from-registry': {
      description: `Adds a Romanian company by its tax number, with name and address of the company register. If the register has no entry or is not
available, the client is added with the name of the request, or else with \`CUI <number>\`. A client with the same tax number is returned
unchanged, with status 200.`,
      responses: { 200: 'The company has this client already.', 201: 'The client was added.' },
    },
    'clients-get': {
      description: `A client with its documents: a page of its invoices, newest first, and its latest five delivery notes.`,
      parameters: { uuid: 'Id of the client.', page: 'Page of the invoices, from 1.', limit: 'Invoices per page, at most 100.' },
    },
    'clients-update': {
      description: `Changes the fields that are sent. \`name\`, \`address\`, \`city\` and \`country\` cannot be emptied. A change of \`vatCode\`, \`cui\` or
\`country\` of a client in another EU country makes the EU register (VIES) be asked again.

A change of name, \`cui\`, \`cnp\`, \`sendPersonalNumber\`, \`vatCode\`, \`isVatPayer\` or \`country\` is copied to the drafts of invoices and credit
notes of the client whose issue date is in the current month; they are calculated again. An issued document keeps the buyer that it was
issued with. To correct the buyer of one that the tax authority rejected: cancel it, restore it, change the draft, issue it again under its number.`,
      parameters: { uuid: 'Id of the client.' },
    },
    'clients-remove': {
      description: `Removes a client from lists and choices. Documents keep its data.`,
      parameters: { uuid: 'Id of the client.' },
      responses: { 204: 'The client was removed.' },
    },
    'clients-bulk-delete': `Removes up to 100 clients, each like \`DELETE /api/v1/clients/{uuid}\`. Clients that could not be removed are in \`errors\`; the
others are removed all the same.`,
    'clients-taxauth-lookup': {
      description: `The entry of a tax number in the register of Romanian companies. Nothing is stored. 503 if the register is not available, or the
operator of the service has not configured one.`,
      parameters: { cui: 'Romanian tax number, with or without `RO`.' },
      fields: { data: 'The entry of the register.' },
    },
    'clients-vies-lookup': {
      description: `Whether a VAT number is valid in the EU register (VIES). Nothing is stored. 503 if the register is not available, or the operator of
the service has not configured one.`,
      parameters: { vatCode: 'VAT number with country prefix, such as `DE136695976`.' },
      fields: { data: 'The answer of the register.' },
    },
  },
  schemas: {
    Client: { description: 'A client: the buyer on documents of the company.', fields: client },
    ListedClient: {
      description: 'A client in a list.',
      fields: {
        ...client,
        invoiceCount: 'Number of invoices issued to the client.',
        totalRevenue: "Total of these invoices in the company's currency.",
      },
    },
    ClientPage: {
      description: 'A page of clients, grouped by the first letter of their name.',
      fields: { ...PAGE_FIELDS, data: 'The clients of the page by first letter. Letters without clients are absent.' },
    },
    ClientInput: { description: 'Body of a new client. An absent field gets its default.', fields: details },
    ClientChange: { description: 'Fields of a client to change.', fields: details },
    ClientFromRegistry: {
      description: 'Body of a client from the company register.',
      fields: { cui: 'Romanian tax number, with or without `RO`.', name: 'Name, if the register has none.' },
    },
    CreatedClient: {
      description: 'A new client.',
      fields: { ...found, taxauthValidated: 'Whether the company register has an entry for its tax number.', warnings },
    },
    ExistingClient: {
      description: 'The client that the company has already with this tax number.',
      fields: { ...found, existing: 'Always true.' },
    },
    ChangedClient: {
      description: 'A client after a change.',
      fields: {
        ...found,
        invoicesUpdated: 'Number of drafts of invoices and credit notes of this month to which the change was copied.',
        invoicesKept:
          'Number of issued invoices and credit notes of this month that are in force: they keep the buyer that they were issued with.',
        warnings,
      },
    },
    ClientDetail: {
      description: 'A client with its documents.',
      fields: {
        ...found,
        invoiceHistory: 'A page of the invoices of the client, newest first.',
        invoiceTotal: "Total of the invoices issued to the client, in the company's currency.",
        ...FISCAL_TOTALS,
        invoiceCount: 'Number of invoices on all pages.',
        deliveryNoteHistory: 'The latest five delivery notes.',
        deliveryNoteCount: 'Number of delivery notes.',
        credit: 'What of its money pays no document yet, by currency.',
        receiptHistory: 'The latest five receipts of the client.',
        receiptCount: 'How many receipts it has.',
      },
    },
    ClientReceipt: {
      description: 'A receipt in the history of a client.',
      fields: {
        uuid: 'Id of the receipt.',
        kind: '`receipt` or `cash_payment`.',
        number: 'Its number.',
        date: 'Its date.',
        amount: 'In lei.',
        status: '`issued` or `cancelled`.',
      },
    },
    ClientInvoice: {
      description: 'An invoice in the history of a client.',
      fields: {
        id: 'Id of the invoice.',
        number: 'Its number; of a draft `DRAFT-<8 digits>`.',
        issueDate: 'Its date.',
        dueDate: 'When payment is due.',
        total: 'Total with VAT, in `currency`.',
        currency: 'Currency by ISO 4217.',
        status: 'Status of the invoice.',
        direction: 'Always `outgoing`.',
      },
    },
    ClientDeliveryNote: {
      description: 'A delivery note in the history of a client.',
      fields: {
        uuid: 'Id of the delivery note.',
        number: 'Its number; of a draft `DRAFT-<8 digits>`.',
        issueDate: 'Its date.',
        total: 'Total with VAT, in the currency of the note.',
        status: 'Status of the note.',
      },
    },
    RegistryEntry: {
      description: 'The entry of a company in the register of Romanian companies.',
      fields: {
        cui: 'Tax number, digits only.',
        name: 'Name of the company.',
        address: 'Street and number.',
        city: 'City.',
        county: 'County.',
        postalCode: 'Postal code.',
        phone: 'Telephone number.',
        registrationNumber: 'Number in the trade register.',
        isVatPayer: 'Whether the company is registered for VAT.',
        vatCode: 'VAT number with `RO`; null without registration.',
      },
    },
    VatCheck: {
      description: 'The answer of the EU register (VIES) about a VAT number.',
      fields: {
        valid: 'Whether the number is valid.',
        name: 'Name of its holder, if the country publishes it.',
        address: 'Address of its holder, if the country publishes it.',
        countryCode: 'Prefix of the number, such as `DE`.',
        vatNumber: 'The number without prefix.',
      },
    },
  },
};
