import type { PrecedingInvoice } from '#shared/model/invoice.ts';

/**
 * The content of a UBL document in the terms of EN 16931, without any defaults: the result of readUbl (read.ts). Absent values are
 * null. Amounts have two decimals; quantities, prices and rates have no trailing zeros; signs are those of the XML. Dates are
 * `YYYY-MM-DD`.
 */
export interface ReadInvoice {
  /** The name of the root element. */
  root: 'Invoice' | 'CreditNote';
  /** BT-24 */
  customizationId: string | null;
  /** BT-23 */
  businessProcessType: string | null;
  /** BT-1 */
  number: string;
  /** BT-2 */
  issueDate: string;
  /** BT-9 */
  dueDate: string | null;
  /** BT-3, UNTDID 1001. */
  typeCode: string;
  /** BT-5 */
  currency: string;
  /** BT-6 */
  taxCurrency: string | null;
  /** BT-7 */
  taxPointDate: string | null;
  /** BT-8, UNTDID 2005. */
  taxPointCode: string | null;
  /** BT-19 */
  buyerAccountingReference: string | null;
  /** BT-10 */
  buyerReference: string | null;
  /** BT-22, one entry per note. */
  notes: string[];
  /** BG-14 */
  period: ReadPeriod | null;
  references: ReadReferences;
  /** BG-3 */
  preceding: PrecedingInvoice[];
  /** BG-24 */
  documents: SupportingDocument[];
  /** BG-4 */
  seller: ReadParty;
  /** BG-7 */
  buyer: ReadParty;
  /** BG-10 */
  payee: { name: string; identifier: string | null; legalIdentifier: string | null } | null;
  /** BG-11 */
  taxRepresentative: { name: string; vatId: string | null; address: ReadAddress } | null;
  /** BG-13 */
  delivery: ReadDelivery | null;
  /** BG-16 */
  paymentMeans: ReadPaymentMeans[];
  /** BT-20 */
  paymentTerms: string | null;
  /** BG-20 and BG-21. */
  adjustments: ReadDocumentAdjustment[];
  /** BG-23 */
  vatGroups: ReadVatGroup[];
  totals: ReadTotals;
  /** BG-25 */
  lines: ReadLine[];
}

export interface ReadPeriod {
  startDate: string | null;
  endDate: string | null;
}

/** An identifier with its scheme, if it has one. */
export interface ReadIdentifier {
  id: string;
  scheme: string | null;
}

export interface ReadReferences {
  /** BT-11 */
  project: string | null;
  /** BT-12 */
  contract: string | null;
  /** BT-13 */
  order: string | null;
  /** BT-14 */
  salesOrder: string | null;
  /** BT-15 */
  receivingAdvice: string | null;
  /** BT-16 */
  despatchAdvice: string | null;
  /** BT-17 */
  tenderOrLot: string | null;
  /** BT-18 */
  invoicedObject: ReadIdentifier | null;
}

/** BG-24: a supporting document: only a name, a URL (never fetched), or a file inside the XML. */
export interface SupportingDocument {
  /** BT-122 */
  id: string;
  /** BT-123 */
  description: string | null;
  /** BT-124, from the sender: untrusted. */
  uri: string | null;
  /** BT-125 */
  attachment: Attachment | null;
}

export interface Attachment {
  /** A bare file name: no folders, no control characters. */
  fileName: string;
  /** One of the types that EN 16931 allows, else `application/octet-stream`. */
  mimeCode: string;
  content: Uint8Array;
}

export interface ReadParty {
  /** BT-27, BT-44 */
  name: string;
  /** BT-28, BT-45 */
  tradingName: string | null;
  /** BT-29, BT-46 */
  identifiers: ReadIdentifier[];
  /** BT-30, BT-47 */
  legalId: ReadIdentifier | null;
  /** BT-31, BT-48 */
  vatId: string | null;
  /** BT-32 */
  taxId: string | null;
  /** BT-33 */
  legalForm: string | null;
  /** BT-34, BT-49 */
  endpoint: ReadIdentifier | null;
  address: ReadAddress;
  /** BG-6, BG-9 */
  contact: { name: string | null; phone: string | null; email: string | null };
}

/** BG-5, BG-8, BG-12, BG-15 */
export interface ReadAddress {
  /** Up to three address lines. */
  streets: string[];
  city: string | null;
  postalZone: string | null;
  subdivision: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

export interface ReadDelivery {
  /** BT-70 */
  name: string | null;
  /** BT-71 */
  location: ReadIdentifier | null;
  /** BT-72 */
  date: string | null;
  /** BG-15 */
  address: ReadAddress | null;
}

export interface ReadPaymentMeans {
  /** BT-81, UNTDID 4461. */
  code: string;
  /** BT-82 */
  text: string | null;
  /** BT-83 */
  remittance: string | null;
  /** BG-17 */
  account: { id: string; name: string | null; bic: string | null } | null;
  /** BG-18 */
  card: { number: string; holder: string | null } | null;
  /** BG-19 */
  directDebit: { mandate: string | null; account: string | null } | null;
}

/** BG-20, BG-21, BG-27, BG-28 */
export interface ReadAdjustment {
  isCharge: boolean;
  amount: string;
  base: string | null;
  percent: string | null;
  reasonCode: string | null;
  reason: string | null;
}

export interface ReadDocumentAdjustment extends ReadAdjustment {
  category: string;
  rate: string;
}

export interface ReadVatGroup {
  /** BT-118, UNTDID 5305. */
  category: string;
  /** BT-119; "0" where none is stated (category O). */
  rate: string;
  /** BT-116 */
  taxable: string;
  /** BT-117 */
  vat: string;
  /** BT-121 */
  exemptionCode: string | null;
  /** BT-120 */
  exemptionReason: string | null;
}

/** BG-22 and the VAT totals, as stated. */
export interface ReadTotals {
  /** BT-106 */
  lines: string;
  /** BT-107 */
  allowances: string;
  /** BT-108 */
  charges: string;
  /** BT-109 */
  taxExclusive: string;
  /** BT-110 */
  vat: string;
  /** BT-111 */
  vatInTaxCurrency: string | null;
  /** BT-112 */
  taxInclusive: string;
  /** BT-113 */
  prepaid: string;
  /** BT-114 */
  rounding: string;
  /** BT-115 */
  payable: string;
}

export interface ReadLine {
  /** BT-126 */
  id: string;
  /** BT-127 */
  note: string | null;
  /** BT-128 */
  object: ReadIdentifier | null;
  /** BT-129 */
  quantity: string;
  /** BT-130 */
  unitCode: string;
  /** BT-131 */
  net: string;
  /** BT-132 */
  orderLine: string | null;
  /** BT-133 */
  buyerAccountingReference: string | null;
  /** BG-26 */
  period: ReadPeriod | null;
  /** BG-27 and BG-28. */
  adjustments: ReadAdjustment[];
  /** BT-146, for `baseQuantity` units. */
  price: string;
  /** BT-147 */
  priceDiscount: string | null;
  /** BT-148 */
  grossPrice: string | null;
  /** BT-149 */
  baseQuantity: string;
  /** BT-151, UNTDID 5305. */
  category: string;
  /** BT-152; "0" where none is stated (category O). */
  rate: string;
  /** BT-153 */
  name: string;
  /** BT-154 */
  description: string | null;
  /** BT-155 */
  sellersId: string | null;
  /** BT-156 */
  buyersId: string | null;
  /** BT-157 */
  standardId: ReadIdentifier | null;
  /** BT-158 */
  classifications: ReadIdentifier[];
  /** BT-159 */
  originCountry: string | null;
  /** BG-32 */
  properties: { name: string; value: string }[];
}
