import { TURNOVER_KIND } from '../../common.ts';
import type { AreaDescriptions } from '../../model.ts';

const uuid = 'Id of the purchase.';

export const purchases: AreaDescriptions = {
  operations: {
    'purchases-create': {
      description: `Enters a purchase that the tax authority does not deliver. It is in force at once, and is an incoming invoice with \`source\` \`manual\`: read, list and pay it, and
add files to it, as to received ones. 409 \`duplicate\` when the company has a document of the supplier with this number and date; 422 for what its kind does not allow. A supplier without record
gets one, if it has a tax number.`,
      responses: { 201: 'The purchase; \`warnings\` has what to look at.' },
    },
    'purchases-update': {
      description: `Replaces a purchase that was entered by hand. 409 for other documents, and when payments or documents that take back are booked on it; 422 \`period_closed\` when it counts in a closed month: its notes and bookkeeping fields can then be
changed by \`PUT /api/v1/invoices/{uuid}\`.`,
      parameters: { uuid },
      responses: { 200: 'The purchase after the change.' },
    },
    'purchases-remove': {
      description: 'Removes a purchase that was entered by hand, with its files. 409 and 422 `period_closed` as for its change.',
      parameters: { uuid },
      responses: { 204: 'The purchase was removed.' },
    },
    'purchases-import': {
      description: `Enters the purchases of a CSV file, one in each row, each in a transaction of its own. Columns are ${[
        ...['kind', 'supplierId', 'supplier', 'cif', 'vatCode', 'country', 'number', 'issueDate', 'taxPointDate', 'receivedDate'],
        ...['dueDate', 'currency', 'exchangeRate', 'tvaLaIncasare', 'buyerCif', 'customsNumber', 'customsDate', 'customsVatLei'],
        ...[
          'customsBaseLei',
          'description',
          'vatDeductiblePercent',
          'selfAssessedRate',
          'expenseCategory',
          'expenseAccount',
          'notes',
        ],
      ]
        .map(name => `\`${name}\``)
        .join(', ')}; and for up to four VAT groups \`base\`, \`rate\`, \`vat\`, \`category\`, then \`base2\` and so on.
Documents that the company has already are skipped, so that a file can be sent again.`,
      responses: { 200: 'What came of each row.' },
    },
  },
  schemas: {
    PurchaseDetails: {
      description: 'What a purchase that was entered by hand has besides.',
      fields: { kind: 'What kind of purchase it is.', customs: 'The customs document of an import; null for others.' },
    },
    CustomsDocument: {
      description: 'The customs document of an import.',
      fields: {
        number: 'Its number.',
        date: 'Its date.',
        vatLei: 'The VAT that was paid at customs, in lei; null: the company owes it itself.',
        baseLei: 'The base of that VAT in lei; null: the value of the invoice.',
      },
    },
    PurchaseInput: {
      description: 'A purchase that does not come from the tax authority.',
      fields: {
        kind: 'What it is: goods or services from another member state, services from elsewhere, an import, a till receipt, or another invoice.',
        supplier: 'The supplier: the id of its record, or its data.',
        'supplier.id': 'Id of its record.',
        'supplier.name': 'Its name; required without `id`.',
        'supplier.cif': 'Its tax number.',
        'supplier.vatCode': 'Its VAT number, with the prefix of its state.',
        'supplier.country': 'Its country by ISO 3166-1; by default that of its record, else `RO`.',
        'supplier.address': 'Street and number.',
        'supplier.city': 'City.',
        number: 'Number of the document.',
        issueDate: 'Its date of issue.',
        taxPointDate:
          'When the tax becomes due, if that is not the issue date; for an import by default the date of the customs document.',
        receivedDate: 'When the company received it; by default the issue date.',
        dueDate: 'Until when it is to be paid.',
        currency: 'ISO 4217; by default RON.',
        exchangeRate:
          'Lei for one unit of the currency; by default the rate that the national bank published before the tax point.',
        tvaLaIncasare: 'Whether the supplier uses VAT on collection; for kind `invoice`.',
        buyerCif: 'For a receipt: the tax number of the company, as it is printed on it.',
        customs: 'For an import: its customs document.',
        'customs.number': 'Number of the customs document.',
        'customs.date': 'Its date.',
        'customs.vatLei': 'The VAT that was paid at customs, in lei; absent: the company owes it itself.',
        'customs.baseLei': 'The base of the VAT in lei; by default the value of the invoice.',
        groups: 'Its amounts by VAT group; this or `lines`.',
        'groups.category': 'VAT category by UNTDID 5305; by default that of the kind.',
        'groups.turnoverKind': TURNOVER_KIND,
        'groups.rate': 'VAT rate in percent; by default the standard rate for category `S`, else 0.',
        'groups.base': 'Amount without VAT.',
        'groups.vat': 'VAT; by default base × rate.',
        lines: 'Its lines; this or `groups`.',
        'lines.description': 'What was bought.',
        'lines.quantity': 'Quantity; by default 1.',
        'lines.unitPrice': 'Price of one without VAT.',
        'lines.turnoverKind': TURNOVER_KIND,
        'lines.vatRate': 'VAT rate in percent, as of a group.',
        'lines.vatCategoryCode': 'VAT category, as of a group.',
        description: 'What was bought, where `groups` has the amounts.',
        vatDeductiblePercent: 'The deductible share of the VAT in percent; by default 100.',
        selfAssessedRate: 'Rate in percent of the VAT that the company owes itself; by default the standard rate.',
        expenseCategory: 'Category of the expense.',
        expenseAccount: 'Account of the chart of accounts, such as `628`.',
        notes: 'Notes.',
        idempotencyKey: 'A key of the caller: a second request with it answers the purchase of the first.',
      },
    },
    PurchaseImportInput: {
      description: 'A file of purchases.',
      fields: {
        csv: 'The file: names of columns in its first line, at most 500 rows.',
        dryRun: 'Whether to try the file without entering anything; by default false.',
      },
    },
    PurchaseImport: {
      description: 'What came of a file of purchases.',
      fields: {
        dryRun: 'Whether nothing was entered.',
        rows: 'Its rows in their order.',
        'rows.line': 'The line of the file.',
        'rows.outcome': '`skipped`: the document is there already; `unfinished`: send the file again.',
        'rows.id': 'Id of the purchase, also of one that was there already; null without one.',
        'rows.number': 'Number of the document; null when the row was not entered.',
        'rows.message': 'Why it was not entered; null otherwise.',
        'rows.errors': 'What is wrong with its cells.',
        'rows.warnings': 'What to look at.',
        made: 'Number of rows that were entered, or would be.',
        skipped: 'Number of rows that were there already.',
        refused: 'Number of rows that were refused.',
        unfinished: 'Number of rows that there was no time for.',
      },
    },
  },
};
