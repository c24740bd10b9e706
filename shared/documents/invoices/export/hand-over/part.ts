import { amount, decimal } from '#shared/base/kernel/money.ts';
import { queryPages } from '#shared/platform/store/read.ts';
import type { CompanyId, Item } from '#shared/platform/store/table.ts';
import type { HandOver, PeriodArchive } from '../model.ts';
import type { Adapter, Context, Sums } from './adapter.ts';
import { fiscalRange, isDocument, listItems, Reader, type Stored } from './entries.ts';
import { type Head, PartFile } from './part-file.ts';

/**
 * A part of a hand-over file, made by one run of the worker: at most so many entries, closed behind the document with which its texts have so
 * many characters, or after so many milliseconds.
 */
export const PART = { entries: 1000, characters: 8 * 2 ** 20, millis: 150_000 };

/** Entries that are read at a time. */
const AT_ONCE = 8;

export interface MadePart {
  /** The stored form of the part (part-file.ts). */
  bytes: Buffer;
  /** Number of documents, without payments. */
  documents: number;
  next: Pick<PeriodArchive, 'after' | 'isWhole' | 'damaged'>;
}

/** The number of documents of the period. Reads its entries, a page at a time. */
export async function countHandedDocuments(company: CompanyId, archive: PeriodArchive): Promise<number> {
  let count = 0;
  for await (const page of queryPages<Item>(fiscalRange(company, archive), { damaged: 'stored' }))
    count += page.filter(isDocument).length;
  return count;
}

/** Makes the next part. Its memory is bounded by the limits of a part, however long the period is. */
export async function makePart(
  company: CompanyId,
  archive: PeriodArchive & { handOver: HandOver },
  { adapter, context }: { adapter: Adapter; context: Context },
): Promise<MadePart> {
  const until = performance.now() + PART.millis;
  // One more than fit, to know whether any are left.
  const listed = await listItems(company, archive, PART.entries + 1);
  const file = new PartFile();
  const head: Head = { sums: {}, unreadable: [] };
  const reader = new Reader(company, 4 * AT_ONCE);
  let [done, documents] = [0, 0];
  while (done < Math.min(listed.length, PART.entries) && file.characters < PART.characters && performance.now() < until) {
    const some = listed.slice(done, Math.min(done + AT_ONCE, PART.entries));
    const booked = await Promise.all(some.map(one => reader.booked(one, archive.handOver.rules)));
    for (const [place, { entries, isUnreadable }] of booked.entries()) {
      const item = some[place] as Stored;
      documents += isDocument(item) ? 1 : 0;
      if (isUnreadable) head.unreadable.push(item.sk);
      for (const one of entries) {
        for (const piece of adapter.pieces(one, context)) file.add(piece);
        head.sums = added(head.sums, adapter.sums?.(one) ?? {});
      }
    }
    done += some.length;
  }
  const after = listed[done - 1]?.sk ?? archive.after;
  const next = { after, isWhole: done >= listed.length, damaged: archive.damaged + head.unreadable.length };
  return { bytes: file.bytes(head), documents, next };
}

export const added = (sums: Sums, more: Sums): Sums => ({
  ...sums,
  ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name, amount(decimal(sums[name]).plus(value))])),
});
