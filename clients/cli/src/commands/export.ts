import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type components, type InvoicingClient, ok } from '../../../typescript/src/index.ts';
import { connect, type Context } from '../context.ts';
import { CommandFailed, EXIT } from '../exit-codes.ts';
import { writeBytes } from '../files.ts';

/** `invoicing export`: an archive of a period, or its file for an accounting program. */

export const EXPORT_KINDS = ['archive', 'csv', 'saft', 'saga'] as const;
export type ExportKind = (typeof EXPORT_KINDS)[number];

export interface ExportOptions {
  /** `YYYY-MM`; in place of `from` and `to`. */
  month?: string;
  from?: string;
  to?: string;
  comma?: boolean;
  output?: string;
  /** Seconds between two looks, and of the longest wait. */
  interval: number;
  timeout: number;
}

type Export = components['schemas']['Export'];

/**
 * Starts an export, waits for it, and writes its files: the ZIP, and the volumes of an archive beside it, by their own names.
 *
 * @throws CommandFailed for options that exclude each other, an export that fails or is not made in time, and as the API
 */
export async function exportPeriod(context: Context, kind: ExportKind, options: ExportOptions): Promise<void> {
  const { comma = false, output } = options;
  if (comma && kind !== 'csv') throw new CommandFailed('--comma is for csv.', EXIT.usage);
  if (output === '-' && kind === 'archive')
    throw new CommandFailed('An archive may have several files: name a file, or leave --output out.', EXIT.usage);
  const client = connect(context);
  const program = kind === 'archive' ? {} : { program: kind, ...(comma && { decimals: 'comma' as const }) };
  const body = { period: periodOf(options), ...program };
  const { exportId } = await ok(client.POST('/api/v1/invoices/export/zip', { body }));
  const made = await whenMade(context, client, exportId, options);
  const zip = await download(client, made.filename);
  if (output === '-') return writeBytes(context, '-', zip);
  const main = output ?? made.filename;
  const files = [written(main, zip)];
  // One volume after the other: each may have 48 MB.
  for (const { filename } of made.volumes ?? [])
    files.push(written(join(dirname(main), filename), await download(client, filename)));
  context.output.result(
    { exportId, files },
    files.map(({ file, bytes }) => `${file} (${bytes} bytes)`),
  );
}

function written(file: string, bytes: Buffer): { file: string; bytes: number } {
  writeFileSync(file, bytes);
  return { file, bytes: bytes.byteLength };
}

/** The days of a period. Pure. @throws CommandFailed without one, or with two */
export function periodOf({ month, from, to }: Pick<ExportOptions, 'month' | 'from' | 'to'>): { from: string; to: string } {
  if (month === undefined ? !from || !to : from !== undefined || to !== undefined)
    throw new CommandFailed('Name the period: --month, or --from and --to.', EXIT.usage);
  if (month === undefined) return { from: from as string, to: to as string };
  const [year, number] = month.split('-').map(Number) as [number, number];
  // Day 0 of the next month is the last one of this.
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return { from: `${month}-01`, to: `${month}-${last}` };
}

async function whenMade(
  { output }: Context,
  client: InvoicingClient,
  exportId: string,
  { interval, timeout }: ExportOptions,
): Promise<Export & { filename: string }> {
  const end = Date.now() + timeout * 1000;
  for (let before = -1; ;) {
    const job = (await ok(client.GET('/api/v1/exports/{export}', { params: { path: { export: exportId } } }))) as Export;
    const { status, progress, error, filename } = job;
    if (status === 'completed' && filename) return { ...job, filename };
    if (status === 'failed') throw new CommandFailed(error ?? 'The export failed.', EXIT.failed);
    if (progress !== before) output.note(`${progress} %`);
    before = progress;
    if (Date.now() >= end)
      throw new CommandFailed(`Export ${exportId} is still ${status} after ${timeout} seconds.`, EXIT.undecided);
    await new Promise(resolve => setTimeout(resolve, interval * 1000));
  }
}

const download = async (client: InvoicingClient, filename: string): Promise<Buffer> => {
  const sent = client.GET('/api/v1/exports/{export}', { params: { path: { export: filename } }, parseAs: 'arrayBuffer' });
  return Buffer.from(await ok(sent));
};
