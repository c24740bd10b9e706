import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unzipSync } from 'fflate';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { latestAnchor } from '#shared/documents/anchors/store.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import { companyPartition, tableName } from '#shared/platform/store/table.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { metricsOf } from '../../support/alarms/log-metrics.ts';
import { advanceToNoon } from '../../support/anchors/noon.ts';
import type { Export, Invoice, SeriesAudit } from '../../support/contract.ts';
import { call, draft, issued, lastingTrader } from '../../support/invoices.ts';
import { type Scope, useOwnService } from '../../support/service.ts';
import { rowsOf } from '../exports/calls.ts';

/** Nobody asks for an audit here: what was changed outside of the service must raise an alarm, and stop nothing. */

const service = useOwnService();
beforeAll(() => advanceToNoon(service()));

interface Trader {
  scope: Scope;
  clientId: string;
  documents: Invoice[];
}

async function trader(count: number): Promise<Trader> {
  const scope = await lastingTrader(service());
  const clientId = (await service().newClient(scope)).id;
  const documents: Invoice[] = [];
  for (let made = 0; made < count; made++) documents.push(await issued(service(), scope, { clientId }));
  await service().idle();
  return { scope, clientId, documents };
}

const keyOf = ({ scope }: Trader, { id }: Invoice) => ({ pk: companyPartition(companyScope(scope.company)), sk: `INV#${id}` });

/** Changes an item by hand. */
async function change(of: Trader, document: Invoice, expression: string, values?: Record<string, unknown>): Promise<void> {
  const [name = ''] = /#\w+/.exec(expression) ?? [];
  await dynamodb().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keyOf(of, document),
      UpdateExpression: expression,
      ExpressionAttributeNames: { [name]: name.slice(1) },
      ...(values && { ExpressionAttributeValues: values }),
    }),
  );
}

type Line = Record<string, unknown>;
const logged = ({ scope }: Trader, message: string): Line[] =>
  readFileSync(join(service().dataDir, 'service.log'), 'utf8')
    .split('\n')
    .filter(line => line.includes(scope.company) && line.includes(message))
    .map(line => JSON.parse(line) as Line);

describe('The nightly audit', () => {
  it('finds a changed total within 30 nights, without a request: a line of the level ERROR that raises the alarm', async () => {
    const [touched, untouched] = [await trader(2), await trader(1)];
    const [first] = touched.documents as [Invoice];
    const item = await getItem<{ pk: string; sk: string; data: object }>(keyOf(touched, first));
    await change(touched, first, 'SET #data = :data', { ':data': { ...item?.data, total: '1.00' } });
    for (let night = 0; night < 30; night++) await service().advance('P1D');
    const lines = logged(touched, 'Audit problem');
    expect(lines[0]).toMatchObject({
      ...{ level: 'ERROR', function: 'workers-audit-sample', companyId: touched.scope.company },
      ...{ error: 'The document was changed outside of the service.', documentId: first.id, sequence: 1 },
    });
    expect(new Set(lines.map(({ sequence }) => sequence))).toEqual(new Set([1]));
    expect(metricsOf('workers', lines)['security-incidents']).toHaveLength(lines.length);
    expect(JSON.stringify(lines)).not.toContain(first['client']?.name ?? 'client');
    expect(logged(untouched, 'Audit problem')).toEqual([]);
    expect(logged(untouched, 'Sample audited')).toEqual([expect.objectContaining({ slices: 1, numbers: 1 })]);
  });
});

describe('An audit at request', () => {
  it('logs what it finds, a line for each finding', async () => {
    const own = await trader(1);
    const [document] = own.documents as [Invoice];
    await change(own, document, 'SET #version = :one', { ':one': 77 });
    const path = `/document-series/${String(document['documentSeriesId'])}/audit`;
    const { body } = await call<SeriesAudit>(service(), own.scope, 'GET', path);
    const lines = logged(own, 'Audit problem').filter(line => line['function'] === 'document-series-audit');
    expect(lines.map(({ error }) => error)).toEqual(body.problems.map(({ message }) => message));
    expect(metricsOf('document-series', lines)['security-incidents']).toHaveLength(lines.length);
  });
});

describe.each([
  ['is missing', 'REMOVE #data', undefined],
  ['cannot be unpacked', 'SET #data = :data', { ':data': Uint8Array.of(1, 7, 7) }],
])('An invoice whose data %s', (_, expression, values) => {
  let own: Trader;
  let damaged: Invoice;
  let sound: Invoice;
  beforeAll(async () => {
    own = await trader(2);
    [damaged, sound] = own.documents as [Invoice, Invoice];
    await change(own, damaged, expression, values);
  });
  const get = <T>(path: string) => call<T>(service(), own.scope, 'GET', path);

  it('has a line with its number in the CSV export of the company', async () => {
    const { status, body, headers } = await get<Buffer>('/invoices/export/csv?sort=number&order=asc');
    expect([status, headers.get('x-total-records')]).toEqual([200, '2']);
    const rows = rowsOf(body);
    expect(rows.map(row => [row['Invoice Number'], row['Total']])).toEqual([
      [damaged.number, ''],
      [sound.number, '121.00'],
    ]);
    expect(rows[0]?.['Internal Note']).toMatch(/^The stored data of this document cannot be read/);
    expect(metricsOf('exports', logged(own, 'Item damaged'))['incidents']?.length).toBeGreaterThan(0);
    expect(logged(own, 'Item damaged')[0]).toMatchObject({ level: 'ERROR', kind: 'invoice', item: `INV#${damaged.id}` });
  });

  it('is in no ZIP archive: who names it learns that it is not there', async () => {
    const ask = (invoiceIds: string[]) =>
      call<{ error?: unknown }>(service(), own.scope, 'POST', '/invoices/export/zip', { invoiceIds, includePdf: false });
    expect((await ask([damaged.id, sound.id])).status).toBe(404);
    expect((await ask([sound.id])).status).toBe(202);
  });

  it('does not hold up the changes after it', async () => {
    await service().idle();
    const letters = readdirSync(join(service().dataDir, 'streams')).filter(name => name.includes('dead-letters'));
    expect(letters).toEqual([]);
  });

  it('stops no anchor of the company, and the audit of its series names it', async () => {
    await service().advance('P1D');
    const anchor = await latestAnchor(companyScope(own.scope.company));
    expect(anchor?.documents.map(({ id }) => id)).toEqual([sound.id]);
    const { status, body } = await get<SeriesAudit>(`/document-series/${String(damaged['documentSeriesId'])}/audit`);
    expect(status).toBe(200);
    expect(body.problems).toEqual([
      expect.objectContaining({
        invoiceId: damaged.id,
        message: 'Stored data of the document were changed outside of the service: they cannot be read.',
      }),
    ]);
  });
});

describe('An invoice of which only the lines cannot be read', () => {
  it('is named in the ZIP archive with the others', async () => {
    const own = await trader(2);
    const [damaged, sound] = own.documents as [Invoice, Invoice];
    const key = { ...keyOf(own, damaged), sk: `INV#${damaged.id}#L#00` };
    await dynamodb().send(
      new UpdateCommand({
        ...{ TableName: tableName(), Key: key, UpdateExpression: 'REMOVE #data' },
        ...{ ExpressionAttributeNames: { '#data': 'data' }, ConditionExpression: 'attribute_exists(pk)' },
      }),
    );
    const body = { invoiceIds: [damaged.id, sound.id], includePdf: false, includeCsv: true };
    const asked = await call<Export>(service(), own.scope, 'POST', '/invoices/export/zip', body);
    expect(asked.status).toBe(202);
    await service().idle();
    const job = await call<Export>(service(), own.scope, 'GET', `/exports/${asked.body.exportId ?? ''}`);
    const { body: archive } = await call<Buffer>(service(), own.scope, 'GET', `/exports/${job.body.filename}`);
    const files = unzipSync(new Uint8Array(archive));
    expect(Object.keys(files).toSorted()).toEqual([expect.stringMatching(/FCT-002\.xml$/), 'damaged.txt', 'invoices.csv']);
    const text = Buffer.from(files['damaged.txt'] ?? []).toString();
    expect(text.trim().split('\n').slice(1)).toEqual([damaged.id]);
    expect(rowsOf(Buffer.from(files['invoices.csv'] ?? [])).map(row => row['Invoice Number'])).toEqual([sound.number]);
    expect(metricsOf('workers', logged(own, 'Item damaged'))['incidents']).toEqual([1]);
  });
});

describe('A draft that cannot be unpacked', () => {
  it('does not stop the others from taking over the changed client', async () => {
    const own = await trader(0);
    const [damaged, sound] = [
      await draft(service(), own.scope, { clientId: own.clientId }),
      await draft(service(), own.scope, { clientId: own.clientId }),
    ];
    await change(own, damaged, 'SET #data = :data', { ':data': Uint8Array.of(1, 7, 7) });
    const changed = await call(service(), own.scope, 'PATCH', `/clients/${own.clientId}`, { name: 'Alt Nume SRL' });
    expect(changed.status).toBe(200);
    await service().advance('PT2H');
    const { body } = await call<Invoice>(service(), own.scope, 'GET', `/invoices/${sound.id}`);
    expect(body['client']?.name).toBe('Alt Nume SRL');
    expect(logged(own, 'Item damaged').some(line => line['documentId'] === damaged.id)).toBe(true);
    expect(logged(own, 'Task parked')).toEqual([]);
  });
});

describe.each([
  ['is missing', 'REMOVE #row', undefined],
  ['cannot be unpacked', 'SET #row = :row', { ':row': Uint8Array.of(1, 7, 7) }],
])('An invoice whose row in lists %s', (_, expression, values) => {
  it('is left out of the lists of the company, and stops neither these nor exports and anchors', async () => {
    const own = await trader(2);
    const [damaged, sound] = own.documents as [Invoice, Invoice];
    await change(own, damaged, expression, values);
    for (const query of [
      '',
      '?limit=100',
      '?sort=number&order=asc',
      `?clientId=${own.clientId}`,
      '?search=a',
      '?page=2&limit=1',
    ]) {
      const { status, body } = await call<{ data: Invoice[] }>(service(), own.scope, 'GET', `/invoices${query}`);
      expect([query, status, body.data.some(({ id }) => id === damaged.id)]).toEqual([query, 200, false]);
    }
    expect((await call(service(), own.scope, 'GET', `/clients/${own.clientId}`)).status).toBe(200);
    const csv = await call<Buffer>(service(), own.scope, 'GET', '/invoices/export/csv');
    expect(rowsOf(csv.body).map(row => row['Invoice Number'])).toEqual([sound.number]);
    await service().advance('P1D');
    const anchor = await latestAnchor(companyScope(own.scope.company));
    expect(anchor?.documents.map(({ id }) => id)).toEqual([sound.id]);
    expect(metricsOf('invoices', logged(own, 'Item damaged'))['incidents']?.length).toBeGreaterThan(0);
  });
});
