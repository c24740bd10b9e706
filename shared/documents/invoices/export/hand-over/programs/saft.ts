import { amount, type Big, decimal, plain } from '#shared/base/kernel/money.ts';
import { element, siblings, text, type Xml } from '#shared/base/kernel/xml.ts';
import { unitCode } from '#shared/model/codes/units.ts';
import type { BookedDocument, BookedPayment, BookedShare } from '#shared/model/accounting/booked.ts';
import { type Adapter, type BookedEntry, type Context, isPayment, type Piece, type Sums } from '../adapter.ts';
import { partyOf, saftPartner } from '../partner-codes.ts';

/**
 * The source sections of SAF-T D406 (customers, suppliers, tax table, units, products, sales and purchase invoices, payments) as a
 * hand-over file (OUT-125, OUT-126), in the names and order of schema 2.4.8. It is no declaration: balances, tax codes, commodity codes and the ledger are not in it. Sources: docs/adr/0057.
 */

type Section = 'customers' | 'suppliers' | 'taxes' | 'units' | 'products' | 'sales' | 'purchases' | 'payments';

const DAY = 10;
const cut = (value: string | null | undefined, most: number): string => (value ?? '').trim().slice(0, most);

/** VAT in the list of taxes of the file. */
const VAT = '300';
const SALE = { partner: 'CustomerID', info: 'CustomerInfo', indicator: 'C', section: 'sales' } as const;
const PURCHASE = { partner: 'SupplierID', info: 'SupplierInfo', indicator: 'D', section: 'purchases' } as const;
const sideOf = ({ entry: { role } }: BookedEntry) => (role === 'sale' ? SALE : PURCHASE);

/** Cash is 01, what is set off 02, what goes by a bank 03, anything else 98. */
const METHODS = { bank_transfer: '03', cash: '01', card: '03', cheque: '03', other: '98' } as const;
const MECHANISMS = { bank_transfer: '42', cash: '10', card: '48', cheque: '20', other: '' } as const;

function amountOf(name: string, lei: string, { entry: { currency, exchangeRate } }: BookedEntry, inCurrency: string): Xml {
  return element(
    name,
    text('Amount', lei),
    text('CurrencyCode', currency),
    text('CurrencyAmount', inCurrency),
    currency === 'RON' ? '' : text('ExchangeRate', decimal(exchangeRate).toFixed(4)),
  );
}

function addressOf(name: string, booked: BookedEntry): Xml {
  const party = partyOf(booked);
  return element(
    name,
    text('StreetName', cut(party?.address, 70)),
    text('City', cut(party?.city, 35)),
    text('PostalCode', cut(party?.postalCode, 18)),
    text('Country', cut(booked.entry.partner.country, 2)),
  );
}

function partnerPiece(booked: BookedEntry): Piece<Section> {
  const id = saftPartner(booked);
  const isCustomer = booked.entry.role === 'sale';
  return {
    section: isCustomer ? 'customers' : 'suppliers',
    key: id,
    text: `${element(
      isCustomer ? 'Customer' : 'Supplier',
      element(
        'CompanyStructure',
        text('RegistrationNumber', id),
        text('Name', cut(booked.entry.partner.name, 256)),
        addressOf('Address', booked),
      ),
      text(sideOf(booked).partner, id),
      text('AccountID', booked.partnerAccount),
    )}\n`,
  };
}

const taxPieces = ({ row }: BookedDocument): Piece<Section>[] =>
  row.groups.map(({ operation, category, rate }) => ({
    section: 'taxes',
    key: `${operation} ${category} ${rate}`,
    text: `${element(
      'TaxCodeDetails',
      text('Description', `${operation}, category ${category}, ${rate}%`),
      text('TaxPercentage', rate),
      text('BaseRate', '1.0000'),
      text('Country', 'RO'),
    )}\n`,
  }));

const unitOf = ({ line }: BookedShare): string => (line ? cut(unitCode(line.unitOfMeasure).code, 9) : '');

function linePieces({ lines }: BookedDocument): Piece<Section>[] {
  return lines.flatMap(share => {
    const { line, kind } = share;
    if (!line) return [];
    const unit = unitOf(share);
    const unitPiece: Piece<Section> = {
      section: 'units',
      key: unit,
      text: `${element('UOMTableEntry', text('UnitOfMeasure', unit), text('Description', cut(line.unitOfMeasure, 256)))}\n`,
    };
    const code = cut(line.productCode, 70);
    if (code === '') return [unitPiece];
    const product = element(
      'Product',
      text('ProductCode', code),
      text('GoodsServicesID', kindCode(kind)),
      text('Description', cut(line.productName ?? line.description, 256)),
      text('UOMBase', unit),
      text('UOMStandard', unit),
      text('UOMToUOMBaseConversionFactor', '1'),
    );
    return [unitPiece, { section: 'products' as const, key: code, text: `${product}\n` }];
  });
}

const kindCode = (kind: BookedShare['kind']): string => (kind ? (kind === 'goods' ? '01' : '02') : '');

/** 380 an invoice, 381 what takes back, 384 a corrected one, 389 a self-billed one. */
function typeOf({ document, entry }: BookedDocument): string {
  if (document?.isCreditNote || entry.settles !== undefined || isNegative(entry)) return '381';
  const code = document?.invoiceTypeCode ?? '';
  return ['384', '389'].includes(code) ? code : '380';
}

const isNegative = ({ groups }: BookedDocument['entry']): boolean => sum(groups.map(({ baseLei }) => baseLei)).lt(0);
const sum = (values: readonly string[]): Big => values.reduce((all, value) => all.plus(value), decimal(0));

function lineOf(booked: BookedDocument, share: BookedShare, place: number): Xml {
  const { line } = share;
  const quantity = decimal(line?.quantity ?? '1');
  return element(
    'InvoiceLine',
    text('LineNumber', String(place + 1)),
    text('AccountID', share.account),
    text('GoodsServicesID', kindCode(share.kind)),
    text('ProductCode', cut(line?.productCode, 70)),
    text('ProductDescription', cut(line?.productName, 256)),
    text('Quantity', plain(quantity)),
    text('InvoiceUOM', unitOf(share)),
    text('UnitPrice', amount(quantity.eq(0) ? decimal(0) : decimal(share.baseLei).div(quantity).abs())),
    text('TaxPointDate', booked.row.date),
    text('Description', cut(line?.description ?? booked.entry.number, 256)),
    amountOf('InvoiceLineAmount', share.baseLei, booked, share.base),
    text('DebitCreditIndicator', sideOf(booked).indicator),
    element(
      'TaxInformation',
      text('TaxType', VAT),
      text('TaxPercentage', share.rate),
      text('TaxBase', share.baseLei),
      amountOf('TaxAmount', share.vatLei, booked, share.vat),
    ),
  );
}

function invoicePiece(booked: BookedDocument): Piece<Section> {
  const { entry, lines, partnerAccount, document, row } = booked;
  const side = sideOf(booked);
  const net = sum(lines.map(({ baseLei }) => baseLei));
  const gross = net.plus(sum(lines.map(({ vatLei }) => vatLei)));
  return {
    section: side.section,
    text: `${element(
      'Invoice',
      text('InvoiceNo', cut(entry.number, 70)),
      element(side.info, text(side.partner, saftPartner(booked)), addressOf('BillingAddress', booked)),
      text('AccountID', partnerAccount),
      text('Period', String(Number(entry.period.slice(5)))),
      text('PeriodYear', entry.period.slice(0, 4)),
      text('InvoiceDate', entry.issueDate),
      text('InvoiceType', typeOf(booked)),
      text('SelfBillingIndicator', document?.invoiceTypeCode === '389' ? '389' : '0'),
      text('GLPostingDate', entry.role === 'purchase' ? (document?.booking?.receivedDate ?? row.date) : row.date),
      text('SystemID', entry.documentId.replaceAll('-', '')),
      ...lines.map((share, place) => lineOf(booked, share, place)),
      element('InvoiceDocumentTotals', text('NetTotal', amount(net)), text('GrossTotal', amount(gross))),
    )}\n`,
  };
}

function paymentPiece(booked: BookedPayment): Piece<Section> {
  const { entry, payment, amountLei, partnerAccount } = booked;
  const id = saftPartner(booked);
  const isSale = entry.role === 'sale';
  const isOffset = entry.type === 'offset';
  const method = payment?.paymentMethod ?? 'other';
  return {
    section: 'payments',
    text: `${element(
      'Payment',
      text('PaymentRefNo', entry.paymentId.replaceAll('-', '')),
      text('Period', String(Number(entry.period.slice(5)))),
      text('PeriodYear', entry.period.slice(0, 4)),
      text('TransactionDate', entry.paymentDate),
      text('PaymentMethod', isOffset ? '02' : METHODS[method]),
      text('Description', cut(payment?.receipt?.number ?? payment?.reference ?? entry.number, 256)),
      element(
        'PaymentLine',
        text('LineNumber', '1'),
        text('SourceDocumentID', cut(entry.number, 35)),
        text('AccountID', partnerAccount),
        text('CustomerID', isSale ? id : '0'),
        text('SupplierID', isSale ? '0' : id),
        text('DebitCreditIndicator', sideOf(booked).indicator),
        amountOf('PaymentLineAmount', amountLei, booked, entry.amount),
      ),
      element('PaymentSettlement', text('PaymentMechanism', isOffset ? '97' : MECHANISMS[method])),
      element('PaymentDocumentTotals', text('GrossTotal', amountLei)),
    )}\n`,
  };
}

export const saft: Adapter<Section> = {
  pieces: booked =>
    isPayment(booked)
      ? [partnerPiece(booked), paymentPiece(booked)]
      : [partnerPiece(booked), ...taxPieces(booked), ...linePieces(booked), invoicePiece(booked)],
  sums(booked): Sums {
    const name = isPayment(booked) ? 'payments' : sideOf(booked).section;
    const lei = isPayment(booked) ? booked.amountLei || '0' : amount(sum(booked.lines.map(({ baseLei }) => baseLei)));
    return { [`${name} count`]: '1', [`${name} ${sideOf(booked).indicator}`]: lei };
  },
  files: (context, sums) => [
    { path: 'saft-sections.xml', content: contentOf(context, sums) },
    { path: 'README.txt', content: [readme(context)] },
  ],
};

type Content = (string | { section: Section })[];

const wrapped = (name: string, ...content: Content): Content => [`<${name}>\n`, ...content, `</${name}>\n`];

const totalsOf = (name: string, sums: Sums): string =>
  `${siblings(
    text('NumberOfEntries', decimal(sums[`${name} count`]).toFixed(0)),
    text('TotalDebit', amount(decimal(sums[`${name} D`]))),
    text('TotalCredit', amount(decimal(sums[`${name} C`]))),
  )}\n`;

const NO_DECLARATION =
  'Source sections of SAF-T D406 for an accounting program. This file is no declaration: it has no ledger, balances, tax codes and commodity codes.';

function contentOf({ company, period, createdAt }: Context, sums: Sums): Content {
  const header = element(
    'Header',
    text('AuditFileVersion', '2.0'),
    text('AuditFileCountry', 'RO'),
    text('AuditFileDateCreated', createdAt.slice(0, DAY)),
    element(
      'Company',
      text('RegistrationNumber', cut(company.vatCode ?? company.cif, 35)),
      text('Name', cut(company.name, 256)),
      element('Address', text('City', cut(company.city, 35)), text('Country', company.country)),
    ),
    text('DefaultCurrencyCode', 'RON'),
    element('SelectionCriteria', text('SelectionStartDate', period.from), text('SelectionEndDate', period.to)),
    text('HeaderComment', NO_DECLARATION),
  );
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- ${NO_DECLARATION} -->\n`,
    ...wrapped(
      'AuditFile',
      `${header}\n`,
      ...wrapped(
        'MasterFiles',
        ...wrapped('Customers', { section: 'customers' }),
        ...wrapped('Suppliers', { section: 'suppliers' }),
        ...wrapped(
          'TaxTable',
          ...wrapped('TaxTableEntry', `<TaxType>${VAT}</TaxType>\n<Description>TVA</Description>\n`, { section: 'taxes' }),
        ),
        ...wrapped('UOMTable', { section: 'units' }),
        ...wrapped('Products', { section: 'products' }),
      ),
      ...wrapped(
        'SourceDocuments',
        ...wrapped('SalesInvoices', totalsOf('sales', sums), { section: 'sales' }),
        ...wrapped('PurchaseInvoices', totalsOf('purchases', sums), { section: 'purchases' }),
        ...wrapped('Payments', totalsOf('payments', sums), { section: 'payments' }),
      ),
    ),
  ];
}

const readme = ({ company, period: { from, to }, createdAt }: Context): string =>
  `${NO_DECLARATION}

Sales, purchases and payments of ${company.name} that count from ${from} to ${to}, as stored from ${createdAt} on. Elements have the names and the order of
schema 2.4.8 of SAF-T D406; the accounting program completes them and files the declaration. Amounts in lei are those of the journals; what takes back is
negative.

Not in it, since no source says it or the service does not have it: TaxCode (of lines, payments and the tax table), TaxInformation of payments, opening and closing
balances, ProductCommodityCode, GeneralLedgerAccounts and GeneralLedgerEntries, AnalysisTypeTable, contacts and bank accounts, the namespace of the declaration.
An AccountID is left out where no account is known; analytic accounts keep their dots. Persons are named by the id of their record, not by their personal number.
`;
