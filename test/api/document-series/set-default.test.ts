import { describe, expect, it } from 'vitest';
import { useService } from '../../support/service.ts';
import { documentSeriesCalls } from './calls.ts';

const service = useService();
const { newScope, add, makeDefault, defaultsOf } = documentSeriesCalls(service);

describe('Document series (REC-51 to REC-62)', () => {
  it('keeps one default per type under simultaneous changes', async () => {
    const scope = await newScope();
    const added = await Promise.all(['A', 'B', 'C'].map(prefix => add(scope, { prefix, type: 'invoice', isDefault: true })));
    expect(await defaultsOf(scope, 'invoice')).toHaveLength(1);
    await Promise.all(added.map(one => makeDefault(scope, one.body.id)));
    expect(await defaultsOf(scope, 'invoice')).toHaveLength(1);
    const { body } = await makeDefault(scope, added[0]?.body.id ?? '');
    expect(body.isDefault).toBe(true);
    expect((await defaultsOf(scope, 'invoice')).map(one => one.prefix)).toEqual(['A']);
    expect(await defaultsOf(scope, 'proforma')).toHaveLength(1);
  });
});
