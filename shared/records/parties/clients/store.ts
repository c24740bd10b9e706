import { conflict } from '#shared/base/kernel/errors.ts';
import type { FiscalCents } from '#shared/model/amounts/fiscal-fields.ts';
import type { Metadata } from '#shared/model/callers-data/metadata.ts';
import {
  findUnique,
  type ListedArea,
  type ListedItem,
  type ListedRow,
  readListed,
  recordKey,
} from '#shared/platform/store/listed.ts';
import { check, type Write } from '#shared/platform/store/transact.ts';
import type { CompanyId, Key } from '#shared/platform/store/table.ts';

/** A client: the buyer on a company's documents (REC-8 to REC-28). Item `C#<company>` / `CLIENT#<id>`. */
export interface Client {
  id: string;
  version: number;
  type: 'company' | 'individual';
  name: string;
  /** Tax number as entered: digits, optionally with a country prefix. */
  cui: string | null;
  /** Personal number, 13 digits. */
  cnp: string | null;
  /** Whether documents state the personal number. Absent (= false) on records that are older than the field. */
  sendPersonalNumber?: boolean;
  /** With country prefix. */
  vatCode: string | null;
  isVatPayer: boolean;
  /** Whether company and client are affiliated persons. Absent (= false) on records that are older than the field. */
  isAffiliated?: boolean;
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
  /** Absent without any. */
  metadata?: Metadata;
  viesValid: boolean | null;
  viesValidatedAt: string | null;
  viesName: string | null;
  source: 'manual' | 'taxauth' | 'import';
  lastSyncedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/**
 * Statistics of a client, updated in the transactions that change its documents (`countClientInvoices`). From the totals of the e-invoices,
 * which are absent on rows that are older than them, credit notes are taken off.
 */
export interface ClientStats extends Partial<FiscalCents> {
  /** Number of issued outgoing invoices. */
  invoices: number;
  /** Their total in the company's currency, in cents. */
  revenueCents: number;
}

export type ClientRow = ListedRow<Client, ClientStats>;
export type ClientItem = ListedItem<Client, ClientStats>;

/** How clients are stored (store/listed.ts): `cui` is unique in a company. */
export const clients: ListedArea<Client, ClientStats> = {
  what: 'Client',
  kind: 'client',
  counted: 'CLIENT',
  newStats: { invoices: 0, revenueCents: 0 },
  uniqueValue: client => (client.cui === null ? null : comparedCui(client.cui)),
  taken: () => conflict('Another client has this tax number.', { reason: 'cui_taken' }),
};

/** A tax number for comparison: letters and digits only, without the optional `RO`. */
export const comparedCui = (cui: string): string =>
  cui
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^RO(?=\d)/, '');

export const clientKey = (company: CompanyId, id: string): Key => recordKey(clients, company, id);

/** The stored item of a client that is not deleted. */
export const readClientItem = (company: CompanyId, id: string) => readListed<Client, ClientStats>(clients, company, id);

/** A client that is not deleted. One read. */
export const readClient = async (company: CompanyId, id: string): Promise<Client | undefined> =>
  (await readClientItem(company, id))?.row.record;

/**
 * A condition that lets a transaction succeed only if the client exists and is not deleted.
 *
 * @param refused makes the error otherwise
 */
export const clientExists = (company: CompanyId, id: string, refused: Write['refused']): Write =>
  check(
    clientKey(company, id),
    {
      expression: 'attribute_exists(pk) AND #row.#record.deletedAt = :none',
      names: { '#row': 'row', '#record': 'record' },
      values: { ':none': null },
    },
    refused,
  );

/** The client with a tax number, if there is one. */
export const findClientByCui = (company: CompanyId, cui: string): Promise<Client | undefined> =>
  findUnique<Client, ClientStats>(clients, company, comparedCui(cui));
