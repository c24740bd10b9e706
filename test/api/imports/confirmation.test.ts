import { beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_PERMISSIONS, type ImportKind } from '#shared/documents/imports/input.ts';
import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import { importsOf, outcomesOf } from '../../support/imports/imports.ts';
import { keyWith } from '../../support/members.ts';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { useTrader } from '../../support/trader.ts';

/** POST /imports: what a confirmation is of, who may import, and files that cannot be read (IMP-2 to IMP-4). */

const service = useService();
const { newTrader } = useTrader();

const opened = async () => {
  const own = await newTrader();
  return { ...own, ...importsOf(own) };
};
type Own = Awaited<ReturnType<typeof opened>>;

const CSV = 'name;code;unitPrice\nScaun;S-1;240\nMasă;M-1;1.100,50';

describe('the confirmation', () => {
  let own: Own;
  beforeAll(async () => {
    own = await opened();
  });

  it('is the same for the same preview, and of one company, kind and file', async () => {
    const first = (await own.send('products', CSV)).body.confirmation;
    expect((await own.send('products', CSV)).body.confirmation).toBe(first);
    const other = await opened();
    expect((await other.send('products', CSV)).body.confirmation).not.toBe(first);
    expect((await own.send('products', CSV.replace('240', '241'))).body.confirmation).not.toBe(first);
    const refused = await own.send('products', CSV.replace('240', '241'), first ?? '');
    expect(refused).toMatchObject({ status: 409, body: { error: { details: { reason: 'preview_changed' } } } });
  });

  it('is refused with 409 when the data of the company has changed, and nothing is stored', async () => {
    const { body: preview } = await own.send('products', CSV);
    await own.request('POST', '/products', { name: 'Another chair', code: 's-1', unitPrice: 1 });
    const refused = await own.send('products', CSV, preview.confirmation ?? '');
    expect(refused).toMatchObject({ status: 409, body: { error: { details: { reason: 'preview_changed' } } } });
    expect((await own.request<{ total: number }>('GET', '/products')).body.total).toBe(1);
    const { body: seen } = await own.send('products', CSV);
    expect(outcomesOf(seen)).toEqual([
      [2, 'skipped'],
      [3, 'would_make'],
    ]);
    const { body } = await own.send('products', CSV, seen.confirmation ?? '');
    expect(outcomesOf(body)).toEqual([
      [2, 'skipped'],
      [3, 'made'],
    ]);
  });

  it('is refused with 422 when it has another form', async () => {
    const { status, body } = await own.send('products', CSV, 'yes');
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['confirm']]);
  });
});

describe('the permission', () => {
  const KINDS = Object.entries(IMPORT_PERMISSIONS) as [ImportKind, (typeof IMPORT_PERMISSIONS)[ImportKind]][];

  it('is import.manage for all kinds, whatever the body is', async () => {
    const own = await opened();
    const token = await keyWith(
      service(),
      own.scope,
      PERMISSIONS.filter(name => name !== 'import.manage'),
    );
    for (const body of [{ kind: 'products', csv: CSV }, {}])
      expect(await call(service(), { ...own.scope, token }, 'POST', '/imports', body)).toMatchObject({
        status: 403,
        body: { error: { details: { reason: 'permission', permission: 'import.manage' } } },
      });
  });

  it.each(KINDS)('of %s is %s besides: without it 403, also for a preview', async (kind, permission) => {
    const own = await opened();
    const without = await keyWith(
      service(),
      own.scope,
      PERMISSIONS.filter(name => name !== permission),
    );
    const body = { kind, csv: CSV };
    expect(await call(service(), { ...own.scope, token: without }, 'POST', '/imports', body)).toMatchObject({
      status: 403,
      body: { error: { details: { reason: 'permission', permission } } },
    });
    const only = await keyWith(service(), own.scope, [permission, 'import.manage']);
    expect((await call(service(), { ...own.scope, token: only }, 'POST', '/imports', body)).status).not.toBe(403);
  });
});

describe('a file that cannot be read', () => {
  let own: Own;
  beforeAll(async () => {
    own = await opened();
  });

  it.each<[string, string, string]>([
    ['no rows', 'name;code', 'no rows'],
    ['an unknown column', 'name;kode\nScaun;1', 'unknown columns: kode. Columns are name, code,'],
    ['a column named __proto__', '__proto__;name\n1;Scaun', 'unknown columns: __proto__'],
    ['a column twice', 'name;code;name\nScaun;1;Masă', 'more than once: name'],
    ['an open quote', 'name;code\n"Scaun;1', 'cannot be read as CSV'],
    ['a quote within a cell', 'name;code\nScaun 1" lat;1', 'cannot be read as CSV'],
    ['a cell too many', 'name;code\nScaun;1;2', 'cannot be read as CSV'],
    ['501 rows', `name;unitPrice\n${'Scaun;1\n'.repeat(501)}`, 'has 501 rows: at most 500'],
    ['10,000 columns', `name${';x'.repeat(10_000)}\nScaun${';1'.repeat(10_000)}`, 'unknown columns: x, x'],
    ['letters that were lost', 'name;unitPrice\nScaun;1\nMas\uFFFD;2', 'line 3: save the file as "CSV UTF-8"'],
  ])('is refused with 422: %s', async (_, csv, message) => {
    // As an escape, since a body with the letter itself is no UTF-8 and 400.
    const { status, body } = await own.send('products', csv);
    if (csv.includes('\uFFFD')) expect([400, 422]).toContain(status);
    else {
      expect([status, Object.keys(body.error.details)]).toEqual([422, ['csv']]);
      expect(body.error.message + JSON.stringify(body.error.details)).toContain(message);
      expect(JSON.stringify(body).length).toBeLessThan(5000);
    }
  });

  it('is refused with 422 for a NUL, and without a kind or with another one', async () => {
    expect((await own.send('products', 'name\nSca\0un')).status).toBe(422);
    expect((await own.send('invoices' as never, CSV)).status).toBe(422);
    expect((await own.request('POST', '/imports', { csv: CSV })).status).toBe(422);
  });

  it('refuses a cell of almost 1 MB by its row, without repeating it', async () => {
    const { status, body } = await own.send('products', `name;unitPrice\n${'x'.repeat(990_000)};1\nScaun;${'9'.repeat(5000)}`);
    expect([status, body.refused]).toEqual([200, 2]);
    expect(JSON.stringify(body).length).toBeLessThan(3000);
  });

  it('reads quotes, line breaks in cells, tabs and a byte order mark', async () => {
    const csv = '\uFEFFname\tdescription\tunitPrice\n"Scaun ""mic"""\t"de\nstejar"\t1,5\n';
    const { body } = await own.send('products', csv);
    expect(body.rows).toMatchObject([{ line: 3, outcome: 'would_make', name: 'Scaun "mic"' }]);
  });
});
