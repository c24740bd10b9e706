/** Seller (BG-4) or buyer (BG-7) of a document. A copy: later changes of the company's or client's record do not affect it. */
export interface Party {
  /** The id of the company's or client's record; null for a buyer without record. */
  id: string | null;
  type: 'company' | 'individual';
  name: string;
  /** Tax number: digits, optionally with the prefix `RO`; for foreign parties as entered. */
  cif: string | null;
  /** Personal number of an individual. */
  cnp: string | null;
  /** Whether documents state the personal number; if absent or false they do not, and the XML has 13 zeros. */
  sendPersonalNumber?: boolean;
  /** VAT identifier with country prefix, if it differs from `cif`. */
  vatCode: string | null;
  isVatPayer: boolean;
  /** Seller and buyer are affiliated persons (Fiscal Code, art. 7, 26), to whom VAT on collection does not apply. Absent: they are not. */
  isAffiliated?: boolean;
  /** Trade-register number. */
  registrationNumber: string | null;
  address: string | null;
  city: string | null;
  /** County, in any spelling or as a code; the UBL writer normalizes it to ISO 3166-2:RO. */
  county: string | null;
  postalCode: string | null;
  /** ISO 3166-1 alpha-2. */
  country: string;
  email: string | null;
  phone: string | null;
  /**
   * The client's account, to which self-billed invoices are paid. Absent on companies, and on copies that are older than this
   * field.
   */
  bankAccount?: string | null;
  bankName?: string | null;
}

/**
 * The `registrationNumber` in the summary of a buyer: register number, else VAT code, else tax number.
 */
export const registrationOf = ({ registrationNumber, vatCode, cif }: Party): string | null =>
  registrationNumber ?? vatCode ?? cif;

/** A seller, with further fields for the PDF and the XML (BG-16, BG-17). */
export interface Seller extends Party {
  capitalSocial: string | null;
  /** The exemption reason for lines of VAT category E, if neither the line nor the document states one (BT-120, BT-121). */
  taxExemptionReason?: string | null;
  taxExemptionReasonCode?: string | null;
  website: string | null;
  /** It charges the VAT of other member states under the one-stop shop. Absent on copies that are older than this field. */
  oss?: boolean;
  /**
   * The account printed on the document (BT-84 to BT-86): the default account of the currency, else `bankAccount` of the company.
   */
  iban: string | null;
  bankName: string | null;
}
