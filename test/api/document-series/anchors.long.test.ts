import { DeleteObjectCommand, GetObjectCommand, ListObjectVersionsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { type Anchor, anchorDigest } from '#shared/documents/anchors/anchor.ts';
import { takeAnchor } from '#shared/documents/anchors/take.ts';
import { today } from '#shared/base/kernel/clock.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition } from '#shared/platform/store/table.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import type { Invoice, SeriesAudit } from '../../support/contract.ts';
import { advanceToNoon } from '../../support/anchors/noon.ts';
import { call, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { cutOff, rewriteSeries } from './rewritten.ts';

const service = useOwnService();
beforeAll(() => advanceToNoon(service()));

interface Series {
  scope: Scope;
  id: string;
  documents: Invoice[];
}

/** A company with a series of issued invoices. */
async function newSeries(count: number): Promise<Series> {
  const scope = await lastingTrader(service());
  const clientId = (await service().newClient(scope)).id;
  const documents: Invoice[] = [];
  for (let made = 0; made < count; made++) documents.push(await issued(service(), scope, { clientId }));
  await service().idle();
  return { scope, id: documents[0]?.['documentSeriesId'] as string, documents };
}

async function audit({ scope, id }: Series, query = ''): Promise<SeriesAudit> {
  const { status, body } = await call<SeriesAudit>(service(), scope, 'GET', `/document-series/${id}/audit${query}`);
  expect(status).toBe(200);
  expect(body.chainHolds).toBe(body.problems.length === 0);
  return body;
}

const messages = async (series: Series, query = ''): Promise<string[]> =>
  (await audit(series, query)).problems.map(({ message }) => message);
const daysOf = ({ anchors }: SeriesAudit): string[] => anchors.checked.map(({ day }) => day);

const Bucket = () => environment('anchorsBucket');
async function stored(key: string): Promise<Anchor> {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: Bucket(), Key: key }));
  return JSON.parse((await Body?.transformToString()) ?? '') as Anchor;
}
const keysOf = async ({ scope }: Series): Promise<string[]> => {
  const { Versions = [] } = await s3().send(
    new ListObjectVersionsCommand({ Bucket: Bucket(), Prefix: `companies/${scope.company}/` }),
  );
  return Versions.map(({ Key = '' }) => Key);
};

/** Log lines about a company. */
const logged = ({ scope }: Series): Record<string, unknown>[] =>
  readFileSync(join(service().dataDir, 'service.log'), 'utf8')
    .split('\n')
    .filter(line => line.includes(scope.company))
    .map(line => JSON.parse(line) as Record<string, unknown>);

describe('Anchors of a company', () => {
  let series: Series;
  let other: Series;
  beforeAll(async () => {
    [series, other] = [await newSeries(3), await newSeries(1)];
  });

  it('are taken once a day: the audit names those that it was compared with', async () => {
    expect((await audit(series)).anchors).toEqual({ checked: [], upTo: null, next: null });
    await service().advance('P1D');
    const report = await audit(series);
    const day = today();
    expect(report).toMatchObject({ chainHolds: true, anchors: { checked: [{ day }], upTo: 3, next: null } });
    const [{ key, digest } = { key: '', digest: '' }] = report.anchors.checked;
    expect(key).toBe(`companies/${series.scope.company}/${day.slice(0, 4)}/${day}.json`);
    const anchor = await stored(key);
    expect([anchor.digest, anchorDigest(anchor)]).toEqual([digest, digest]);
    expect(anchor.series).toEqual([{ id: series.id, sequence: 3, hash: report.last?.hash }]);
    expect(anchor.documents.map(({ id }) => id)).toEqual(series.documents.map(({ id }) => id).toSorted());
  });

  it('contain nothing of another company, and only ids and hashes', async () => {
    const [key = ''] = await keysOf(series);
    const text = JSON.stringify(await stored(key));
    for (const { id } of [...other.documents, { id: other.scope.company }]) expect(text).not.toContain(id);
    const known = [series.scope.company, series.id, ...series.documents.map(({ id }) => id)];
    const left = known.reduce((rest, id) => rest.replaceAll(id, ''), text);
    expect(left.replaceAll(/[\da-f]{64}/g, '')).not.toMatch(/[A-Z]{3}|@|\d{3}\.\d\d/);
  });

  it('are not taken on a day without changes; a payment is a change', async () => {
    const before = await keysOf(series);
    await service().advance('P1D');
    expect(await keysOf(series)).toEqual(before);
    const [, second] = series.documents;
    const paid = { amount: 10, paymentDate: today(), paymentMethod: 'cash' };
    expect((await call(service(), series.scope, 'POST', `/invoices/${second?.id}/payments`, paid)).status).toBe(201);
    await service().advance('P1D');
    const report = await audit(series);
    expect(report.chainHolds).toBe(true);
    expect(daysOf(report)).toEqual([today(), expect.any(String)]);
    const anchor = await stored(report.anchors.checked[0]?.key ?? '');
    expect(anchor.documents.map(({ id }) => id)).toEqual([second?.id]);
    expect(anchor.previous).toEqual({ day: daysOf(report)[1], digest: report.anchors.checked[1]?.digest });
  });

  it('before a given day can be requested, to go further back', async () => {
    const [newest, oldest] = daysOf(await audit(series));
    expect(daysOf(await audit(series, `?anchorsBefore=${newest}`))).toEqual([oldest]);
    expect(daysOf(await audit(series, `?anchorsBefore=${oldest}`))).toEqual([]);
    const path = `/document-series/${series.id}/audit?anchorsBefore=yesterday`;
    expect((await call(service(), series.scope, 'GET', path)).status).toBe(422);
  });

  it('cannot be replaced or removed, and a second one on the same day is not stored', async () => {
    const [key = ''] = await keysOf(series);
    const before = await stored(key);
    const replacement = new PutObjectCommand({ Bucket: Bucket(), Key: key, Body: '{}', IfNoneMatch: '*' });
    await expect(s3().send(replacement)).rejects.toMatchObject({ name: 'PreconditionFailed' });
    const { Versions = [] } = await s3().send(new ListObjectVersionsCommand({ Bucket: Bucket(), Prefix: key }));
    const removal = new DeleteObjectCommand({ Bucket: Bucket(), Key: key, VersionId: Versions[0]?.VersionId });
    await expect(s3().send(removal)).rejects.toMatchObject({ name: 'AccessDenied' });
    await takeAnchor({ companyId: series.scope.company, day: before.day });
    expect(await stored(key)).toEqual(before);
  });

  it('remain when the data of the company are purged, which ends its daily run', async () => {
    const gone = await newSeries(1);
    await service().advance('P1D');
    const before = await keysOf(gone);
    expect(before.length).toBe(1);
    const path = `/companies/${gone.scope.company}`;
    expect((await call(service(), gone.scope, 'DELETE', path, { confirm: 'no_archive' })).status).toBe(204);
    for (const time of ['P5DT1H', 'P1DT1H', 'PT2H', 'P1D']) await service().advance(time);
    expect(await keysOf(gone)).toEqual(before);
    const partition = companyPartition(gone.scope.company);
    expect(await queryItems({ partition, beginsWith: 'DAILY#' })).toEqual([]);
    expect((await queryItems({ partition, beginsWith: 'PURGED#' })).length).toBeGreaterThan(0);
  });

  it('are read month by month', async () => {
    const made = await newSeries(1);
    const { id } = made.documents[0] as Invoice;
    for (let day = 0; day < 33; day++) {
      await call(service(), made.scope, 'POST', `/invoices/${id}/payments`, {
        ...{ amount: 1, paymentDate: today(), paymentMethod: 'cash' },
      });
      await service().advance('P1D');
    }
    const newest = await audit(made);
    expect(newest.anchors.checked.length).toBe(31);
    expect(newest.anchors.next).toBe(daysOf(newest).at(-1));
    const older = await audit(made, `?anchorsBefore=${newest.anchors.next}`);
    expect(older.anchors).toMatchObject({ checked: [{}, {}], next: null });
    expect(new Set([...daysOf(newest), ...daysOf(older)]).size).toBe(33);
  });
});

describe('A chain that was rewritten with all its hashes', () => {
  const of = (series: Series) => ({
    company: series.scope.company,
    series: series.id,
    ids: series.documents.map(({ id }) => id),
  });

  it('is consistent, and disagrees with every earlier anchor', async () => {
    const series = await newSeries(3);
    await rewriteSeries({ ...of(series), notes: 'Rewritten before the first anchor', from: 'created' });
    expect(await messages(series)).toEqual([]);
    await service().advance('P1D');
    const day = today();
    expect(await messages(series)).toEqual([]);

    await rewriteSeries({ ...of(series), notes: 'Rewritten after it', from: 'created' });
    const report = await audit(series);
    expect(report.problems.map(({ sequence, message }) => `${sequence} ${message}`)).toEqual([
      ...[1, 2].map(
        number => `${number} The timeline does not continue the one of the anchor of ${day}: it was rewritten since.`,
      ),
      `3 The anchor of ${day} has another hash for the number: the series up to it was rewritten since.`,
      `3 The timeline does not continue the one of the anchor of ${day}: it was rewritten since.`,
    ]);
    // The line that raises the alarm.
    const alarms = () => logged(series).filter(({ message }) => message === 'Anchor contradicted');
    expect(alarms()).toMatchObject([{ seriesId: series.id, findings: 4 }]);
    expect(metricsOf('document-series', alarms())).toEqual({ 'security-incidents': [1] });
    // Of a part of the series, and as CSV.
    expect((await messages(series, '?to=1')).join()).toContain('Number 3: The anchor of');
    const csv = await call<string>(service(), series.scope, 'GET', `/document-series/${series.id}/audit?format=csv`);
    expect(String(csv.body)).toContain('does not continue the one of the anchor');

    // The next anchor agrees with the chain as it is now. It records permanently that the one before it did not.
    await service().advance('P1D');
    const later = await audit(series);
    const newest = await stored(later.anchors.checked[0]?.key ?? '');
    expect(newest.series[0]?.hash).toBe(later.last?.hash);
    expect(newest.contradictions).toEqual([{ seriesId: series.id, sequence: 3, anchored: day, found: today() }]);
    expect(alarms()).toContainEqual(
      expect.objectContaining({ function: 'workers-take-anchor', seriesId: series.id, sequence: 3, anchored: day }),
    );
    const ofWorkers = alarms().filter(line => String(line['function']).startsWith('workers-'));
    expect(metricsOf('workers', ofWorkers)).toEqual({ 'security-incidents': ofWorkers.map(() => 1) });
    expect(later.problems.map(({ message }) => message).join()).toContain(`On ${today()} the number did not have the hash`);
  });

  it('is found where only entries after the issue were rewritten', async () => {
    const series = await newSeries(2);
    const paid = { amount: 10, paymentDate: today(), paymentMethod: 'cash' };
    const path = `/invoices/${series.documents[0]?.id}/payments`;
    expect((await call(service(), series.scope, 'POST', path, paid)).status).toBe(201);
    await service().advance('P1D');
    await rewriteSeries({ ...of(series), notes: 'Rewritten', from: 'payment_received' });
    const { problems } = await audit(series);
    expect(problems).toMatchObject([
      { sequence: 1, message: expect.stringContaining('does not continue the one of the anchor') },
    ]);
  });

  it('is found where its end was cut off', async () => {
    const series = await newSeries(3);
    await service().advance('P1D');
    await cutOff(of(series));
    const report = await audit(series);
    expect(report.currentNumber).toBe(2);
    expect(report.problems.map(({ message }) => message)).toEqual([expect.stringMatching(/^Number 3: The anchor of/)]);
  });
});
