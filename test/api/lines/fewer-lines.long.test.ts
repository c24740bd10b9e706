import { beforeAll, describe, expect, it } from 'vitest';
import { expecting } from '../../../infra/local/api-client.ts';
import { queryItems } from '#shared/platform/store/read.ts';
import { companyPartition, type Item } from '#shared/platform/store/table.ts';
import { declarable, type Delivering, delivering, deliveryNoteBody, postNote } from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { offering, postProforma, proformaBody } from '../../support/proformas.ts';
import { recurring, recurringBody, recurringIn } from '../../support/recurring/templates.ts';
import { useService } from '../../support/service.ts';

/** Lines that take more than an item of the table: a change to fewer lines deletes the others. */

const service = useService();
let scope: Delivering;
beforeAll(async () => {
  scope = await delivering(service());
});

/** The items with lines of a document, and the text of all their lines. */
async function stored(uuid: string): Promise<{ items: number; lines: number; bytes: number }> {
  const items = await queryItems<Item & { data: object[] }>({ partition: companyPartition(scope.company) });
  const packs = items.filter(({ sk }) => sk.includes(`#${uuid}#L#`));
  const lines = packs.flatMap(({ data }) => data);
  return { items: packs.length, lines: lines.length, bytes: Buffer.byteLength(lines.map(line => JSON.stringify(line)).join('')) };
}

const long = <Line extends object>(line: Line, count: number, characters = 2000): Line[] =>
  Array.from({ length: count }, () => ({ ...line, description: 'x'.repeat(characters) }));

describe('a change to fewer lines', () => {
  it('of a delivery note', async () => {
    const body = deliveryNoteBody(scope);
    const [line] = body.lines;
    const { body: note } = await postNote(service(), scope, { lines: long(line!, 100) });
    expect(await stored(note.uuid)).toMatchObject({ items: 2, lines: 100 });
    const { status } = await call(service(), scope, 'PUT', `/delivery-notes/${note.uuid}`, body);
    expect([status, await stored(note.uuid)]).toMatchObject([200, { items: 1, lines: 1 }]);
  });

  it('of a proforma', async () => {
    const own = await offering(service(), scope, 'FEWER');
    const body = proformaBody(own);
    const [line] = body.lines;
    const { body: proforma } = await postProforma(service(), own, { lines: long(line!, 100) });
    expect(await stored(proforma.uuid)).toMatchObject({ items: 2, lines: 100 });
    const { status } = await call(service(), scope, 'PUT', `/proforma-invoices/${proforma.uuid}`, body);
    expect([status, await stored(proforma.uuid)]).toMatchObject([200, { items: 1, lines: 1 }]);
  });

  it('of a recurring invoice', async () => {
    const own = await recurringIn(service(), scope);
    const body = recurringBody(own);
    const { uuid } = await recurring(service(), own, { lines: long(body.lines[0]!, 100) });
    expect(await stored(uuid)).toMatchObject({ items: 2, lines: 100 });
    const { status } = await call(service(), scope, 'PUT', `/recurring-invoices/${uuid}`, body);
    expect([status, await stored(uuid)]).toMatchObject([200, { items: 1, lines: 1 }]);
  });

  it('to shorter ones, of the transport of a delivery note', async () => {
    const [line] = declarable(scope).lines as object[];
    const noteOf = async (lines: object[]) => {
      const { uuid } = (await postNote(service(), scope, declarable(scope, { lines }))).body;
      await expecting(200, 'The issue', service().api('POST', `/api/v1/delivery-notes/${uuid}/issue`, scope));
      return uuid;
    };
    // Just too many lines for one item.
    const { bytes } = await stored(await noteOf(long(line!, 1, 300)));
    const uuid = await noteOf(long(line!, Math.floor(200_000 / bytes) + 1, 300));
    const before = await stored(uuid);
    expect(before.items).toBe(2);
    const { lines } = await expecting<{ lines: { uuid: string }[] }>(
      200,
      'The note',
      service().api('GET', `/api/v1/delivery-notes/${uuid}`, scope),
    );
    const changed = await call(service(), scope, 'PATCH', `/delivery-notes/${uuid}/etransport`, {
      lines: lines.map(one => ({ uuid: one.uuid })),
    });
    expect([changed.status, await stored(uuid)]).toMatchObject([200, { items: 1, lines: before.lines }]);
  });
});
