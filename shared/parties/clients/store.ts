import { conflict } from '../../kernel/errors.ts';
import { findUnique, type ListedArea, type ListedRow, readListed, recordKey } from '../../store/listed.ts';
import { check, type Write } from '../../store/transact.ts';
import type { CompanyId, Key } from '../../store/table.ts';

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
  /** Whether documents state the personal number; absent on records of before there was a choice: they do not. */
  sendPersonalNumber?: boolean;
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

/** Kept with the client in the transactions that change its documents (`countClientInvoices`). */
export interface ClientStats {
  /** Issued outgoing invoices. */
  invoices: number;
  /** Their total in the company's currency, in cents. */
  revenueCents: number;
}

/** What the list shows. */
export type ClientRow = ListedRow<Client, ClientStats>;

/** How clients are kept: `cui` is unique in a company. */
export const clients: ListedArea<Client, ClientStats> = {
  what: 'Client',
  kind: 'client',
  counted: 'CLIENT',
  newStats: { invoices: 0, revenueCents: 0 },
  uniqueValue: client => (client.cui === null ? null : comparedCui(client.cui)),
  taken: () => conflict('Another client has this tax number.', { reason: 'cui_taken' }),
};

/** How tax numbers are compared: letters and digits, without the `RO` that people write or leave out. */
export const comparedCui = (cui: string): string =>
  cui
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^RO(?=\d)/, '');

export const clientKey = (company: CompanyId, id: string): Key => recordKey(clients, company, id);

/** The stored item of a client that is not deleted. */
export const readClientItem = (company: CompanyId, id: string) => readListed<Client, ClientStats>(clients, company, id);

/** A client that is not deleted: one read. */
export const readClient = async (company: CompanyId, id: string): Promise<Client | undefined> =>
  (await readClientItem(company, id))?.data;

/** Lets a transaction pass only while the client is there. */
export const clientExists = (company: CompanyId, id: string, refused: Write['refused']): Write =>
  check(
    clientKey(company, id),
    { expression: 'attribute_exists(pk) AND #data.deletedAt = :none', names: { '#data': 'data' }, values: { ':none': null } },
    refused,
  );

/** The client with a tax number, if there is one. */
export const findClientByCui = (company: CompanyId, cui: string): Promise<Client | undefined> =>
  findUnique<Client, ClientStats>(clients, company, comparedCui(cui));
