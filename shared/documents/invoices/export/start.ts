import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import * as z from 'zod';
import type { Actor } from '#shared/platform/access/model.ts';
import { COMPANY_WINDOWS } from '#shared/platform/lambda/limits/policies.ts';
import { windowWrites } from '#shared/platform/lambda/limits/sliding-window.ts';
import { epochSeconds, instant, now, today } from '#shared/base/kernel/clock.ts';
import { notFound, Problem, rateLimited, validation } from '#shared/base/kernel/errors.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { date, id, MAX_ENTRIES, TOO_MANY_ENTRIES } from '#shared/base/kernel/fields.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { NO_LEASE } from '#shared/platform/store/lease.ts';
import { awaitsDispatch } from '#shared/platform/store/outbox.ts';
import { getItems } from '#shared/platform/store/read.ts';
import type { CompanyId, Item } from '#shared/platform/store/table.ts';
import { type Commit, create, put, retryOnContention, update, type Write } from '#shared/platform/store/transact.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { readHeaders } from '#shared/documents/common/headers.ts';
import type { Invoice } from '#shared/model/invoice.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { PROGRAM_NAMES } from './hand-over/programs/index.ts';
import {
  ARCHIVE_SLOT,
  dayKey,
  type ExportItem,
  exportKey,
  type ExportJob,
  fileKey,
  FOLDER_STRUCTURES,
  type PeriodArchive,
  SLOTS,
  slotKey,
} from './model.ts';

/** The most documents in one archive (OUT-81). */
const MOST = 100;

/** A field whose default applies when it is absent, null or an empty text (REQ-10). */
const orDefault = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (value === '' ? undefined : (value ?? undefined)), schema);

const period = z
  .object({ from: date(), to: date() })
  .refine(({ from, to }) => from <= to, { path: ['from'], message: 'must not be after to' })
  .meta({ id: 'ArchivePeriod' });

/** Books are kept by months. */
const hasWholeMonths = ({ from, to }: { from: string; to: string }): boolean =>
  from.endsWith('-01') && addDays(to, 1).endsWith('-01');

export const exportBody = z
  .object({
    invoiceIds: z.array(id()).min(1, 'must have at least one id').max(MAX_ENTRIES, TOO_MANY_ENTRIES).optional(),
    period: period.optional(),
    program: z.enum(PROGRAM_NAMES, `must be one of ${PROGRAM_NAMES.join(', ')}`).nullish(),
    decimals: orDefault(z.enum(['point', 'comma'], 'must be point or comma').default('point')),
    includePdf: orDefault(z.boolean().default(true)),
    includeXml: orDefault(z.boolean().default(true)),
    includeCsv: orDefault(z.boolean().default(true)),
    includeSigned: orDefault(z.boolean().default(true)),
    includeAttachments: orDefault(z.boolean().default(true)),
    folderStructure: orDefault(z.enum(FOLDER_STRUCTURES, `must be one of ${FOLDER_STRUCTURES.join(', ')}`).default('flat')),
  })
  .refine(({ invoiceIds, period: of }) => invoiceIds !== undefined || of !== undefined, {
    path: ['invoiceIds'],
    message: 'is required, unless there is a period',
  })
  .refine(({ invoiceIds, period: of }) => invoiceIds === undefined || of === undefined, {
    path: ['period'],
    message: 'must not be given along with invoiceIds',
  })
  .refine(({ program, period: of }) => !program || of !== undefined, {
    path: ['program'],
    message: 'needs a period: a hand-over file has what counts in its months',
  })
  .refine(({ program, period: of }) => !program || !of || hasWholeMonths(of), {
    path: ['period'],
    message: 'must begin with the first day of a month and end with the last of one, if there is a program',
  })
  .refine(({ includePdf, includeXml, includeCsv }) => includePdf || includeXml || includeCsv, {
    path: ['includePdf'],
    message: 'one of includePdf, includeXml and includeCsv must be true',
  })
  .meta({ id: 'ExportInput' });
export type ExportBody = z.output<typeof exportBody>;

export interface ExportContext {
  /** The requested documents that exist and can be read. */
  invoices: Invoice[];
  exportSlots: ExportSlots;
}

/** The facts, besides the documents, that decide whether another export may start. */
interface ExportSlots {
  /** A free slot; undefined when all are taken. */
  freeSlot: number | undefined;
  day: string;
  /** The number of exports of that day so far, from which the file name gets a suffix. */
  ofDay: number;
}

/** Reads what starting an export needs. One parallel round trip. */
export async function readForExport(company: CompanyId, body: ExportBody | undefined): Promise<ExportContext> {
  const ids = [...new Set(body?.invoiceIds ?? [])];
  const [invoices, exportSlots] = await Promise.all([
    ids.length <= MOST ? readHeaders<Invoice>(KINDS.invoice, company, ids) : [],
    readSlots(company, body),
  ]);
  return { invoices, exportSlots };
}

async function readSlots(company: CompanyId, body: Pick<ExportBody, 'period'> | undefined): Promise<ExportSlots> {
  const day = today();
  const numbers = body?.period ? [ARCHIVE_SLOT] : Array.from({ length: SLOTS }, (_, slot) => slot);
  const [counted, ...slots] = await getItems([dayKey(company, day), ...numbers.map(slot => slotKey(company, slot))]);
  const at = now().getTime();
  return {
    freeSlot: numbers.find((_, place) => !(Number(slots[place]?.['until'] ?? 0) > at)),
    day,
    ofDay: (counted as (Item & { count: number }) | undefined)?.count ?? 0,
  };
}

/** The worker frees the slot of an export at its end; after this time a slot counts as abandoned and may be taken. */
const SLOT_MILLIS = 3_600_000;
/** An archive of a period takes a run for each volume, each of which may be tried again after 11 minutes. */
const ARCHIVE_SLOT_MILLIS = 24 * 3_600_000;

/** Time to live of the records of an export. */
const KEPT_SECONDS = 90 * 86_400;

export interface StartRequest {
  company: CompanyId;
  body: ExportBody;
  context: ExportContext;
  by: Actor;
  commit: Commit<ExportJob>;
}

/**
 * Accepts an export. The same transaction writes the outbox item that starts the worker.
 *
 * @throws 413 above 100 documents; 404 when one of them is unknown; 422 when one has no files; 429 above 5 exports in an hour, or
 *   while 2 are running, or an archive of a period when one is asked for.
 */
export function startExport({ company, body, context, by, commit }: StartRequest): Promise<ExportJob> {
  const ids = [...new Set(body.invoiceIds ?? [])];
  if (ids.length > MOST) throw new Problem('payload_too_large', `An archive contains at most ${MOST} invoices.`, { limit: MOST });
  const there = new Set(context.invoices.map(invoice => invoice.id));
  if (ids.some(one => !there.has(one))) throw notFound('Invoice');
  const bare = body.includePdf || body.includeXml ? context.invoices.filter(hasNoFiles) : [];
  if (bare.length > 0) {
    throw validation('Some of the invoices have no generated files: issue them first, or leave them out.', {
      invoiceIds: bare.map(one => `${one.number} has no files`),
    });
  }
  return retryOnContention(async attempt => {
    const exportSlots = attempt === 0 ? context.exportSlots : await readSlots(company, body);
    if (exportSlots.freeSlot === undefined) throw rateLimited(body.period ? ARCHIVE_RUNS : EXPORTS_RUN, 30);
    const job = newJob(company, ids, body, { ...exportSlots, freeSlot: exportSlots.freeSlot }, by);
    return commit(startWrites(company, job, exportSlots), job);
  });
}

const EXPORTS_RUN = `${SLOTS} exports of the company are running: wait until one has ended.`;
const ARCHIVE_RUNS = 'An archive of the company is being made: wait until it has ended.';

const hasNoFiles = ({ xmlPath, pdfPath }: Invoice): boolean => xmlPath === null && pdfPath === null;

const nameOf = ({ period: of, program }: ExportBody): string => (of ? `${program ?? 'archive'}-${of.from}-${of.to}` : 'invoices');

const handOverOf = ({ program, decimals }: ExportBody): Pick<PeriodArchive, 'handOver'> =>
  program ? { handOver: { program, decimals, rules: null } } : {};

const includeOf = (body: ExportBody): ExportJob['include'] => ({
  ...{ pdf: body.includePdf, xml: body.includeXml, csv: body.includeCsv, signed: body.includeSigned },
  attachments: body.period !== undefined && body.includeAttachments,
});

/** A hand-over file has no files of documents, and counts for no release of a deleted company's. */
const NO_FILES = { pdf: false, xml: false, csv: false, signed: false, attachments: false };

function newJob(
  company: CompanyId,
  invoiceIds: string[],
  body: ExportBody,
  exportSlots: ExportSlots & { freeSlot: number },
  by: Actor,
): ExportJob {
  const { day, ofDay, freeSlot } = exportSlots;
  const exportId = newId();
  return {
    id: exportId,
    companyId: company,
    status: 'queued',
    invoiceIds,
    include: body.program ? NO_FILES : includeOf(body),
    folderStructure: body.folderStructure,
    requestedBy: personOf(by),
    filename: `${nameOf(body)}-${day}${ofDay > 0 ? `-${ofDay + 1}` : ''}.zip`,
    done: 0,
    createdAt: instant(),
    completedAt: null,
    expiresAt: null,
    fileSize: null,
    filesIncluded: null,
    storageKey: `exports/${company}/${exportId}.zip`,
    error: null,
    slot: freeSlot,
    ...(body.period && { archive: { ...newArchive(body.period), ...handOverOf(body) } }),
    ...NO_LEASE,
  };
}

const newArchive = ({ from, to }: { from: string; to: string }): PeriodArchive => ({
  from,
  to,
  total: null,
  run: 0,
  tries: 0,
  after: '',
  afterAttachment: null,
  isWhole: false,
  volumes: [],
  damaged: 0,
  included: { pdf: 0, xml: 0, csv: 0, signed: 0, attachments: 0 },
  manifest: null,
});

function startWrites(company: CompanyId, job: ExportJob, { day, ofDay }: ExportSlots): Write[] {
  const expiresAt = epochSeconds() + KEPT_SECONDS;
  const at = now().getTime();
  const item: ExportItem & Record<string, unknown> = {
    ...exportKey(company, job.id),
    kind: 'export',
    version: 1,
    data: job,
    expiresAt,
    ...awaitsDispatch(job.id),
  };
  return [
    create(item),
    create({ ...fileKey(company, job.filename), kind: 'export-file', exportId: job.id, expiresAt }),
    put(
      {
        ...slotKey(company, job.slot),
        kind: 'export-slot',
        exportId: job.id,
        until: at + (job.archive ? ARCHIVE_SLOT_MILLIS : SLOT_MILLIS),
      },
      { expression: 'attribute_not_exists(pk) OR #until <= :at', names: { '#until': 'until' }, values: { ':at': at } },
    ),
    update(dayKey(company, day), {
      expression: 'SET #count = :next, #kind = :kind, expiresAt = :expires',
      names: { '#count': 'count', '#kind': 'kind' },
      values: {
        ':next': ofDay + 1,
        ':kind': 'export-day' satisfies ItemKind,
        ':expires': expiresAt,
        ...(ofDay > 0 && { ':read': ofDay }),
      },
      condition: ofDay > 0 ? '#count = :read' : 'attribute_not_exists(pk)',
    }),
    ...windowWrites(COMPANY_WINDOWS.zipExports, `zip#${company}`),
  ];
}
