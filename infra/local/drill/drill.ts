import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { lostNumbers, raiseNumber } from '../../restore/numbers.ts';
import { runDemo } from '../demo/demo.ts';
import { INVOICE } from '../demo/journey.ts';
import { rehearseFiles } from './files.ts';
import { rehearseGap } from './gap.ts';
import { exportItems, importItems } from './items.ts';
import { asDemo, copyRemaining, type DemoUser, type Get, running } from './systems.ts';

/**
 * `npm run drill`: the restore of a table, rehearsed on the local engines. A system that has issued and submitted invoices loses its
 * table, its queues and its state machines; what remains is an export of the table's items, the files and the keys. A second system is
 * started on these, and must say the same of every document, and find every chain of issues unbroken. One more invoice was issued after
 * the export: the restored system does not know it, and must not give its number again once its counters are raised
 * (infra/restore/numbers.ts). Then what was sent since the export is rehearsed (gap.ts), and files that are lost (files.ts).
 */

const INVOICES = 3;

/**
 * @param say takes each step, as it begins
 * @returns one sentence for each difference between the system and the restored one; none when the drill has passed
 */
export async function drill(say: (line: string) => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'invoicing-drill-'));
  const [before, after] = [join(folder, 'before'), join(folder, 'after')];
  try {
    say(`A system issues and submits ${INVOICES} invoices`);
    const original = await running(before, async runtime => {
      for (let made = 0; made < INVOICES; made++) await runDemo({ runtime, dataDir: before, say: () => {} });
      await runtime.idle();
      const user = await asDemo(runtime, before);
      const [facts, items] = [await factsOf(user.get), await exportItems(runtime.engines.dynamodb.endpoint)];
      say(`Its table is exported: ${items.length} items. One more invoice is issued and submitted after that`);
      const exportedAt = new Date(runtime.clock.now());
      const lost = await issueOne(user);
      await runtime.idle();
      return { facts, items, exportedAt, lost };
    });
    say('Table, queues and state machines are lost');
    copyRemaining(before, after);
    await importItems(after, original.items);
    say('A new table has the items again; a system is started on it');
    const problems = await running(after, async runtime => {
      const { get } = await asDemo(runtime, after);
      const restored = await factsOf(get);
      say(`${Object.keys(restored).length} answers are compared, and the chain of each series is checked`);
      const found = [...differences(original.facts, restored), ...brokenChains(restored, [])];
      say(`The number ${original.lost.number} would be given again: the counter of its series is raised above it`);
      found.push(...(await raised(get, original.exportedAt, original.lost)));
      say('One more invoice is issued and submitted');
      await runDemo({ runtime, dataDir: after, say: () => {} });
      // The audit shows the lost number as what it is here: one that no document of the table has.
      return [
        ...found,
        ...brokenChains(await factsOf(get), [sequenceOf(original.lost)]),
        ...(await numbersOf(get, original.lost)),
      ];
    });
    return [...problems, ...(await rehearseGap(folder, say)), ...(await rehearseFiles(folder, say))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Answers of the API by path; of files their hash. */
type Facts = Record<string, unknown>;

interface Issued {
  id: string;
  number: string;
}

/** Drafts, issues and submits an invoice now; unlike the demo, which does so in the past and waits for the authority. */
async function issueOne({ post, clientId }: DemoUser): Promise<Issued> {
  const body = { ...INVOICE, issueDate: today(), dueDate: addDays(today(), 30), clientId, idempotencyKey: 'drill-after-export' };
  const { invoice } = (await post('/invoices', body)) as { invoice: Issued };
  const issued = (await post(`/invoices/${invoice.id}/issue`)) as Issued;
  await post(`/invoices/${invoice.id}/submit`);
  return issued;
}

/** Raises the counters, as the operator does after a restore. @returns what was not as expected before or after that */
async function raised(get: Get, since: Date, lost: Issued): Promise<string[]> {
  const nextNumbers = async (): Promise<string[]> => {
    const series = (await get('/document-series')) as { nextNumberFormatted: string }[];
    return series.map(({ nextNumberFormatted }) => nextNumberFormatted);
  };
  const problems: string[] = [];
  const { data } = (await get('/invoices?limit=100')) as { data: Issued[] };
  if (data.some(({ id }) => id === lost.id)) problems.push(`${lost.number} is in the export: nothing was lost.`);
  if (!(await nextNumbers()).includes(lost.number))
    problems.push(`${lost.number} would not be given again: nothing is to raise.`);
  const { behind } = await lostNumbers(since);
  const named = behind.flatMap(one => one.lost.map(({ number }) => number));
  if (!isDeepStrictEqual(named, [lost.number]))
    problems.push(`Lost are ${lost.number}; found are ${named.join(', ') || 'none'}.`);
  for (const one of behind) await raiseNumber(one);
  if ((await nextNumbers()).includes(lost.number)) problems.push(`${lost.number} would still be given again.`);
  return problems;
}

const sequenceOf = ({ number }: Pick<Issued, 'number'>): number => Number(/\d+$/.exec(number)?.[0]);

/** What the API says of the company: its records, and every document with its files, timeline and place in its series. */
async function factsOf(get: Get): Promise<Facts> {
  const facts: Facts = {};
  const take = async <T>(path: string): Promise<T> => {
    const body = await get(path);
    facts[path] = Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : withoutTime(body);
    return body as T;
  };
  for (const path of ['/companies', '/clients', '/bank-accounts', '/vat-rates']) await take(path);
  const { data } = await take<{ data: { id: string }[] }>('/invoices?limit=100');
  for (const { id } of data) for (const part of ['', '/xml', '/pdf', '/emails']) await take(`/invoices/${id}${part}`);
  const series = await take<{ data: { id: string }[] } | { id: string }[]>('/document-series');
  for (const { id } of Array.isArray(series) ? series : series.data) await take(`/document-series/${id}/audit`);
  return facts;
}

/** An audit says when it was made. */
const withoutTime = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'auditedAt' in body ? { ...body, auditedAt: undefined } : body;

const differences = (before: Facts, after: Facts): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap(path =>
    isDeepStrictEqual(before[path], after[path]) ? [] : [`GET ${path} answers otherwise than before.`],
  );

/** @param lost the numbers that no document has */
const brokenChains = (facts: Facts, lost: readonly number[]): string[] =>
  Object.entries(facts).flatMap(([path, body]) => {
    if (!path.endsWith('/audit')) return [];
    const { chainHolds, gaps, problems } = body as {
      chainHolds: boolean;
      gaps: { from: number; to: number }[];
      problems: unknown[];
    };
    const explained = gaps.every(({ from, to }) => from === to && lost.includes(from));
    return chainHolds && explained && problems.length === 0 ? [] : [`GET ${path}: ${JSON.stringify(body)}`];
  });

/** The invoices of before have successive numbers, and the one after them the number above the lost one. */
async function numbersOf(get: Get, lost: Issued): Promise<string[]> {
  const { data } = (await get('/invoices?limit=100')) as { data: { number: string; status: string }[] };
  const numbers = data.map(sequenceOf).sort((a, b) => a - b);
  const expected = [...Array.from({ length: INVOICES }, (_, place) => place + 1), sequenceOf(lost) + 1];
  const invalid = data.filter(({ status }) => status !== 'validated').map(({ number, status }) => `${number} is ${status}.`);
  return isDeepStrictEqual(numbers, expected) ? invalid : [...invalid, `The numbers are ${numbers.join(', ')}.`];
}
