import type { AreaDescriptions } from '../../model.ts';

/** The VAT of a month, declarations, and the comparison with the pre-filled return; a part of the area `reports`. */

const FILE = {
  format: '`csv` for a file.',
  decimals: '`comma`: decimal commas, and `;` between the cells of the CSV.',
};

const LEFT_OUT = 'What the figures do not have, as texts; amounts for which no row is known stand here with the reason.';

export const returns: AreaDescriptions = {
  operations: {
    'reports-vat': {
      description: `The VAT of a month by date of issue, under VAT on collection by payment, and the rows of the VAT return (300), which are by tax point, purchases by their entry. The rows
are those of the form that was in force in the month, with its source. What no row is known for is not guessed: \`leftOut\` has it with its amount. The CSV has the rows.`,
      parameters: { year: 'The year, such as 2026.', month: 'The month, 1 to 12.', ...FILE },
    },
    'reports-declarations': {
      description: `What the recapitulative statement (form 390) or the statement of supplies and purchases in Romania (form 394) of a month has, by partner, kind and rate, with the
ids of the documents. Form 390 is by tax point; form 394 by the month of issue, of purchases by that of entry.`,
      parameters: { form: '`d390` or `d394`.', period: 'The month, `YYYY-MM`.', ...FILE },
    },
    'reports-vat-comparison': {
      description: `Compares the rows of the VAT return with those of the pre-filled return (P300) of the tax authority, and names the documents behind each row. Nothing is stored.
The text has lines of row, base and VAT, or of row, name, base and VAT, separated by semicolons, tabs or commas; amounts may have decimal points or commas, and a heading is skipped. A line that cannot be read is 422
with its number.`,
    },
  },
  schemas: {
    VatReport: {
      description: 'The VAT of a month, in lei.',
      fields: {
        period: 'The month.',
        totalSales: 'Sales without VAT.',
        totalVatCollected: 'VAT of sales, and what the company owes itself for purchases.',
        totalPurchases: 'Purchases without VAT.',
        totalVatDeductible: 'The VAT deducted for them.',
        vatDue: 'The VAT collected less the VAT deducted.',
        invoices: 'Documents, and payments under VAT on collection, by day; an entry for each rate. At most 5000.',
        rows: 'Rows of the return that have figures, with their totals, in the order of the form.',
        'rows.row': 'Number of the row.',
        'rows.label': 'Name of the row in the form.',
        'rows.baseLei': 'Base in lei; null where the form has no such column.',
        'rows.vatLei': 'VAT in lei; null where the form has no such column.',
        'rows.documents': 'Number of documents that count in it; 0 for totals.',
        'rows.documentIds': 'The first 100 of their ids.',
        basedOn: 'The order that the rows are from; null when the form of the month is not known.',
        leftOut: LEFT_OUT,
      },
    },
    VatReportInvoice: {
      description: 'What a document or payment has at a rate, in lei.',
      fields: {
        documentId: 'Id of the document.',
        paymentId: 'Id of the payment that makes VAT due; null for a document.',
        number: 'Number of the document.',
        type: 'Sale or purchase.',
        date: 'Date of issue; of a payment its date.',
        taxPoint: 'The day on which the tax becomes due.',
        client: 'Name of the client of a sale.',
        supplier: 'Name of the supplier of a purchase.',
        cif: 'Tax number of the client or supplier.',
        baseAmount: 'Base that is due in the month.',
        vatRate: 'VAT rate in percent.',
        vatAmount: 'VAT that is due in the month, or can be deducted in it.',
        totalAmount: 'Base and VAT.',
        selfAssessedAmount: 'VAT that the company owes itself.',
        deductibleAmount: 'The deducted share of the last two; 0 for sales.',
        rows: 'Rows of the return that it counts in; empty when none is known, or when it is of another month.',
      },
    },
    TaxDeclaration: {
      description: 'What a form has for a month, in lei.',
      fields: {
        form: 'The form.',
        period: 'The month.',
        basedOn: 'The order that its kinds are from.',
        operations: 'Sums by kind, partner and rate. At most 5000; the CSV has all.',
        'operations.kind':
          'Form 390: `L` goods and `P` services supplied, `A` goods and `S` services bought. Form 394: `L`, `V`, `LS` supplies, under reverse charge, under a special scheme; `A`, `AI`, `C`, `AS` purchases, from suppliers under VAT on collection, under reverse charge, under a special scheme; `N` from persons that are not registered.',
        'operations.country': 'Prefix of the VAT number, or country of the partner; null for a sum of persons.',
        'operations.taxNumber': 'VAT number without its prefix, or tax number without `RO`; null without one.',
        'operations.name': 'Name of the partner; null for a sum of persons.',
        'operations.rate': 'VAT rate in percent; null in form 390.',
        'operations.documents': 'Number of documents; of form 394, one with several rates counts at the rate with the most VAT.',
        'operations.baseLei': 'Base.',
        'operations.vatLei': 'VAT; null where the kind has none.',
        'operations.documentIds': 'Ids of the documents.',
        errors: 'Documents that cannot be declared as they are: of form 390, such as those of clients without a VAT number.',
        'errors.documentId': 'Id of the document.',
        'errors.number': 'Its number.',
        'errors.kind': 'The kind that it would have.',
        'errors.message': 'What to correct.',
        leftOut: LEFT_OUT,
      },
    },
    VatComparisonInput: {
      description: 'The rows of the pre-filled return: `content` or `rows`.',
      fields: {
        period: 'The month, `YYYY-MM`.',
        content: 'Pasted lines of row, base and VAT.',
        rows: 'The same as objects.',
        'rows.row': 'Number of the row, such as `12.1`.',
        'rows.baseLei': 'Base in lei.',
        'rows.vatLei': 'VAT in lei.',
      },
    },
    VatComparison: {
      description: 'The VAT return by the documents beside the pre-filled one.',
      fields: {
        period: 'The month.',
        basedOn: 'The order that the rows are from.',
        threshold: 'From which difference the tax authority sent a notice, until the repeal.',
        'threshold.percent': 'At least this share of the pre-filled value.',
        'threshold.lei': 'And at least this amount.',
        'threshold.basedOn': 'The law.',
        'threshold.repealedFrom': 'The day from which it is repealed.',
        'threshold.repealedBy': 'The law that repealed it.',
        rows: 'All rows that either of both has.',
        'rows.row': 'Number of the row.',
        'rows.label': 'Name of the row in the form.',
        'rows.ours': 'By the documents.',
        'rows.ours.baseLei': 'Base; null where there is none.',
        'rows.ours.vatLei': 'VAT; null where there is none.',
        'rows.theirs': 'As pre-filled.',
        'rows.theirs.baseLei': 'Base; null where none was given.',
        'rows.theirs.vatLei': 'VAT; null where none was given.',
        'rows.difference': 'Ours less theirs.',
        'rows.difference.baseLei': 'Of the base.',
        'rows.difference.vatLei': 'Of VAT.',
        'rows.isSignificant': 'Whether the difference reaches the threshold, which rows of corrections never do.',
        'rows.documents': 'Number of documents behind the row.',
        'rows.documentIds': 'The first 100 of their ids.',
        leftOut: LEFT_OUT,
      },
    },
  },
};
