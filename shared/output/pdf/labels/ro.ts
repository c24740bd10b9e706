import type { Labels } from './labels.ts';

/**
 * A number of things in Romanian, with "de" unless the last two digits are 01 to 19: 19 zile, 20 de zile, 101 zile.
 *
 * @param one exactly one, with its article: `o zi`
 * @param many the noun: `zile`
 */
export const countedNoun = (count: number, one: string, many: string): string =>
  count === 1 ? one : `${count}${count === 0 || (count % 100 < 20 && count % 100 > 0) ? '' : ' de'} ${many}`;

const days = (count: number): string => countedNoun(count, 'o zi', 'zile');

export const ro: Labels = {
  language: 'ro',
  locale: 'ro-RO',
  percentSign: '%',

  title: {
    invoice: 'Factură',
    creditNote: 'Factură storno',
    reversal: 'Factură storno',
    // Not "corectată": in the Fiscal Code, art. 330, the corrected invoice is the earlier one.
    corrected: 'Factură de corecție',
    selfBilled: 'Autofactură',
    accounting: 'Factură – informații în scopuri contabile',
    proforma: 'Factură proformă',
    deliveryNote: 'Aviz de însoțire a mărfii',
    returnNote: 'Aviz de însoțire a mărfii – retur',
  },
  preceding: { corrected: 'Corectează factura', advance: 'Factura de avans', preceding: 'Document anterior' },
  precedingMany: { corrected: 'Corectează facturile', advance: 'Facturi de avans', preceding: 'Documente anterioare' },
  ofDate: 'din',

  number: 'Seria și numărul',
  issueDate: 'Data emiterii',
  dueDate: 'Data scadenței',
  validUntil: 'Valabilă până la',
  currency: 'Moneda',

  seller: 'Furnizor',
  buyer: 'Client',
  vatId: 'CIF',
  taxId: 'CIF',
  foreign: { vatId: 'Cod TVA', taxId: 'Cod fiscal' },
  personalNumber: 'CNP',
  registrationNumber: 'Reg. com.',
  capital: 'Capital social',
  email: 'E-mail',
  phone: 'Telefon',
  website: 'Web',

  reference: {
    order: 'Comanda',
    contract: 'Contractul',
    project: 'Proiectul',
    deliveryLocation: 'Locul livrării',
    deliveryAddress: 'Adresa de livrare',
    deliveryDate: 'Data livrării',
    taxPointDate: 'Data exigibilității TVA',
    invoicePeriod: 'Perioada facturată',
    buyerReference: 'Referința clientului',
    buyerAccountingReference: 'Referința contabilă a clientului',
    despatchAdvice: 'Avizul de expediție',
    receivingAdvice: 'Avizul de recepție',
    tenderOrLot: 'Licitația sau lotul',
    invoicedObject: 'Obiectul facturat',
    documents: 'Documente însoțitoare',
  },

  line: {
    number: 'Nr.',
    description: 'Denumirea produselor sau a serviciilor',
    code: 'Cod',
    unit: 'U.M.',
    quantity: 'Cantitate',
    unitPrice: 'Preț unitar',
    discount: 'Reducere',
    vatRate: 'Cota TVA',
    net: 'Valoare fără\u00a0TVA',
    vat: 'Valoare TVA',
    total: 'Total',
    period: 'Perioada',
    origin: 'Țara de origine',
    vatIncluded: 'Preț cu TVA inclus',
  },

  carriedForward: 'De reportat',
  broughtForward: 'Sumă reportată',

  vatBreakdown: 'Cota TVA',
  taxable: 'Bază de impozitare',
  category: {
    S: null,
    Z: 'cotă zero',
    E: 'scutit',
    AE: 'taxare inversă',
    K: 'livrare intracomunitară',
    G: 'export',
    O: 'în afara sferei TVA',
  },
  exemption: {
    S: null,
    Z: 'Cotă zero de TVA',
    E: 'Operațiune scutită de TVA',
    AE: 'Taxare inversă',
    K: 'Livrare intracomunitară scutită de TVA',
    G: 'Export scutit de TVA',
    O: 'Operațiune în afara sferei de aplicare a TVA',
  },
  notVatPayer: 'Furnizorul nu este înregistrat în scopuri de TVA',

  adjustments: 'Reduceri și costuri',
  allowance: 'Reducere',
  charge: 'Cost suplimentar',
  ofBase: 'din',

  lineTotal: 'Poziții, fără TVA',
  allowanceTotal: 'Reduceri',
  chargeTotal: 'Costuri suplimentare',
  subtotal: 'Total fără TVA',
  lineNotInBase: 'nu intră în baza TVA',
  notInBase: 'din care garanții SGR și sume în numele clientului (nu intră în baza TVA)',
  discountTotal: 'Reduceri incluse',
  vatTotal: 'Total TVA',
  vatInLocalCurrency: 'TVA în lei',
  exchangeRate: 'Curs de schimb',
  publishedRate: 'Curs BNR',
  total: 'Total',
  amountDue: 'Total de plată',
  prepaid: 'Avans achitat',
  rounding: 'Rotunjire',
  paid: 'Achitat',
  credited: 'Stornat',
  remaining: 'Rest de plată',

  notFiscal: 'Factura proformă nu este document fiscal.',
  invoiceFollows: 'Urmează factură',
  noInvoiceFollows: 'Nu urmează factură',
  returnOf: 'Retur la avizul',
  transferCause: 'Cauza transferului',
  destination: 'Destinația',
  transport: {
    heading: 'e-Transport',
    uit: 'Cod UIT',
    cancelledUit: 'UIT anulat',
    validUntil: 'Valabil până la',
    vehicle: 'Vehicul',
    trailers: 'Remorcă',
    date: 'Data transportului',
  },
  signatures: { sender: 'Semnătura de predare', carrier: 'Semnătura delegatului', receiver: 'Semnătura de primire' },
  vatOnCollection: 'TVA la încasare',
  reverseCharge: 'Taxare inversă',

  refund: 'Restituire',
  refundTerms: invoice =>
    invoice === null
      ? 'Suma se restituie sau se compensează cu alte facturi.'
      : `Suma se scade din factura ${invoice}; ce a fost deja achitat se restituie sau se compensează.`,

  payment: 'Plată',
  paymentMethodLabel: 'Modalitate',
  paymentMethod: {
    bank_transfer: 'Transfer bancar',
    cash: 'Numerar',
    card: 'Card',
    cheque: 'Cec',
    other: 'Altă modalitate de plată',
  },
  paymentTerms: 'Condiții',
  defaultTerm: { legal: '30 de zile (termen legal)', onReceipt: 'la primirea facturii' },
  payee: 'Beneficiar',
  iban: 'IBAN',
  bank: 'Banca',
  paymentReference: 'Referință',
  penaltyLabel: 'Penalități',
  penalty: (percentPerDay, graceDays) =>
    graceDays > 0
      ? `${percentPerDay}% pe zi de întârziere, după ${days(graceDays)} de la scadență`
      : `${percentPerDay}% pe zi de întârziere`,

  mentions: 'Mențiuni',
  notes: 'Observații',
  issuer: 'Întocmit de',
  deputy: 'Delegat',
  identityCard: 'C.I.',
  vehicle: 'Auto',
  salesAgent: 'Agent de vânzări',
  clientBalance: 'Soldul clientului',
  balanceExisting: 'existent',
  balanceOverdue: 'restant',

  page: 'Pagina',
  pageOf: 'din',
  draft: 'CIORNĂ',
  cancelled: 'ANULATĂ',
  cancelledNote: 'ANULAT',
};
