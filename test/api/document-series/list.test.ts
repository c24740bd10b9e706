import { describe, expect, it } from 'vitest';
import { call } from '../../support/invoices.ts';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, list, add } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('lists by type, then prefix; filters by type and active', async () => {
    const scope = await newScope();
    await add(scope, { prefix: 'A', type: 'invoice', active: false });
    expect((await list(scope)).map(one => one.prefix)).toEqual(['NC', 'AVZ', 'A', 'FCT', 'PRO']);
    expect((await list(scope, '?type=invoice&active=true')).map(one => one.prefix)).toEqual(['FCT']);
    expect((await call(service(), scope, 'GET', '/document-series?type=receipt')).status).toBe(422);
  });
});
