import { instant } from '#shared/base/kernel/clock.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { patched } from '#shared/base/kernel/patch.ts';
import { withMetadata } from '#shared/model/callers-data/metadata.ts';
import { changeWrites } from '#shared/platform/store/listed.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { type Commit, retryOnContention, type Write } from '#shared/platform/store/transact.ts';
import { buyerOf, isSameBuyer } from './buyer.ts';
import type { ClientChange } from './input.ts';
import { asksVatRegistry, completed, refuseEmptied } from './rules.ts';
import { clientNotification } from './notification.ts';
import { checkedVat } from './vat.ts';
import { type Client, clients, readClient } from './store.ts';

export interface UpdatedClient {
  client: Client;
  /** Number of drafts to which the change was copied. */
  invoicesUpdated: number;
  /** Number of issued documents of the month, which keep the buyer that they were issued with. */
  invoicesKept: number;
}

/**
 * Copies a changed client to its drafts of invoices and credit notes of the current month. Implemented by invoices/ and passed as an argument,
 * because parties/ must not import documents.
 */
export interface PropagateClientChange {
  /** The write, in the client's transaction, that leaves a deferred task: the drafts are updated even if this process dies. */
  defer(client: Client): Write;
  /** Finds the drafts, beside the client's transaction. What it resolves with updates them, once the client is changed. */
  find(client: Client): Promise<UpdateDrafts>;
}

type UpdateDrafts = () => Promise<Pick<UpdatedClient, 'invoicesUpdated' | 'invoicesKept'>>;

/**
 * Changes a client. If another request changed it in between, the change is applied to the newer version.
 *
 * @param propagate copies the change to drafts; by default they stay as they are
 * @throws 404; 409 for the tax number of another client; 422 for clearing a field that documents need
 */
export async function updateClient(
  company: CompanyId,
  loaded: Client,
  change: ClientChange,
  commit: Commit<UpdatedClient>,
  propagate?: PropagateClientChange,
): Promise<UpdatedClient> {
  refuseEmptied(change);
  let before = loaded;
  let updateDrafts: UpdateDrafts | undefined;
  const updated = await retryOnContention(async attempt => {
    if (attempt > 0) before = found(await readClient(company, loaded.id), 'Client');
    const { metadata, ...fields } = completed(change, before.vatCode);
    const edited = patched(withMetadata(before, metadata), fields);
    const checked = asksVatRegistry(before, edited) ? await checkedVat(edited) : edited;
    const client = { ...checked, version: before.version + 1, updatedAt: instant() };
    const isLeading = changesReceiver(before, client);
    const [committed, update] = await Promise.all([
      commit(
        [
          ...changeWrites(clients, company, before, client),
          clientNotification('client.updated', company, client),
          ...(isLeading && propagate ? [propagate.defer(client)] : []),
        ],
        { client, invoicesUpdated: 0, invoicesKept: 0 },
      ),
      isLeading ? propagate?.find(client) : undefined,
    ]);
    updateDrafts = update;
    return committed;
  });
  return { ...updated, ...(await updateDrafts?.()) };
}

const changesReceiver = (before: Client, after: Client): boolean => !isSameBuyer(buyerOf(before), buyerOf(after));
