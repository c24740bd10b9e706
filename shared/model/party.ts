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
