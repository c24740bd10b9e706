import { shardOf } from '#shared/base/kernel/ids.ts';
import { log } from '#shared/base/kernel/log.ts';
import { HIGHEST_NUMBER, readTaken } from '#shared/documents/common/numbering.ts';
import { inGrace } from '#shared/platform/access/company-store.ts';
import { readCompany } from '#shared/platform/access/records.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import { readAuditedAnchors, withAnchors } from './anchored.ts';
import { auditSeries, readRegister } from './series.ts';

/**
 * Each night a part of every company's numbers is audited, so that what was changed outside of the service raises an alarm although nobody
 * asks for an audit (docs/adr/0046-nightly-audits.md).
 */

/** Queue message of the sample of a company. */
export interface SampleTask {
  companyId: CompanyId;
  /** `YYYY-MM-DD` in Romania. */
  day: string;
}

/** Numbers that are audited together. */
const SLICE = 100;
/** Nights within which every number is audited once; fewer than the 35 days for which the table can be restored to any second. */
export const NIGHTS = 30;
/** Slices of a company in one night, on average: with more, its numbers are spread over twice as many nights, or four times, and so on. */
const SLICES_A_NIGHT = 10;

/** The numbers that a series has. */
export interface Span {
  seriesId: string;
  first: number;
  last: number;
}

/** Numbers that are audited together; both included. */
export interface Slice {
  seriesId: string;
  from: number;
  to: number;
}

/**
 * The slices whose turn is on a day. They follow from the day alone: no place is stored that somebody could move. Pure.
 *
 * @param day `YYYY-MM-DD`
 */
export function slicesOf(spans: readonly Span[], day: string): Slice[] {
  const places = spans.map(({ seriesId, first, last }) => ({
    seriesId,
    first: Math.floor(first / SLICE),
    last: Math.floor(last / SLICE),
  }));
  const all = places.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  let nights = NIGHTS;
  while (all > nights * SLICES_A_NIGHT) nights *= 2;
  const night = Date.parse(day) / 86_400_000;
  return places.flatMap(({ seriesId, first, last }) => {
    // Series begin on different nights: most have one slice.
    const turn = night + shardOf(seriesId, NIGHTS);
    const slices: Slice[] = [];
    for (let place = first + ((((turn - first) % nights) + nights) % nights); place <= last; place += nights)
      slices.push({ seriesId, from: Math.max(place * SLICE, 1), to: place * SLICE + SLICE - 1 });
    return slices;
  });
}

/** Audits the numbers of a company whose turn is on a day. What is found is logged by the audit. Only reads, so it may be repeated. */
export async function auditSample({ companyId: company, day }: SampleTask): Promise<void> {
  const record = await readCompany(company);
  if (!record || (record.deletedAt !== null && !inGrace(record.deletedAt))) return;
  const slices = slicesOf(await spansOf(company), day);
  if (slices.length === 0) return;
  const anchors = await readAuditedAnchors(company, undefined);
  let numbers = 0;
  for (const { seriesId, ...range } of slices) {
    const audit = await withAnchors(company, await auditSeries(company, await readRegister(company, seriesId, range)), anchors);
    numbers += audit.numbers.length;
  }
  log.info('Sample audited', { day, slices: slices.length, numbers });
}

async function spansOf(company: CompanyId): Promise<Span[]> {
  const used = (await readSeries(company)).filter(({ highestUsed }) => highestUsed > 0);
  const firsts = await Promise.all(used.map(({ id }) => readTaken(company, id, { from: 0, to: HIGHEST_NUMBER }, { limit: 1 })));
  return used.map(({ id, highestUsed }, place) => ({
    seriesId: id,
    first: firsts[place]?.[0]?.sequence ?? highestUsed,
    last: highestUsed,
  }));
}
