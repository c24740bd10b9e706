import { companyRecordKey } from '#shared/platform/access/records.ts';
import { instant, instantIn } from '#shared/base/kernel/clock.ts';
import { notFound, type Problem } from '#shared/base/kernel/errors.ts';
import { sha256 } from '#shared/base/kernel/ids.ts';
import type { Company } from '#shared/model/company.ts';
import { getItem, getItems } from '#shared/platform/store/read.ts';
import { type CompanyId, type Key, lookupKey } from '#shared/platform/store/table.ts';
import { retryOnContention, transact, update, type Write } from '#shared/platform/store/transact.ts';
import { configurationKey } from '#shared/output/pdf/configuration-item.ts';
import { type PdfTemplateConfiguration, printedConfiguration } from '#shared/output/pdf/configuration.ts';
import { newEvent } from '#shared/documents/common/timeline.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import type { DocumentEvent } from '#shared/model/timeline.ts';
import { invoiceKey, readInvoiceHeader } from '../header.ts';
import { headerWrites } from '#shared/documents/common/store.ts';
import { INVOICES } from '../store.ts';
import { linkState, linkKey, type ShareLinkItem, type ShareLookup } from './model.ts';

/** A valid link, with its document and the company that issued it. */
export interface Shared {
  link: ShareLinkItem;
  invoice: Invoice;
  company: Company;
}

/**
 * The same answer for unknown, expired and revoked tokens, so that it does not reveal which applies (OUT-72).
 */
const unknownLink = (): Problem => notFound('Share link');

/** The link of a token, with its document. Two reads, one after the other. @throws 404 unless the link is active */
export const openLink = async (token: string): Promise<Shared> => (await openWith(token)).shared;

/** As `openLink`, with the appearance of the company's documents: in the same two reads. */
export async function openForPage(token: string): Promise<Shared & { appearance: PdfTemplateConfiguration }> {
  const { shared, more } = await openWith(token, configurationKey);
  return { ...shared, appearance: printedConfiguration(more?.['data'] as Partial<PdfTemplateConfiguration> | undefined) };
}

/** @param also the key of another item of the company, read together with the others */
async function openWith(
  token: string,
  also?: (company: CompanyId) => Key,
): Promise<{ shared: Shared; more: Record<string, unknown> | undefined }> {
  if (!/^[0-9a-f]{64}$/.test(token)) throw unknownLink();
  const lookup = await getItem<ShareLookup>(lookupKey('SHARE', sha256(token)));
  if (!lookup) throw unknownLink();
  const scope = lookup.companyId;
  const [link, header, record, more] = await getItems([
    linkKey(scope, lookup.invoiceId, lookup.linkId),
    invoiceKey(scope, lookup.invoiceId),
    companyRecordKey(lookup.companyId),
    ...(also ? [also(scope)] : []),
  ]);
  // The keys above are those of these items.
  const shared = {
    link: link as unknown as ShareLinkItem | undefined,
    invoice: header?.['data'] as Invoice | undefined,
    company: record?.['data'] as Company | undefined,
  };
  if (!isOpen(shared)) throw unknownLink();
  return { shared, more };
}

const isOpen = (shared: { [K in keyof Shared]: Shared[K] | undefined }): shared is Shared =>
  shared.link !== undefined &&
  shared.invoice !== undefined &&
  shared.company?.deletedAt === null &&
  linkState(shared.link.data, shared.invoice).status === 'active';

/** Seconds in which one link adds one entry of a type to the timeline. */
const ONCE_SECONDS = 3600;

/** Counts a view of the document; the first view by a link in an hour also gets a timeline entry. */
export async function noteView(shared: Shared): Promise<void> {
  const { link } = shared;
  const shareLinkId = link.data.id;
  if (await noteOnce(shared, 'viewedEventAt', () => newEvent('viewed', null, 'Viewed by the client', null, { shareLinkId })))
    return;
  await transact([
    update(keyOf(link), { expression: 'SET lastViewedAt = :at ADD viewCount :one', values: { ':at': instant(), ':one': 1 } }),
  ]);
}

/** Adds a timeline entry for the first download by a link in an hour. */
export async function noteDownload(shared: Shared, file: 'pdf' | 'xml'): Promise<void> {
  const metadata = { shareLinkId: shared.link.data.id, file };
  const said = `Downloaded by the client (${file.toUpperCase()})`;
  await noteOnce(shared, 'downloadedEventAt', () => newEvent('downloaded', null, said, null, metadata));
}

const keyOf = ({ pk, sk }: ShareLinkItem) => ({ pk, sk });

type Stamp = 'viewedEventAt' | 'downloadedEventAt';

/** A concurrent visitor has already added the entry of this hour. */
class NotFirst extends Error {
  override name = 'NotFirst';
}

/**
 * Adds a timeline entry and its timestamp on the link, unless the last one is less than an hour old.
 *
 * @returns whether it was added
 */
async function noteOnce({ link, invoice }: Shared, stamp: Stamp, event: () => DocumentEvent): Promise<boolean> {
  const before = instantIn(-ONCE_SECONDS);
  if ((link[stamp] ?? '') > before) return false;
  try {
    return await retryOnContention(async attempt => {
      const header = attempt === 0 ? invoice : await readInvoiceHeader(invoice.companyId, invoice.id);
      if (!header) throw new NotFirst();
      const entered = headerWrites(INVOICES, [{ before: header, after: { ...header }, recorded: [{ event: event() }] }]);
      await transact([stampWrite(link, stamp, before), ...entered]);
      return true;
    });
  } catch (error) {
    if (error instanceof NotFirst) return false;
    throw error;
  }
}

/** The conditional write of the timestamp, which also counts a view. @throws `NotFirst` from the transaction */
const stampWrite = (link: ShareLinkItem, stamp: Stamp, before: string): Write =>
  update(
    keyOf(link),
    {
      expression: stamp === 'viewedEventAt' ? `SET ${stamp} = :at, lastViewedAt = :at ADD viewCount :one` : `SET ${stamp} = :at`,
      values: { ':at': instant(), ':before': before, ...(stamp === 'viewedEventAt' && { ':one': 1 }) },
      condition: `attribute_exists(pk) AND (attribute_not_exists(${stamp}) OR ${stamp} <= :before)`,
    },
    () => new NotFirst(),
  );
