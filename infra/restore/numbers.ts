import { GetObjectCommand, ListObjectVersionsCommand, type ObjectVersion } from '@aws-sdk/client-s3';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { counterChangeWrite } from '#shared/records/catalogue/series/counter-changes.ts';
import { formatNumber, readSeries, type Series, seriesKey } from '#shared/records/catalogue/series/store.ts';
import { readUbl } from '#shared/authority/einvoice/ubl/read.ts';
import { XmlError } from '#shared/authority/einvoice/xml/node.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { ConditionFailed, transact, update } from '#shared/platform/store/transact.ts';

/**
 * The numbers that a restored table does not know: of invoices and credit notes that were issued after the restored second. Their XML
 * is in the bucket, which is not restored, and locked there. Proformas and delivery notes have no such file.
 *
 * Reads the environment variables of functions: `TABLE_NAME` and `DOCUMENTS_BUCKET`.
 */
export interface LostNumbers {
  /** Series whose counter is below a number that was issued. */
  behind: BehindSeries[];
  /** Documents of a series, or of a company, that the table does not have: made after the restored second too. */
  unknown: LostDocument[];
  /** Bucket keys of versions that are no invoice: somebody overwrote the file. */
  unreadable: string[];
}

export interface BehindSeries {
  company: CompanyId;
  series: Series;
  /** The highest number that was issued: the counter must not be below it. */
  highest: number;
  lost: LostDocument[];
}

export interface LostDocument {
  company: CompanyId;
  /** The printed number (BT-1). */
  number: string;
  /** The bucket key of the XML. */
  key: string;
}

/** Files are stored after the document's transaction; clocks of S3 and DynamoDB may differ by less than this. */
const MARGIN_MS = 5 * 60_000;
/** Files that are read at a time. */
const AT_ONCE = 20;

const ISSUED = new RegExp(`^companies/([^/]+)/${KINDS.invoice.folder}/[^/]+/v\\d+\\.xml$`);

/**
 * Lists all versions below `companies/`, 1,000 a request, and reads those that were stored since the restored second; also versions
 * that are hidden by a delete marker.
 *
 * @param since the second to which the table was restored
 * @throws Error when AWS refuses a request
 */
export async function lostNumbers(since: Date): Promise<LostNumbers> {
  const series = new Map<CompanyId, Promise<Series[]>>();
  const seriesOf = (company: CompanyId): Promise<Series[]> => {
    const read = series.get(company) ?? readSeries(company);
    series.set(company, read);
    return read;
  };
  const behind = new Map<string, BehindSeries>();
  const unknown = new Map<string, LostDocument>();
  const unreadable = new Set<string>();
  for await (const versions of versionsSince(since.getTime() - MARGIN_MS)) {
    for (const read of await Promise.all(versions.map(readIssued))) {
      if ('unreadable' in read) {
        unreadable.add(read.unreadable);
        continue;
      }
      const { document, isCreditNote } = read;
      const own = matching(await seriesOf(document.company), document.number, isCreditNote);
      if (own.length === 0) unknown.set(`${document.company} ${document.number}`, document);
      for (const one of own.filter(({ sequence, series: { currentNumber } }) => sequence > currentNumber)) {
        const found = behind.get(one.series.id);
        const lost = [...(found?.lost ?? []).filter(({ number }) => number !== document.number), document];
        const highest = Math.max(found?.highest ?? 0, one.sequence);
        behind.set(one.series.id, { company: document.company, series: one.series, highest, lost });
      }
    }
  }
  return { behind: [...behind.values()], unknown: [...unknown.values()], unreadable: [...unreadable] };
}

type Version = Required<Pick<ObjectVersion, 'Key' | 'VersionId'>> & { company: CompanyId };

/** Issued XML files that were stored after an instant, some at a time. */
async function* versionsSince(after: number): AsyncGenerator<Version[]> {
  let next: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | undefined = {};
  while (next) {
    const page: { Versions?: ObjectVersion[]; IsTruncated?: boolean; NextKeyMarker?: string; NextVersionIdMarker?: string } =
      await s3().send(new ListObjectVersionsCommand({ Bucket: environment('documentsBucket'), Prefix: 'companies/', ...next }));
    const found = (page.Versions ?? []).flatMap(({ Key = '', VersionId = '', LastModified }) => {
      const [, company] = ISSUED.exec(Key) ?? [];
      const isIncluded = company && (LastModified?.getTime() ?? Infinity) >= after;
      return isIncluded ? [{ Key, VersionId, company: companyScope(company) }] : [];
    });
    for (let first = 0; first < found.length; first += AT_ONCE) yield found.slice(first, first + AT_ONCE);
    next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : undefined;
  }
}

type Read = { document: LostDocument; isCreditNote: boolean } | { unreadable: string };

async function readIssued({ Key, VersionId, company }: Version): Promise<Read> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: environment('documentsBucket'), Key, VersionId }));
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
  try {
    const { number, root } = readUbl(bytes);
    return { document: { company, number, key: Key }, isCreditNote: root === 'CreditNote' };
  } catch (error) {
    if (error instanceof XmlError) return { unreadable: Key };
    throw error;
  }
}

/** The series that a printed number is of. More than one only if an invoice series and a credit note series print alike. */
function matching(all: readonly Series[], number: string, isCreditNote: boolean): { series: Series; sequence: number }[] {
  const sequence = Number(/\d+$/.exec(number)?.[0]);
  const alike = all.filter(
    series => ['invoice', 'credit_note'].includes(series.type) && formatNumber(series, sequence) === number,
  );
  // A credit note may be written as an invoice with a negative amount, so the root element only decides between two that match.
  const sure = alike.filter(({ type }) => (type === 'credit_note') === isCreditNote);
  return (sure.length > 0 ? sure : alike).map(series => ({ series, sequence }));
}

/** Raises the counter of a series to its highest issued number; never lowers it. @returns false when it was raised meanwhile */
export async function raiseNumber({ company, series, highest }: BehindSeries): Promise<boolean> {
  const { currentNumber: from } = series;
  const at = instant();
  const raised = update(seriesKey(company, series.id), {
    expression: 'SET #data.currentNumber = :number, #data.updatedAt = :at',
    names: { '#data': 'data' },
    values: { ':number': highest, ':at': at },
    condition: 'attribute_exists(pk) AND #data.currentNumber < :number',
  });
  const by = { id: null, name: 'System', email: null };
  const reason = 'The table was restored to an earlier time: numbers up to this one had been issued since.';
  try {
    await transact([raised, counterChangeWrite(company, series.id, { from, to: highest, reason, by, at })]);
    return true;
  } catch (error) {
    if (error instanceof ConditionFailed) return false;
    throw error;
  }
}

/**
 * Prints the numbers that the table does not know, and with `apply` raises the counters.
 *
 * @returns the exit code of the command
 */
export async function sayNumbers({ to, apply }: { to: Date; apply: boolean }, say: (line: string) => void): Promise<number> {
  const { behind, unknown, unreadable } = await lostNumbers(to);
  for (const one of behind) {
    const { company, series, highest, lost } = one;
    say(
      `Company ${company}, series ${series.name} (${series.id}): the last number is ${series.currentNumber}, ${highest} was issued.`,
    );
    for (const { number, key } of lost) say(`  ${number}  ${key}`);
    if (apply) say((await raiseNumber(one)) ? `  Raised to ${highest}.` : '  Raised by somebody else meanwhile.');
  }
  for (const { company, number, key } of unknown)
    say(`Company ${company} has no series of the number ${number}: ${key}. The series was made after the instant.`);
  for (const key of unreadable) say(`A version of ${key} is no invoice: somebody overwrote it. Look at the other versions.`);
  if (behind.length === 0) say('No counter is below a number that was issued.');
  else if (!apply) say(`Nothing was changed: ${behind.length} counters would be raised, with --apply.`);
  return 0;
}
