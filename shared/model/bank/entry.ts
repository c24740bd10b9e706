/** Lines of a bank statement, and what they are compared with (BNK-1 to BNK-16). Amounts are whole cents, positive. */

/** `in`: the account received money; `out`: it paid. */
export type Flow = 'in' | 'out';

export interface BankEntry {
  bookingDate: string;
  valueDate: string | null;
  flow: Flow;
  cents: number;
  currency: string;
  counterparty: { name: string | null; iban: string | null; taxCode: string | null };
  /** What the payer wrote. */
  text: string;
  /** Creditor references and numbers of documents that the payer's program gave by themselves. */
  references: string[];
  endToEndId: string | null;
  /** The bank's reference, or one made from the line when the bank gives none. Unique in a file. */
  bankReference: string;
  /** The bank takes an earlier line back. */
  isReversal: boolean;
  /** The line stands for several transfers of which the bank does not give the amounts. */
  isBatch: boolean;
}

/** `sale`: money is expected from a client; `purchase`: it is owed to a supplier. */
export type Role = 'sale' | 'purchase';

/** What is open on a document: its balance, or what is owed back on it. */
export interface OpenDocument {
  id: string;
  number: string;
  role: Role;
  what: 'balance' | 'refund';
  partnerKey: string;
  currency: string;
  issueDate: string;
  dueDate: string | null;
  cents: number;
  /** Numbers of the credit notes that took back from it. */
  alsoNamed: string[];
}

export interface BankPartner {
  key: string;
  role: Role;
  /** The id of its record; null without one. */
  id: string | null;
  name: string | null;
  taxCode: string | null;
  iban: string | null;
}

/** A payment or refund that was recorded; or an allocation, which is one movement of money over any documents. */
export interface KnownPayment {
  id: string;
  documents: readonly { id: string; number: string }[];
  isAllocation: boolean;
  partnerKey: string;
  role: Role;
  date: string;
  flow: Flow;
  cents: number;
  currency: string;
  reference: string | null;
}

/** Whether money of this direction settles what is open on the document. */
export const settles = ({ role, what }: Pick<OpenDocument, 'role' | 'what'>, flow: Flow): boolean =>
  ((role === 'sale') === (what === 'balance') ? 'in' : 'out') === flow;
