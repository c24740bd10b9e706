/**
 * What a document is made of: parties, allowances and charges, extensions, lines, VAT groups. Values are stored as model.ts says.
 */

/** VAT category codes, UNTDID 5305 as the contract lists them (completions-documents §13.3). */
export const VAT_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type VatCategory = (typeof VAT_CATEGORIES)[number];

/** The other categories of EN 16931, on received documents alone: IGIC (L), IPSI (M), split payment (B). */
export const RECEIVED_VAT_CATEGORIES = ['L', 'M', 'B'] as const;
export type StatedVatCategory = VatCategory | (typeof RECEIVED_VAT_CATEGORIES)[number];

/** Seller (BG-4) or buyer (BG-7) as printed on the document: a copy, so that later changes of the record do not reach it. */
export interface Party {
  /** The company's or the client record's id; null for a receiver without a record. */
  id: string | null;
  type: 'company' | 'individual';
  name: string;
  /** Tax number as kept: digits, optionally with the prefix `RO`; for foreign parties as given. */
  cif: string | null;
  /** Personal number of an individual. */
  cnp: string | null;
  /** Whether documents state the personal number; absent or false: they do not, and the XML has 13 zeros. */
  sendPersonalNumber?: boolean;
  /** VAT identifier with its country prefix, when it differs from `cif`. */
  vatCode: string | null;
  isVatPayer: boolean;
  /** Trade-register number. */
  registrationNumber: string | null;
  address: string | null;
  city: string | null;
  /** County: any spelling or code; the UBL writer normalises it to ISO 3166-2:RO. */
  county: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  email: string | null;
  phone: string | null;
  /** The client's own account: where a self-billed invoice is paid to. Absent on copies of companies and older ones of clients. */
  bankAccount?: string | null;
  bankName?: string | null;
}

/** What identifies a buyer in the summaries that documents embed (completions-accounts §10). */
export const registrationOf = ({ registrationNumber, vatCode, cif }: Party): string | null =>
  registrationNumber ?? vatCode ?? cif;

/** The seller adds what the PDF and BG-16/17 print about itself. */
export interface Seller extends Party {
  capitalSocial: string | null;
  /** Why its lines of category E are exempt, unless they or the document say it themselves (BT-120, BT-121). */
  taxExemptionReason?: string | null;
  taxExemptionReasonCode?: string | null;
  website: string | null;
  /** The account printed on the document (BT-84, BT-85/86): default account of the currency, else the company's own. */
  iban: string | null;
  bankName: string | null;
}

export interface AllowanceCharge {
  /** false = allowance (discount), true = charge. */
  chargeIndicator: boolean;
  amount: string;
  reasonCode?: string | undefined;
  reason?: string | undefined;
  baseAmount?: string | undefined;
  multiplierFactorNumeric?: string | undefined;
}

export interface DocumentAllowanceCharge extends AllowanceCharge {
  taxCategoryCode: StatedVatCategory;
  taxRate: string;
}

export interface DocumentExtensions {
  invoicePeriod?:
    { startDate?: string | undefined; endDate?: string | undefined; descriptionCode?: string | undefined } | undefined;
  delivery?:
    | {
        actualDeliveryDate?: string | undefined;
        deliveryAddress?:
          | {
              streetName?: string | undefined;
              cityName?: string | undefined;
              countrySubentity?: string | undefined;
              countryCode?: string | undefined;
            }
          | undefined;
      }
    | undefined;
  allowanceCharges?: DocumentAllowanceCharge[] | undefined;
  /** Reduces the payable amount in the XML only (BT-113). */
  prepaidAmount?: string | undefined;
  additionalDocumentReferences?:
    { id: string; documentTypeCode?: string | undefined; documentDescription?: string | undefined }[] | undefined;
  /** Exemption reason of category E groups, for lines that carry none (BT-120, BT-121). */
  taxExemptionReason?: string | undefined;
  taxExemptionReasonCode?: string | undefined;
}

export interface LineExtensions {
  invoicePeriod?: { startDate?: string | undefined; endDate?: string | undefined } | undefined;
  allowanceCharges?: AllowanceCharge[] | undefined;
  additionalItemProperties?: { name: string; value: string }[] | undefined;
  originCountry?: string | undefined;
  taxExemptionReason?: string | undefined;
  taxExemptionReasonCode?: string | undefined;
}

/** What the caller stated about a line, corrected and completed, before amounts are computed. */
export interface LineInput {
  description: string;
  quantity: string;
  /** Net price, or gross when `vatIncluded`. */
  unitPrice: string;
  unitOfMeasure: string;
  /** Percentage, e.g. "21". */
  vatRate: string;
  vatCategoryCode: StatedVatCategory;
  vatRateId: string | null;
  /** Label of the VAT rate when the line was made. */
  vatRateName: string | null;
  productId: string | null;
  productCode: string | null;
  productName: string | null;
  /** Fixed discount on the line, in the price's terms (gross when `vatIncluded`); null when none was given. */
  discount: string | null;
  discountPercent: string | null;
  vatIncluded: boolean;
  ublExtensions: LineExtensions | null;
}

export interface InvoiceLine extends LineInput {
  id: string;
  lineNumber: number;
  /** The discount that was applied, positive, in the price's terms. */
  discountAmount: string;
  /** Net amount (BT-131). */
  subtotal: string;
  /** The line's share of its group's VAT. */
  vatAmount: string;
  total: string;
}

/** One VAT breakdown group (BG-23) of the stored totals: lines only, without document allowances and charges. */
export interface VatGroup {
  category: StatedVatCategory;
  rate: string;
  taxable: string;
  vat: string;
}
