import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { tablesOf } from '../../support/accountant/handed-over.ts';
import { issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { useCommandLine } from './command-line.ts';

/** `invoicing export`: an archive of a period, or its file for an accounting program, over HTTP. */

const service = useService();
const { folder, json, login, run, whose } = useCommandLine(service);
const month = today().slice(0, 7);
const often = ['--interval', '0.2'];

let number: string;
beforeAll(async () => {
  const { clientId, scope } = whose();
  ({ number } = await issued(service(), scope, { clientId }));
  expect((await login()).code).toBe(0);
}, 60_000);

const fileOf = (name: string) => readFileSync(join(folder, name));

describe('invoicing export', () => {
  it('writes the file of a month for an accounting program', async () => {
    const { code, stdout } = await run(['export', 'csv', '--month', month, '-o', 'month.zip', ...often]);
    expect([code, stdout]).toEqual([0, `month.zip (${fileOf('month.zip').length} bytes)\n`]);
    expect(tablesOf(fileOf('month.zip')).documents.map(row => row['Number'])).toEqual([number]);
    await run(['export', 'csv', '--month', month, '--comma', '-o', 'comma.zip', ...often]);
    expect(tablesOf(fileOf('comma.zip'), ';').documents[0]?.['Base RON']).toMatch(/^\d+,\d\d$/);
  }, 60_000);

  it.each(['saft', 'saga'])('%s is the form of that name; with --json the files, by their own names', async kind => {
    const { files } = await json<{ files: { file: string; bytes: number }[] }>('export', kind, '--month', month, ...often);
    expect(files).toEqual([{ file: expect.stringMatching(new RegExp(`^${kind}-.*\\.zip$`)), bytes: expect.any(Number) }]);
    const file = fileOf(files[0]!.file);
    expect(file.length).toBe(files[0]!.bytes);
    expect(Object.keys(unzipSync(file))).toContain('README.txt');
  });

  it('archive has the documents, in volumes beside the main file', async () => {
    const args = ['export', 'archive', '--from', today(), '--to', today(), '-o', 'archive.zip', ...often];
    const { files } = await json<{ files: { file: string }[] }>(...args);
    expect(files.map(({ file }) => file)).toEqual(['archive.zip', expect.stringMatching(/^archive-.*\.v001\.zip$/)]);
    expect(Object.keys(unzipSync(fileOf('archive.zip')))).toContain('manifest.json');
    expect(Object.keys(unzipSync(fileOf(files[1]!.file))).some(path => path.endsWith('.xml'))).toBe(true);
  });

  it.each([
    ['without a period', ['csv'], 2, 'Name the period: --month, or --from and --to.'],
    ['with two', ['csv', '--month', month, '--from', today()], 2, 'Name the period: --month, or --from and --to.'],
    ['with commas in XML', ['saft', '--month', month, '--comma'], 2, '--comma is for csv.'],
    ['of an archive to standard output', ['archive', '--month', month, '-o', '-'], 2, 'An archive may have several files'],
    ['of a part of a month', ['csv', '--from', '2026-01-02', '--to', '2026-01-31'], 1, 'period'],
    ['of another kind', ['pdf', '--month', month], 2, 'archive, csv, saft, saga'],
  ])('is refused %s', async (_, args, code, message) => {
    const ended = await run(['export', ...args]);
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});
