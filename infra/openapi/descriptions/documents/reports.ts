import { PAGE_FIELDS } from '../common.ts';
import type { AreaDescriptions } from '../model.ts';
import { cashJournal } from './cash/cash-journal.ts';
import { exchangeDifferences } from './reports/exchange-differences.ts';
import { ledgers } from './reports/ledgers.ts';
import { registers } from './reports/registers.ts';
import { returns } from './reports/returns.ts';
import { statement } from './reports/statement.ts';

const QUERY = {
  role: 'Sales or purchases; sales by default.',
  period: 'The month, `YYYY-MM`; by default the current one.',
  format: '`csv` for a file with a line for each group of each row.',
  decimals: '`comma`: decimal commas, and `;` between the cells of the CSV.',
};

const inLei = (prefix: string, group: string): Record<string, string> => ({
  [`${prefix}operation`]: 'What the law calls the operation.',
  [`${prefix}rate`]: 'VAT rate in percent.',
  [`${prefix}baseLei`]: `Base ${group} in lei.`,
  [`${prefix}vatLei`]: `VAT ${group} in lei.`,
  [`${prefix}baseDueLei`]: 'The base whose VAT becomes due in this month; under VAT on collection that of payments.',
  [`${prefix}vatDueLei`]: 'The VAT that becomes due in this month, of purchases: that can be deducted in it.',
  [`${prefix}selfAssessedLei`]: 'VAT that the company owes itself for purchases, such as under reverse charge.',
  [`${prefix}deductibleLei`]: 'The deductible share of the last two; 0 for sales.',
});

const kpi = (name: string, what: string): Record<string, string> => ({
  [name]: what,
  [`${name}.subtotal`]: 'Without VAT.',
  [`${name}.vatTotal`]: 'The VAT.',
  [`${name}.total`]: 'With VAT.',
  [`${name}.count`]: 'Number of documents that have such an amount.',
});

export const reports: AreaDescriptions = {
  operations: {
    ...cashJournal.operations,
    ...exchangeDifferences.operations,
    ...ledgers.operations,
    ...registers.operations,
    ...returns.operations,
    ...statement.operations,
    'reports-journal': {
      description: `The sales or purchases of a month that count at the tax authority, by tax point, with base and VAT by group in their currency and in lei;
under VAT on collection also the payments that make VAT due in it. Sums are of the whole month. A month without documents is an empty report. A purchase counts in the month
of its entry, if that is after its tax point. Purchases are those that the tax authority delivered, those that were entered by hand, and self-billed ones.`,
      parameters: QUERY,
    },
    'reports-sales': {
      description: `The sales issued in a period that count at the tax authority, self-billed ones by their role, in lei: a foreign document at its own rate. Amounts
are those of the e-invoice; credit notes count with their sign. Drafts and cancelled documents are left out. Collected is what is paid of these documents, whenever it was paid;
what was paid in the period of earlier ones is not in it. Products are those of the latest 300 documents of the period.`,
      parameters: {
        dateFrom: 'The first day of issue; required.',
        dateTo: 'The last day; required, at most 12 months after the first.',
      },
    },
  },
  schemas: {
    SalesReport: {
      description: 'The sales of a period, in lei.',
      fields: {
        period: 'The period.',
        'period.dateFrom': 'The first day of issue.',
        'period.dateTo': 'The last day.',
        kpiSummary: 'Its totals.',
        'kpiSummary.annualTotal': 'Whole years, whatever the period.',
        'kpiSummary.annualTotal.amount': 'Total of the year with VAT.',
        'kpiSummary.annualTotal.year': 'The year of `dateTo`.',
        'kpiSummary.annualTotal.prevAmount': 'Total of the year before with VAT.',
        'kpiSummary.annualTotal.prevYear': 'The year before.',
        ...kpi('kpiSummary.periodInvoiced', 'What was issued in the period.'),
        ...kpi('kpiSummary.periodCollected', 'What is paid of it, with the same share of its VAT.'),
        ...kpi('kpiSummary.periodOutstanding', 'What is open of it, with the same share of its VAT.'),
        monthlyRevenue: 'The months of the period, each with the documents issued in it.',
        'monthlyRevenue.month': 'The month, `YYYY-MM`.',
        'monthlyRevenue.invoiced': 'Their total with VAT.',
        'monthlyRevenue.collected': 'What is paid of it.',
        recentInvoices: 'The last 10 documents of the period, newest first.',
        'recentInvoices.documentId': 'Id of the document.',
        'recentInvoices.number': 'Its number.',
        'recentInvoices.issueDate': 'Its date of issue.',
        'recentInvoices.status': 'Its status.',
        'recentInvoices.clientId': 'Id of its client; null without a record.',
        'recentInvoices.clientName': 'Name of its buyer.',
        'recentInvoices.currency': 'Its currency by ISO 4217.',
        'recentInvoices.total': 'Its total with VAT in that currency.',
        'recentInvoices.totalLei': 'The same in lei.',
        'recentInvoices.paymentStatus': 'Whether it is paid.',
        topClients: 'The 10 clients with the largest totals above 0.',
        'topClients.clientId': 'Id of the client; null for a buyer without a record, who is known by name.',
        'topClients.clientName': 'Its name on its latest document.',
        'topClients.total': 'Total with VAT of its documents.',
        'topClients.count': 'Number of its documents.',
        topProducts:
          'The 10 products with the largest amounts above 0; those that no line gives a code are known by their description.',
        'topProducts.description': 'Its description on the latest line.',
        'topProducts.productCode': 'Its code; null without one.',
        'topProducts.total': 'Amount without VAT.',
        'topProducts.quantity': 'Quantity, whatever its units.',
        leftOut: 'What is not counted, as texts.',
        topProductsDocuments: 'The number of documents whose lines are in `topProducts`: the latest of the period, at most 300.',
      },
    },
    ...cashJournal.schemas,
    ...exchangeDifferences.schemas,
    ...ledgers.schemas,
    ...registers.schemas,
    ...returns.schemas,
    ...statement.schemas,
    Journal: {
      description: 'The journal of a month.',
      fields: {
        ...PAGE_FIELDS,
        data: 'Documents and payments by date.',
        period: 'The month.',
        role: 'Sales or purchases.',
        totals: 'Sums of the month by operation and rate.',
        'totals.documents': 'Number of documents with such a group.',
        ...inLei('totals.', 'of all'),
        leftOut: 'What is not counted, as texts.',
      },
    },
    JournalRow: {
      description: 'A document, or a payment that makes VAT due.',
      fields: {
        documentId: 'Id of the document.',
        paymentId: 'Id of the payment; null for a document.',
        number: 'Number of the document.',
        date: 'The day on which the tax becomes due: tax point, or date of the payment.',
        issueDate: 'Date of issue; null for a payment.',
        partner: 'The client of a sale, the supplier of a purchase.',
        'partner.id': 'Id of its record; null without one.',
        'partner.name': 'Its name.',
        'partner.cif': 'Its tax number.',
        'partner.country': 'Its country by ISO 3166-1.',
        currency: 'Currency of the document by ISO 4217.',
        exchangeRate: 'Lei for one unit of it; null for a payment, and when it is not known: amounts in lei are 0 then.',
        source:
          '`manual`: a purchase that was entered by hand; `taxauth`: delivered by the tax authority; `import`: issued with another program and imported; null: made here, or stored before this field.',
        settles: 'Id of the invoice that the document takes back from; null for others.',
        corrects: 'The closed month to which the document belongs; null: that of the journal.',
        groups: 'Its VAT groups.',
        ...inLei('groups.', 'of the group'),
        'groups.category': 'VAT category by UNTDID 5305.',
        'groups.base': 'Base in the currency of the document; 0 for a payment.',
        'groups.vat': 'VAT in the currency of the document; 0 for a payment.',
      },
    },
  },
};
