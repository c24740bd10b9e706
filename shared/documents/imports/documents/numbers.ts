import { numberGuardKey, type ImportedNumber, isImported, type TakenNumber } from '#shared/documents/common/numbering.ts';
import { firstOf, readNumber, type ReceivedNumber } from '#shared/documents/credit-notes/received-numbers.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import type { Party } from '#shared/model/party.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, type Item } from '#shared/platform/store/table.ts';
import { create, remove, type Write } from '#shared/platform/store/transact.ts';

/** The numbers of imported invoices, by which none is there twice (IMP-10). */

export interface ImportedNumbers {
  /** The entry among the documents that another program issued to this client, which those of the authority share. */
  own: ReceivedNumber;
  /** The document of the company that has the number, issued here or imported. */
  taken: TakenNumber | ImportedNumber | undefined;
}

/** The client of an imported document. */
type Buyer = { [Field in 'cif' | 'vatCode' | 'name']: Party[Field] | null } | null;

interface Numbered {
  number: string;
  client: Buyer;
}

/** The item that makes a number unique, which the series of invoices share: none of them gives the number of an imported invoice. */
const guardKey = (company: CompanyId, number: string) => companyKey(company, numberGuardKey(KINDS.invoice, number));

/** Two parallel reads. */
export async function readImportedNumbers(company: CompanyId, { number, client }: Numbered): Promise<ImportedNumbers> {
  const [own, item] = await Promise.all([
    readNumber(company, { direction: 'outgoing', partner: importedPartner(client), number }),
    getItem<Item & { row: TakenNumber | ImportedNumber }>(guardKey(company, number)),
  ]);
  return { own, taken: item?.row };
}

/** By what the register of received numbers knows the client of an imported document. */
export const importedPartner = (client: Buyer): string =>
  client?.cif ?? client?.vatCode ?? sha256((client?.name ?? '').toLowerCase());

/** The id of the invoice that is there already; null when there is none. */
export const alreadyImported = ({ own }: ImportedNumbers, issueDate: string): string | null => firstOf(own, issueDate);

/** Why an invoice cannot have its number, which another one has; undefined when it can. */
export function numberTaken({ taken }: ImportedNumbers): string | undefined {
  if (!taken) return undefined;
  return isImported(taken)
    ? `is the number of another imported invoice, of ${taken.imported.issueDate}`
    : 'is the number of an invoice that was issued here';
}

/** The write that takes a number; the transaction fails when another document has it. */
export const takenWrite = ({ companyId, id, number, issueDate }: InvoiceDocument): Write =>
  create({
    ...guardKey(companyId, number),
    kind: 'number',
    row: { number, invoiceId: id, imported: { issueDate } } satisfies ImportedNumber,
  });

/** The write that gives it back, in the transaction that removes its document. */
export const freedWrite = ({ companyId, number }: Pick<InvoiceDocument, 'companyId' | 'number'>): Write =>
  remove(guardKey(companyId, number));
