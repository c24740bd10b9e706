import { describe, expect, it } from 'vitest';
import { issued } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, add, remove, defaultsOf, first } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('removes an unused series and passes its default flag to another; one that a document uses stays (409)', async () => {
    const scope = await newScope();
    const a = (await add(scope, { prefix: 'A', type: 'invoice', isDefault: true })).body;
    expect((await remove(scope, a.id)).status).toBe(204);
    expect((await remove(scope, a.id)).status).toBe(404);
    expect((await defaultsOf(scope, 'invoice')).map(one => one.prefix)).toEqual(['FCT']);
    await issued(service(), scope);
    const refused = await remove(scope, (await first(scope)).id);
    expect(refused.status).toBe(409);
    expect(refused.body.error.details).toEqual({ reason: 'series_in_use' });
  });
});
