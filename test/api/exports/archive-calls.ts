import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { unzipSync, zipSync } from 'fflate';
import { expect } from 'vitest';
import { today } from '#shared/base/kernel/clock.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import type { Export, Invoice, Refusal } from '../../support/contract.ts';
import { formWith, PDF } from '../../support/files.ts';
import { call, detailOf, draft, issued, validated } from '../../support/invoices.ts';
import type { Scope, Service } from '../../support/service.ts';
import { deliver, listedBy, newReceiver, type Receiver, supplierInvoice, synchronize } from '../../support/taxauth/received.ts';

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');

type Content = Record<string, Uint8Array>;

/** An archive of a period as its owner keeps it: the files of the main file, and the volumes, in one folder. */
export class KeptArchive {
  readonly folder = mkdtempSync(join(tmpdir(), 'archive-'));

  constructor(main: Uint8Array, volumes: Record<string, Uint8Array>) {
    for (const [name, bytes] of Object.entries({ ...unzipSync(main), ...volumes })) this.write(name, bytes);
  }

  read(name: string): Buffer {
    return readFileSync(join(this.folder, name));
  }

  write(name: string, bytes: Uint8Array | string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), bytes);
  }

  /** Changes the files of a volume, and packs it again. */
  changeVolume(name: string, change: (files: Content) => void): void {
    const files: Content = unzipSync(this.read(name));
    change(files);
    this.write(name, zipSync(files));
  }

  remove(name = '.'): void {
    rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  /** Runs the script of the archive. @returns its exit code, and what it prints */
  async check(...args: string[]): Promise<{ code: number; said: string[] }> {
    const run = promisify(execFile);
    // Without the network and the packages of this repository.
    const script = [join(this.folder, 'check-archive.mjs'), ...args];
    const done = await run(process.execPath, script, { cwd: this.folder, env: {} }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { code: number; stdout: string; stderr: string }) => {
        expect(error.stderr).toBe('');
        return error;
      },
    );
    return { code: done.code, said: done.stdout.trim().split('\n') };
  }
}

/** A company with the documents of these tests: in the order of an archive `first`, `validated` with two attachments, `second`, `received`. */
export interface Books {
  scope: Receiver & { clientId: string };
  period: { from: string; to: string };
  first: Invoice;
  validated: Invoice;
  second: Invoice;
  received: Invoice;
}

/** Besides the documents of today, the company has a draft of today, and a document received 40 days before. */
export async function newBooks(service: Service): Promise<Books> {
  const own = await newReceiver(service);
  const scope = { ...own, clientId: (await service.newClient(own)).id };
  const content = { clientId: scope.clientId };
  const first = await issued(service, scope, content);
  const sealed = await validated(service, scope, content);
  const second = await issued(service, scope, content);
  await draft(service, scope, content);
  const supplier = { buyer: scope.cif, name: 'Furnizor SRL' };
  await deliver(service, scope, supplierInvoice({ ...supplier, number: 'F/1', issueDate: today() }));
  await deliver(service, scope, supplierInvoice({ ...supplier, number: 'F-2', issueDate: addDays(today(), -40) }));
  await synchronize(service, scope);
  const id = (await listedBy(service, scope)).find(({ number }) => number === 'F/1')?.id ?? '';
  for (const name of ['contract.pdf', 'b.pdf'])
    await service.api('POST', `/api/v1/invoices/${sealed.id}/attachments`, { ...scope, body: formWith(PDF, name) });
  const period = { from: today(), to: today() };
  return { scope, period, first, validated: sealed, second, received: await detailOf(service, scope, id) };
}

/** Requests of these tests. */
export function archiveCalls(service: () => Service) {
  const ask = (scope: Scope, body: object) => call<Export & Refusal>(service(), scope, 'POST', '/invoices/export/zip', body);
  const get = async (scope: Scope, named: string) => call<Export & Refusal>(service(), scope, 'GET', `/exports/${named}`);

  /** Waits until an archive has ended. */
  async function archived(scope: Scope, body: object): Promise<Export> {
    const asked = await ask(scope, body);
    expect(asked.status).toBe(202);
    await service().idle();
    return (await get(scope, asked.body.exportId)).body;
  }

  async function download(scope: Scope, filename: string): Promise<Buffer> {
    const { status, body, headers } = await call<Buffer>(service(), scope, 'GET', `/exports/${filename}`);
    if (status === 302) return Buffer.from(await (await fetch(headers.get('location') ?? '')).arrayBuffer());
    expect(status).toBe(200);
    return body;
  }

  async function keep(scope: Scope, { filename, volumes }: Export): Promise<KeptArchive> {
    const files: Record<string, Uint8Array> = {};
    for (const volume of volumes ?? []) files[volume.filename] = await download(scope, volume.filename);
    return new KeptArchive(await download(scope, filename), files);
  }
  return { ask, get, archived, download, keep };
}
