import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ExportItem, exportKey } from '#shared/documents/invoices/export/model.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { put, transact } from '#shared/platform/store/transact.ts';

/**
 * Makes an archive or a hand-over file that was made once more, by a process that does nothing else.
 *
 * @param partEntries the most entries of a part of a hand-over file; by default as the worker has it
 */
export async function madeAlone(
  company: string,
  exportId: string,
  partEntries?: number,
): Promise<{ runs: number; seconds: number; usedMegabytes: number; peakMegabytes: number }> {
  const scope = companyScope(company);
  const made = await getItem<ExportItem>(exportKey(scope, exportId));
  if (!made?.data.archive) throw new Error('There is no archive.');
  const fresh = { run: 0, tries: 0, after: '', isWhole: false, total: null, volumes: [], manifest: null, damaged: 0 };
  const included = { pdf: 0, xml: 0, csv: 0, signed: 0, attachments: 0 };
  const id = newId();
  const archive = { ...made.data.archive, ...fresh, included };
  const data = { ...made.data, id, status: 'queued' as const, done: 0, archive };
  // Of another kind, so that its changes do not queue the runs.
  await transact([put({ ...made, ...exportKey(scope, id), kind: 'export-file', version: 1, data })]);
  const script = 'test/support/archives/run-alone.ts';
  const { stdout } = await promisify(execFile)(process.execPath, [script, company, id], {
    env: { ...process.env, ...(partEntries && { PART_ENTRIES: String(partEntries) }) },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as {
    runs: number;
    seconds: number;
    usedMegabytes: number;
    peakMegabytes: number;
  };
}
