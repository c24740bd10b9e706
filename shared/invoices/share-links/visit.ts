import { companyRecordKey } from '../../identity/access.ts';
import { instant, instantIn } from '../../kernel/clock.ts';
import { notFound, type Problem } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/ids.ts';
import type { Company } from '../../parties/company.ts';
import { getItem, getItems } from '../../store/read.ts';
import { companyScope, lookupKey } from '../../store/table.ts';
import { retryOnContention, transact, update, type Write } from '../../store/transact.ts';
import { newEvent } from '../events.ts';
import type { Invoice, InvoiceEvent } from '../model.ts';
import { headKey, headWrites, readHead } from '../repository.ts';
import { fateOf, linkKey, type ShareLinkItem, type ShareLookup } from './model.ts';

/** What a client finds under a link. */
export interface Shared {
  link: ShareLinkItem;
  invoice: Invoice;
  company: Company;
}

/** One answer for a token that is unknown, expired or revoked: which of them it was, nobody learns (completions-documents §1.15). */
const unknownLink = (): Problem => notFound('Share link');

/** What a token opens. Two reads, one after the other. @throws 404 unless the link is good */
export async function openLink(token: string): Promise<Shared> {
  if (!/^[0-9a-f]{64}$/.test(token)) throw unknownLink();
  const lookup = await getItem<ShareLookup>(lookupKey('SHARE', sha256(token)));
  if (!lookup) throw unknownLink();
  const scope = companyScope(lookup.companyId);
  const [link, head, record] = await getItems([
    linkKey(scope, lookup.invoiceId, lookup.linkId),
    headKey(scope, lookup.invoiceId),
    companyRecordKey(lookup.companyId),
  ]);
  const shared = {
    link: link as unknown as ShareLinkItem | undefined,
    invoice: head?.['data'] as Invoice | undefined,
    company: record?.['data'] as Company | undefined,
  };
  if (!isOpen(shared)) throw unknownLink();
  return shared;
}

const isOpen = (shared: { [K in keyof Shared]: Shared[K] | undefined }): shared is Shared =>
  shared.link !== undefined &&
  shared.invoice !== undefined &&
  shared.company?.deletedAt === null &&
  fateOf(shared.link.data, shared.invoice).status === 'active';

/** Seconds in which one link adds one entry of a type to the timeline. */
const ONCE_SECONDS = 3600;

/** Counts a look at the document; the first in an hour stands in its timeline. */
export async function noteView({ link, invoice }: Shared): Promise<void> {
  const counted = { expression: 'SET lastViewedAt = :at', add: 'ADD viewCount :one' };
  const entry = newEvent('viewed', null, 'Viewed by the client', null, { shareLinkId: link.data.id });
  const first = onceAnHour(link, 'viewedEventAt', [counted.expression, counted.add]);
  if (first && (await tried(first, invoice, entry))) return;
  await transact([
    update(keyOf(link), { expression: `${counted.expression} ${counted.add}`, values: { ':at': instant(), ':one': 1 } }),
  ]);
}

/** The first download in an hour stands in the document's timeline. */
export async function noteDownload({ link, invoice }: Shared, file: 'pdf' | 'xml'): Promise<void> {
  const entry = newEvent('downloaded', null, `Downloaded by the client (${file.toUpperCase()})`, null, {
    shareLinkId: link.data.id,
    file,
  });
  const first = onceAnHour(link, 'downloadedEventAt');
  if (first) await tried(first, invoice, entry);
}

const keyOf = ({ pk, sk }: ShareLinkItem) => ({ pk, sk });

/** The write that only one visitor in an hour can make; undefined when another is known to have made it. */
function onceAnHour(
  link: ShareLinkItem,
  stamp: 'viewedEventAt' | 'downloadedEventAt',
  [set, add]: [string, string] | [] = [],
): Write | undefined {
  const before = instantIn(-ONCE_SECONDS);
  if ((link[stamp] ?? '') > before) return undefined;
  return update(keyOf(link), {
    expression: `${set ? `${set}, ` : 'SET '}${stamp} = :at${add ? ` ${add}` : ''}`,
    values: { ':at': instant(), ':before': before, ...(add && { ':one': 1 }) },
    condition: `attribute_exists(pk) AND (attribute_not_exists(${stamp}) OR ${stamp} <= :before)`,
  });
}

/** Makes the entry with the write that only the first visitor can make. @returns whether this was the one */
async function tried(first: Write, invoice: Invoice, event: InvoiceEvent): Promise<boolean> {
  try {
    await retryOnContention(async attempt => {
      const head = attempt === 0 ? invoice : await readHead(companyScope(invoice.companyId), invoice.id);
      if (!head) throw unknownLink();
      await transact([
        { ...first, refused: () => new NotTheFirst() },
        ...headWrites({ before: head, after: { ...head }, recorded: [{ event }] }),
      ]);
    });
    return true;
  } catch (error) {
    if (error instanceof NotTheFirst) return false;
    throw error;
  }
}

class NotTheFirst extends Error {}
