import type { Client } from '#shared/records/parties/clients/store.ts';
import { updateClient } from '#shared/records/parties/clients/update.ts';
import type { Supplier } from '#shared/records/parties/suppliers/store.ts';
import { updateSupplier } from '#shared/records/parties/suppliers/update.ts';
import type { DocumentHeader } from '#shared/model/document.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { ownerOf } from '#shared/platform/store/table.ts';
import { commitPlainly, retryOnContention, transact } from '#shared/platform/store/transact.ts';
import { clientWrites, documentsOf, headerOf, isDocument } from '../documents.ts';
import { isOfClient, isTheirs, type Person, recordOf, relationOf, type Stored } from '../match.ts';
import { pagesOfTable } from '../walk.ts';
import { correctAccount } from './account.ts';
import { correctedFields, type Correction } from './correction.ts';

/** Corrects a person's data in what is in use (GDPR art. 16): clients, suppliers' contacts, drafts and the account; never in issued documents. */

/** What a correction did, or would do; a line for each record, by ids and names of fields. */
export interface Rectification {
  corrected: string[];
  /** Documents that state other data, and stay. */
  kept: string[];
}

/**
 * Record by record, drafts before the client by which they are found, and the account last: after a crash the next run does the rest.
 * What is right already is not written.
 *
 * @param confirmed false: nothing is written
 * @throws Problem 409 when the new email is that of another account; before anything is written
 */
export async function rectifyPerson(person: Person, correction: Correction, confirmed: boolean): Promise<Rectification> {
  const account = await correctAccount(person, correction);
  const result: Rectification = { corrected: [], kept: [] };
  const seen = new Set<string>();
  for await (const page of pagesOfTable()) {
    const parties = page.filter(item => isParty(item) && relationOf(item, person) === 'theirs');
    const found = await Promise.all(parties.filter(({ kind }) => kind === 'client').map(documentsOf));
    const documents = [...page.filter(item => isTheirDocument(item, person)), ...found.flat()];
    for (const item of documents) {
      if (seen.has(`${item.pk}\n${item.sk}`)) continue;
      seen.add(`${item.pk}\n${item.sk}`);
      const after = correctedDocument(item, person, correction);
      if (!after) continue;
      const isDraft = after.status === 'draft';
      result[isDraft ? 'corrected' : 'kept'].push(lineOf(item, `${after.number || after.id} (${after.status})`));
      if (confirmed && isDraft) await rewrite(item, person, correction);
    }
    for (const item of parties) {
      const fields = correctedFields(recordOf(item) as Client, person, correction);
      if (Object.keys(fields).length === 0) continue;
      result.corrected.push(lineOf(item, `${(recordOf(item) as Client).id}: ${Object.keys(fields).join(', ')}`));
      if (confirmed) await correctParty(item, fields);
    }
  }
  if (account) result.corrected.push(`account: ${account.fields.join(', ')}`);
  if (confirmed) await account?.write();
  return result;
}

const lineOf = ({ kind, pk }: Stored, what: string): string => `${kind} of company ${ownerOf(pk).companyId ?? ''}: ${what}`;

/** A record that is in use. */
const isParty = (item: Stored): boolean =>
  (item.kind === 'client' || item.kind === 'supplier') && (recordOf(item) as Client | undefined)?.deletedAt === null;

/** Whether a document's own copy says that its client is the person. */
const isTheirDocument = (item: Stored, person: Person): boolean =>
  isDocument(item) && (isTheirs(headerOf(item).client ?? {}, person) || isOfClient(item, person));

/** A document with the right copy of its client; undefined when it has that, or was received. Pure. */
function correctedDocument(item: Stored, person: Person, correction: Correction): DocumentHeader | undefined {
  const header = headerOf(item);
  const { client } = header;
  if (!client || (header as Partial<Invoice>).direction === 'incoming') return undefined;
  const fields = correctedFields(client, person, correction);
  return Object.keys(fields).length === 0 ? undefined : { ...header, client: { ...client, ...fields } };
}

/** Corrects a draft; after a concurrent change it reads the draft and decides again. */
const rewrite = (loaded: Stored, person: Person, correction: Correction): Promise<void> =>
  retryOnContention(async attempt => {
    const item = attempt === 0 ? loaded : await getItem<Stored>({ pk: loaded.pk, sk: loaded.sk });
    const after = item && correctedDocument(item, person, correction);
    if (item && after?.status === 'draft') await transact(clientWrites(item, after, 'corrected'));
  });

/** With the same use case as when the company changes the record; which notifies its webhooks (art. 19). */
async function correctParty(item: Stored, fields: Correction): Promise<void> {
  const { companyId: company } = ownerOf(item.pk);
  if (!company) return;
  if (item.kind === 'client') await updateClient(company, recordOf(item) as Client, fields as never, commitPlainly);
  else await updateSupplier(company, recordOf(item) as Supplier, fields as never, commitPlainly);
}
