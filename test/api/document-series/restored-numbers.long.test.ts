import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { lostNumbers, raiseNumber, sayNumbers } from '../../../infra/restore/numbers.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { readSeries, type Series, seriesItem } from '#shared/records/catalogue/series/store.ts';
import { tableName, type CompanyId } from '#shared/platform/store/table.ts';
import type { Invoice } from '../../support/contract.ts';
import { notIssued } from '../../support/einvoice/issued-documents.ts';
import { issued, readyCompany } from '../../support/invoices.ts';
import { type Scope, useService } from '../../support/service.ts';

/** `npm run restore -- <stage> --to <instant> --numbers`: the numbers that a restored table would give again. */

const service = useService();
let scope: Scope & { clientId: string };
let since: Date;
let known: Invoice;
let lost: Invoice[];
/** The series as the restored table has it. */
let restored: Series;

const Bucket = (): string => environment('documentsBucket');
const seriesNow = async (): Promise<Series | undefined> =>
  (await readSeries(scope.company)).find(({ type }) => type === 'invoice');
const issue = (): Promise<Invoice> => issued(service(), scope, { clientId: scope.clientId });
const found = async (from: Date) => {
  const all = await lostNumbers(from);
  const own = ({ company }: { company: CompanyId }): boolean => company === scope.company;
  return { behind: all.behind.filter(own), unknown: all.unknown.filter(own), unreadable: all.unreadable };
};

beforeAll(async () => {
  scope = await readyCompany(service());
  since = new Date(service().runtime.clock.now());
  known = await issue();
  restored = (await seriesNow())!;
  lost = [await issue(), await issue()];
  // Their files are made after the answers.
  await service().idle();
  await dynamodb().send(new PutCommand({ TableName: tableName(), Item: seriesItem(scope.company, restored) }));
});

describe('numbers that were issued after the restored second', () => {
  it('are found by their XML, also behind a delete marker and behind a version that is no invoice', async () => {
    const [first = '', second = ''] = lost.map(({ xmlPath }) => xmlPath ?? '');
    await s3().send(new DeleteObjectCommand({ Bucket: Bucket(), Key: first }));
    notIssued('overwritten');
    await s3().send(new PutObjectCommand({ Bucket: Bucket(), Key: second, Body: 'overwritten' }));
    const { behind, unknown, unreadable } = await found(since);
    expect(behind).toHaveLength(1);
    expect(behind[0]).toMatchObject({ series: { id: restored.id }, highest: restored.currentNumber + 2 });
    expect(behind[0]?.lost.map(({ number }) => number).toSorted()).toEqual(lost.map(({ number }) => number).toSorted());
    expect(behind[0]?.lost.map(({ number }) => number)).not.toContain(known.number);
    expect(unknown).toEqual([]);
    expect(unreadable).toContain(second);
  });

  it('are searched only in files that were stored since', async () => {
    const later = new Date(service().runtime.clock.now() + 3_600_000);
    expect((await found(later)).behind).toEqual([]);
  });

  it('are printed without changing anything, and the counter is raised once and never lowered', async () => {
    const said: string[] = [];
    expect(await sayNumbers({ to: since, apply: false }, line => said.push(line))).toBe(0);
    for (const { number, xmlPath } of lost) expect(said).toContain(`  ${number}  ${xmlPath}`);
    expect(said.at(-1)).toMatch(/^Nothing was changed: \d+ counters would be raised/);
    expect((await seriesNow())?.currentNumber).toBe(restored.currentNumber);

    const [behind] = (await found(since)).behind;
    expect(await raiseNumber(behind!)).toBe(true);
    expect((await seriesNow())?.currentNumber).toBe(restored.currentNumber + 2);
    // A counter that an operator has raised further stays.
    expect(await raiseNumber(behind!)).toBe(false);
    expect(await raiseNumber({ ...behind!, highest: restored.currentNumber + 1 })).toBe(false);
    expect((await found(since)).behind).toEqual([]);
  });

  it('are not issued again: the next one is above them', async () => {
    const { number } = await issue();
    expect(Number(/\d+$/.exec(number)?.[0])).toBe(restored.currentNumber + 3);
  });

  it('are named when the table does not have their series', async () => {
    const Key = `companies/${scope.company}/invoices/0199-unknown/v2.xml`;
    const { Body } = await s3().send(new GetObjectCommand({ Bucket: Bucket(), Key: known.xmlPath ?? '' }));
    const xml = (await Body?.transformToString())?.replaceAll(known.number, 'NEW-2026-001') ?? '';
    notIssued(xml);
    await s3().send(new PutObjectCommand({ Bucket: Bucket(), Key, Body: xml }));
    expect((await found(since)).unknown).toEqual([{ company: scope.company, number: 'NEW-2026-001', key: Key }]);
    const said: string[] = [];
    await sayNumbers({ to: since, apply: false }, line => said.push(line));
    expect(said.join('\n')).toContain(`has no series of the number NEW-2026-001: ${Key}`);
  });
});
