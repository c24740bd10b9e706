import { describe, expect, it } from 'vitest';
import { saft } from '#shared/documents/invoices/export/hand-over/programs/saft.ts';
import { filesOf, misplaced, type Tree, treeOf } from './entries.ts';

/** The names and order of schema 2.4.8 of SAF-T D406 (Ro_SAFT_Schema_v248_20231121.xsd), copied from it by hand. */
const ORDER: Record<string, string> = {
  AuditFile: 'Header MasterFiles GeneralLedgerEntries SourceDocuments',
  Header:
    'AuditFileVersion AuditFileCountry AuditFileRegion AuditFileDateCreated SoftwareCompanyName SoftwareID SoftwareVersion Company DefaultCurrencyCode SelectionCriteria HeaderComment SegmentIndex TotalSegmentsInsequence TaxAccountingBasis TaxEntity',
  MasterFiles:
    'GeneralLedgerAccounts Taxonomies Customers Suppliers TaxTable UOMTable AnalysisTypeTable MovementTypeTable Products PhysicalStock',
  Customer: 'CompanyStructure CustomerID SelfBillingIndicator AccountID',
  Supplier: 'CompanyStructure SupplierID SelfBillingIndicator AccountID',
  CompanyStructure: 'RegistrationNumber Name Address Contact TaxRegistration BankAccount',
  Address: 'StreetName Number AdditionalAddressDetail Building City PostalCode Region Country AddressType',
  BillingAddress: 'StreetName Number AdditionalAddressDetail Building City PostalCode Region Country AddressType',
  TaxTableEntry: 'TaxType Description TaxCodeDetails',
  TaxCodeDetails: 'TaxCode EffectiveDate ExpirationDate Description TaxPercentage BaseRate Country Region',
  UOMTableEntry: 'UnitOfMeasure Description',
  Product:
    'ProductCode GoodsServicesID ProductGroup Description ProductCommodityCode ProductNumberCode ValuationMethod UOMBase UOMStandard UOMToUOMBaseConversionFactor Tax',
  SourceDocuments: 'SalesInvoices PurchaseInvoices Payments MovementOfGoods',
  SalesInvoices: 'NumberOfEntries TotalDebit TotalCredit Invoice',
  PurchaseInvoices: 'NumberOfEntries TotalDebit TotalCredit Invoice',
  Payments: 'NumberOfEntries TotalDebit TotalCredit Payment',
  Invoice:
    'InvoiceNo CustomerInfo SupplierInfo AccountID BranchStoreNumber Period PeriodYear InvoiceDate InvoiceType ShipTo ShipFrom PaymentTerms SelfBillingIndicator SourceID GLPostingDate BatchID SystemID TransactionID ReceiptNumbers InvoiceLine InvoiceSettlement InvoiceDocumentTotals',
  InvoiceLine:
    'LineNumber AccountID Analysis OrderReferences ShipTo ShipFrom GoodsServicesID ProductCode ProductDescription Delivery Quantity InvoiceUOM UOMToUOMBaseConversionFactor UnitPrice TaxPointDate References Description InvoiceLineAmount DebitCreditIndicator ShippingCostsAmount TaxInformation',
  InvoiceLineAmount: 'Amount CurrencyCode CurrencyAmount ExchangeRate',
  TaxInformation: 'TaxType TaxCode TaxPercentage TaxBase TaxBaseDescription TaxAmount TaxExemptionReason TaxDeclarationPeriod',
  Payment:
    'PaymentRefNo Period PeriodYear TransactionID TransactionDate PaymentMethod Description BatchID SystemID SourceID PaymentLine PaymentSettlement PaymentDocumentTotals',
  PaymentLine:
    'LineNumber SourceDocumentID AccountID Analysis CustomerID SupplierID TaxPointDate Description DebitCreditIndicator PaymentLineAmount TaxInformation',
};

const files = filesOf(saft);
const { root, tree, orders } = treeOf(files['saft-sections.xml']!);
const at = (of: Tree, ...path: string[]): Tree => path.reduce((node, name) => node[name]![0] as Tree, of);
const documents = at(tree, 'SourceDocuments');
const all = (section: string, name: string): Tree[] => (at(documents, section)[name] ?? []) as Tree[];

describe('the source sections of SAF-T (OUT-125, OUT-126)', () => {
  it('say in file and README that they are no declaration', () => {
    expect(root).toBe('AuditFile');
    expect(files['saft-sections.xml']!.split('\n')[1]).toContain('This file is no declaration');
    expect(files['README.txt']).toMatch(/^Source sections of SAF-T D406 .* This file is no declaration/);
  });

  it.each(Object.keys(ORDER))('%s has its elements in the names and order of the schema', name => {
    const found = orders.get(name) ?? [];
    expect(found.length).toBeGreaterThan(0);
    expect(found.flatMap(children => misplaced(children, ORDER[name]!.split(' ')))).toEqual([]);
  });

  it('count and sum the sales: 1,000.00 + 508.12 - 250.00', () => {
    expect(at(documents, 'SalesInvoices')).toMatchObject({
      NumberOfEntries: ['3'],
      TotalDebit: ['0.00'],
      TotalCredit: ['1258.12'],
    });
    expect(at(documents, 'PurchaseInvoices')).toMatchObject({
      NumberOfEntries: ['1'],
      TotalDebit: ['1000.00'],
      TotalCredit: ['0.00'],
    });
    expect(at(documents, 'Payments')).toMatchObject({ NumberOfEntries: ['2'], TotalCredit: ['705.00'] });
  });

  it('have a sale with accounts, code of the client, amounts in lei and in the currency', () => {
    const [goods, euros, credit] = all('SalesInvoices', 'Invoice');
    expect(goods).toMatchObject({
      ...{ InvoiceNo: ['FCT-1'], AccountID: ['4111'], Period: ['3'], PeriodYear: ['2026'], InvoiceType: ['380'] },
      CustomerInfo: [{ CustomerID: ['0018547290'] }],
      InvoiceLine: [
        {
          ...{ AccountID: ['707'], GoodsServicesID: ['01'], ProductCode: ['M-1'], Quantity: ['4'], UnitPrice: ['250.00'] },
          ...{ Description: ['Masă & scaun'], InvoiceUOM: ['H87'], DebitCreditIndicator: ['C'] },
          InvoiceLineAmount: [{ Amount: ['1000.00'], CurrencyCode: ['RON'], CurrencyAmount: ['1000.00'] }],
          TaxInformation: [
            { TaxType: ['300'], TaxPercentage: ['21'], TaxBase: ['1000.00'], TaxAmount: [{ Amount: ['210.00'] }] },
          ],
        },
      ],
      InvoiceDocumentTotals: [{ NetTotal: ['1000.00'], GrossTotal: ['1210.00'] }],
    });
    expect(goods!['InvoiceLine']).not.toMatchObject([{ TaxInformation: [{ TaxCode: expect.anything() }] }]);
    expect(euros).toMatchObject({
      InvoiceLine: [
        {
          InvoiceLineAmount: [
            { Amount: ['508.12'], CurrencyCode: ['EUR'], CurrencyAmount: ['100.00'], ExchangeRate: ['5.0812'] },
          ],
        },
      ],
    });
    expect(credit).toMatchObject({
      InvoiceType: ['381'],
      InvoiceDocumentTotals: [{ NetTotal: ['-250.00'], GrossTotal: ['-302.50'] }],
    });
  });

  it('have a purchase by its supplier, and payments by method and mechanism', () => {
    expect(all('PurchaseInvoices', 'Invoice')).toMatchObject([
      {
        ...{ AccountID: ['401'], GLPostingDate: ['2026-03-15'], SupplierInfo: [{ SupplierID: ['0018547290'] }] },
        InvoiceLine: [{ AccountID: ['301'], DebitCreditIndicator: ['D'] }],
      },
    ]);
    expect(all('Payments', 'Payment')).toMatchObject([
      {
        ...{ PaymentMethod: ['01'], PaymentSettlement: [{ PaymentMechanism: ['10'] }] },
        PaymentLine: [{ SourceDocumentID: ['FCT-1'], AccountID: ['4111'], CustomerID: ['0018547290'], SupplierID: ['0'] }],
      },
      { PaymentMethod: ['02'], PaymentSettlement: [{ PaymentMechanism: ['97'] }] },
    ]);
  });

  it('name each partner, unit and product once', () => {
    const master = at(tree, 'MasterFiles');
    expect(at(master, 'Customers')['Customer']).toHaveLength(1);
    expect((at(master, 'UOMTable')['UOMTableEntry'] as Tree[]).map(one => one['UnitOfMeasure']![0])).toEqual(['H87', 'HUR']);
    expect(at(master, 'Products')['Product']).toMatchObject([{ ProductCode: ['M-1'], UOMBase: ['H87'] }]);
    expect(at(master, 'TaxTable', 'TaxTableEntry')['TaxCodeDetails']).toHaveLength(2);
  });
});
