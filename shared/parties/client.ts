import { getItem } from '../store/read.ts';
import { type CompanyId, companyKey, type Item, type Key } from '../store/table.ts';

/** A client: the buyer of a company's documents (completions-accounts §10). Item `C#<company>` / `CLIENT#<id>`. */
export interface Client {
  id: string;
  version: number;
  type: 'company' | 'individual';
  name: string;
  /** Tax number as given: digits, optionally with a country prefix. */
  cui: string | null;
  /** Personal number, 13 digits. */
  cnp: string | null;
  /** With country prefix. */
  vatCode: string | null;
  isVatPayer: boolean;
  registrationNumber: string | null;
  address: string | null;
  city: string | null;
  county: string | null;
  postalCode: string | null;
  country: string;
  email: string | null;
  phone: string | null;
  bankName: string | null;
  bankAccount: string | null;
  defaultPaymentTermDays: number | null;
  contactPerson: string | null;
  clientCode: string | null;
  idNumber: string | null;
  notes: string | null;
  currency: string | null;
  viesValid: boolean | null;
  viesValidatedAt: string | null;
  viesName: string | null;
  source: 'manual' | 'taxauth' | 'import';
  lastSyncedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Kept with the client in the transactions that issue and cancel documents (`countClientInvoice`). */
export interface ClientStats {
  /** Issued outgoing invoices. */
  invoices: number;
  /** Their total in the company's currency, in cents. */
  revenueCents: number;
}

/** What the list shows. */
export interface ClientRow {
  client: Client;
  stats: ClientStats;
}

export type StoredClient = Item & { data: Client; row: ClientRow };

export const clientKey = (company: CompanyId, id: string): Key => companyKey(company, `CLIENT#${id}`);

/** The stored item of a client that is not deleted. */
export async function readClientItem(company: CompanyId, id: string): Promise<StoredClient | undefined> {
  const item = await getItem<StoredClient>(clientKey(company, id));
  return item?.data.deletedAt === null ? item : undefined;
}

/** A client that is not deleted: one read. */
export const readClient = async (company: CompanyId, id: string): Promise<Client | undefined> =>
  (await readClientItem(company, id))?.data;
