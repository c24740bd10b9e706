import { found } from '#shared/base/kernel/errors.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { localInstant } from '#shared/base/kernel/clock.ts';
import { packLines } from '#shared/documents/common/store.ts';
import { count } from '#shared/platform/store/counts.ts';
import { due } from '#shared/platform/store/due-work.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { type CompanyId, companyKey, companyPartition, type Item, type Key } from '#shared/platform/store/table.ts';
import { create, type Condition, put, remove, type Write } from '#shared/platform/store/transact.ts';
import type { ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import type { RecurringHeader, RecurringInvoice, RecurringLine } from './model.ts';

/**
 * Items of templates: `RECURRING#<id>` is the header, which is in the company's list and, while active, in the index of due work;
 * `RECURRING#<id>#L#<nn>` are its lines, several to an item; `RECURRED#<id>#<date>` names the document issued for a scheduled date.
 */

const KIND = 'recurring-invoice' satisfies ItemKind;
const LINES = 'recurring-invoice-lines' satisfies ItemKind;
export const WHAT = 'Recurring invoice';

/** Name of the counter of templates. */
export const COUNTED = 'RECURRING';

/** The group of templates in the index of due work. */
export const DUE_TEMPLATES = 'DUERECURRING';

/** The time of day, Europe/Bucharest, from which a template is due on its date. */
const DUE_TIME = '01:00';

type Place = Pick<RecurringHeader, 'companyId' | 'id'>;

const sortKey = (id: string, ...parts: string[]): string => ['RECURRING', id, ...parts].join('#');

export const templateKey = ({ companyId, id }: Place): Key => companyKey(companyId, sortKey(id));

const linesKey = ({ companyId, id }: Place, pack: number): Key =>
  companyKey(companyId, sortKey(id, 'L', String(pack).padStart(2, '0')));

export const listPartition = (company: CompanyId): string => `C#${company}#RECURRING`;

/** The instant of the template's next run: on its date, or after a failed run, on the next day. */
export const dueAtOf = ({ nextIssuanceDate, failedOn }: RecurringHeader): string => {
  const retryOn = failedOn === null ? nextIssuanceDate : addDays(failedOn, 1);
  return localInstant(retryOn > nextIssuanceDate ? retryOn : nextIssuanceDate, DUE_TIME);
};

type TemplateItem = Item & { data: RecurringHeader | RecurringLine[] };

/** A template with its lines; undefined when the company has no template with that id. Costs one query. */
export async function findTemplate(company: CompanyId, id: string): Promise<RecurringInvoice | undefined> {
  const items = await queryItems<TemplateItem>({ partition: companyPartition(company), beginsWith: sortKey(id) });
  const header = items.find(item => item.kind === KIND)?.data as RecurringHeader | undefined;
  return header && { ...header, lines: items.flatMap(item => (item.kind === LINES ? (item.data as RecurringLine[]) : [])) };
}

/** @throws 404 */
export const readTemplate = async (company: CompanyId, id: string): Promise<RecurringInvoice> =>
  found(await findTemplate(company, id), WHAT);

function headerItem(template: RecurringInvoice): Item & Record<string, unknown> {
  const { lines: _, ...header } = { ...template };
  return {
    ...templateKey(template),
    kind: KIND,
    version: template.version,
    data: header,
    row: header,
    gsi1pk: listPartition(template.companyId),
    gsi1sk: `${template.createdAt}#${template.id}`,
    ...(template.isActive && due(DUE_TEMPLATES, template.id, dueAtOf(template))),
  };
}

const linesItem = (template: RecurringInvoice, data: RecurringLine[], pack: number): Item & Record<string, unknown> => ({
  ...linesKey(template, pack),
  kind: LINES,
  data,
});

const atVersion = (version: number): Condition => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

export const createWrites = (template: RecurringInvoice): Write[] => [
  create(headerItem(template)),
  ...packLines(template.lines).map((data, pack) => create(linesItem(template, data, pack))),
  count(template.companyId, COUNTED, 1),
];

/** The write of a header, conditional on the version that was read. */
export const headerWrite = (before: RecurringInvoice, after: RecurringInvoice): Write =>
  put(headerItem(after), atVersion(before.version));

/** The writes of a change of header and lines. */
export function changeWrites(before: RecurringInvoice, after: RecurringInvoice): Write[] {
  const packs = packLines(after.lines);
  const surplus = packLines(before.lines).slice(packs.length);
  return [
    headerWrite(before, after),
    ...packs.map((data, pack) => put(linesItem(after, data, pack))),
    ...surplus.map((_, place) => remove(linesKey(after, packs.length + place))),
  ];
}

/** The writes that remove a template. Its `RECURRED` items stay, as the documents do. */
export const removeWrites = (template: RecurringInvoice): Write[] => [
  remove(templateKey(template), atVersion(template.version)),
  ...packLines(template.lines).map((_, pack) => remove(linesKey(template, pack))),
  count(template.companyId, COUNTED, -1),
];

/** Key of the item that names the document issued for a scheduled date of a template. Creating it prevents a second document. */
export const issuedForKey = ({ companyId, id }: Place, scheduled: string): Key =>
  companyKey(companyId, `RECURRED#${id}#${scheduled}`);

export const issuedForWrite = (template: RecurringHeader, invoiceId: string): Write =>
  create({ ...issuedForKey(template, template.nextIssuanceDate), kind: 'recurred', invoiceId });
