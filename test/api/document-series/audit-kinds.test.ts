import { expect, describe, it } from 'vitest';
import { readDeliveryNote } from '#shared/documents/delivery-notes/read.ts';
import { documentKey } from '#shared/documents/common/items.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { toPacked } from '#shared/platform/store/packing/packed.ts';
import { transact, update } from '#shared/platform/store/transact.ts';
import type { SeriesAudit } from '../../support/contract.ts';
import { actOnNote, convertNote, delivering, noteIn } from '../../support/delivery-notes.ts';
import { call } from '../../support/invoices.ts';
import { actOn, newProforma, offering } from '../../support/proformas.ts';
import { type Scope, useService } from '../../support/service.ts';

const service = useService();
const audit = async (scope: Scope, series: string | null): Promise<SeriesAudit> =>
  (await call<SeriesAudit>(service(), scope, 'GET', `/document-series/${series}/audit`)).body;

describe('The audit of series of proformas and delivery notes', () => {
  it('finds every number once, reports cancelled and deleted ones, and finds the chain intact', async () => {
    const scope = await offering(service());
    const [first, second] = [await newProforma(service(), scope), await newProforma(service(), scope)];
    await newProforma(service(), scope);
    await actOn(service(), scope, first.uuid, 'send');
    await actOn(service(), scope, first.uuid, 'cancel');
    await call(service(), scope, 'DELETE', `/proforma-invoices/${second.uuid}`);
    expect(await audit(scope, scope.seriesId)).toMatchObject({
      ...{ type: 'proforma', count: 3, duplicates: [], chainHolds: true, problems: [] },
      ...{ cancelled: [{ number: first.number }], deleted: [{ number: second.number }] },
    });
  });

  it('reports a note that was changed outside of the service', async () => {
    const scope = await delivering(service());
    const notes = [await noteIn(service(), scope, 'issued'), await noteIn(service(), scope, 'issued')];
    await convertNote(service(), scope, notes[0]!.uuid);
    await actOnNote(service(), scope, notes[1]!.uuid, 'cancel');
    const seriesId = notes[0]!.documentSeriesId;
    expect(await audit(scope, seriesId)).toMatchObject({
      type: 'delivery_note',
      count: 2,
      gaps: [],
      chainHolds: true,
      problems: [],
    });
    const company = scope.company;
    const { document } = (await readDeliveryNote(company, notes[0]!.uuid))!;
    await transact([
      update(documentKey(KINDS.delivery_note, company, document.id), {
        expression: 'SET #data = :data',
        names: { '#data': 'data' },
        values: { ':data': toPacked({ ...document, lines: undefined, total: '1.00' }) },
      }),
    ]);
    const { chainHolds, problems } = await audit(scope, seriesId);
    expect(chainHolds).toBe(false);
    expect(problems[0]).toMatchObject({ number: notes[0]!.number, message: 'The document was changed outside of the service.' });
  });
});
